// @ts-check
/** One tile: a property without and with privacy, its number, its verdict, its curve. */

import { make } from "../pair/frame.js";
import { Curve } from "./curve.js";
import { paint } from "./sketch.js";

/** @type {Record<import("./types.js").Verdict, string>} Paths in a box of 16. */
const ICONS = {
  survives: "M3 8.5l3.5 3.5L13 4.5",
  blurred: "M2 6.5q3-3 6 0t6 0M2 10.5q3-3 6 0t6 0",
  lost: "M4 4l8 8M12 4l-8 8",
  public: "M8 3a5 5 0 1 0 .01 0M3 8h10",
  protected: "M8 2l5 2v4q0 4-5 6-5-2-5-6V4z",
  hinted: "M8 2l5 2v4q0 4-5 6-5-2-5-6V4zM8 5v3M8 10.5v.5",
  exposed: "M2 8q6-7 12 0-6 7-12 0M8 6.5a1.5 1.5 0 1 0 .01 0",
};
const SVG = "http://www.w3.org/2000/svg";

export class Tile {
  /** @param {(page: string) => void} open */
  constructor(open) {
    this.link = make("a", { className: "open", href: "" });
    this.link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
      event.preventDefault();
      open(this.header.page);
    });
    this.verdict = make("span", { className: "verdict" });
    this.canvases = [make("canvas", {}), make("canvas", {})];
    this.gloss = make("p", { className: "gloss" });
    this.pictures = make("div", { className: "pictures", role: "img" }, ...this.canvases);
    this.figure = make("strong", {});
    this.words = make("span", {});
    this.range = make("span", { className: "range" });
    this.number = make("p", { className: "number" }, this.figure, " ", this.words, " ", this.range);
    this.reason = make("p", { className: "reason" });
    this.note = make("p", { className: "note" });
    this.curve = new Curve();
    this.box = make("li", { className: "tile" },
      make("div", { className: "head" }, make("h2", {}, this.link), this.verdict),
      this.gloss, this.pictures, this.number, this.note, this.curve.box, this.reason);
    /** @type {import("./types.js").TileHeader} */
    this.header = /** @type {any} */ (null);
    /** @type {import("./types.js").Sketch | null | undefined} what the left canvas shows */
    this.left = undefined;
  }

  /** @param {import("./types.js").TileHeader} header */
  fill(header) {
    this.header = header;
    this.link.textContent = header.title;
    this.gloss.textContent = header.gloss;
    this.box.dataset.state = header.state;
    this.reason.textContent = header.reason;
    this.verdict.title = header.help;
    if (!this.pictures.ariaLabel) this.pictures.ariaLabel = `${header.title}: not drawn yet`;
    this.curve.fill(header.curve);
  }

  /** @param {string} query the page's settings, as in the address */
  address(query) {
    this.link.href = `${this.header.page}${query}`;
  }

  /**
   * @param {number} stop
   * @param {import("./types.js").TileStop | undefined} found
   * @param {import("./types.js").Part | undefined} part
   * @param {{theme: import("../pair/types.js").Theme, font: string, label: string}} look
   */
  show(stop, found, part, { theme, font, label }) {
    const { header } = this;
    const verdict = header.verdicts[stop] ?? "";
    this.box.dataset.verdict = verdict;
    this.verdict.replaceChildren(...verdict ? [icon(ICONS[verdict]), verdict] : []);
    this.note.textContent = header.notes[stop] ?? "";
    this.box.toggleAttribute("data-waiting", header.state === "waiting" || (header.state === "shown" && !found));
    this.curve.mark(stop, `${header.title} at ${label}: ${verdict || "not known yet"}`);
    if (!found || !part) return;
    this.figure.textContent = found.figure;
    this.words.textContent = found.words;
    const range = header.ranges[stop];
    this.range.textContent = range ? `(${range})` : "";
    this.pictures.setAttribute("aria-label", found.alt);
    this.pictures.toggleAttribute("data-wide", !part.baseline);
    if (part.baseline !== this.left) {
      this.left = part.baseline;
      paint(this.canvases[0], part.baseline, theme, font);
    }
    paint(this.canvases[1], found.private, theme, font);
  }

  /** Whether there is nothing to wait for at the stop on show. */
  get isSettled() {
    const { state, waiting } = this.box.dataset;
    return state !== "waiting" && (state !== "shown" || waiting === undefined);
  }

  /** The canvases have another size or other colours. */
  forget() {
    this.left = undefined;
  }
}

/** @param {string} path */
function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
