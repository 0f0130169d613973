// @ts-check
/** One tile: a property without and with privacy, its number, its verdict, its curve. */

import { element, make } from "../pair/frame.js";
import { Curve } from "./curve.js";
import { paint, sketchOf } from "./sketch.js";

/** @type {Record<string, string>} Paths in a box of 16, by verdict. */
const ICONS = {
  survives: "M3 8.5l3.5 3.5L13 4.5",
  blurred: "M2 6.5q3-3 6 0t6 0M2 10.5q3-3 6 0t6 0",
  lost: "M4 4l8 8M12 4l-8 8",
  public: "M8 3a5 5 0 1 0 .01 0M3 8h10",
  hidden: "M8 2l5 2v4q0 4-5 6-5-2-5-6V4z",
  "partly hidden": "M8 2l5 2v4q0 4-5 6-5-2-5-6V4zM8 5v3M8 10.5v.5",
  "partly exposed": "M2 8q6-7 12 0-6 7-12 0",
  exposed: "M2 8q6-7 12 0-6 7-12 0M8 6.5a1.5 1.5 0 1 0 .01 0",
};

/** @typedef {{theme: import("../pair/types.js").Theme, font: string}} Look */

export class Tile {
  /**
   * @param {import("./types.js").Links} links
   * @param {() => void} measure what takes minutes
   */
  constructor(links, measure) {
    this.links = links;
    this.link = make("a", { className: "open" });
    this.link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
      event.preventDefault();
      this.links(this.id)?.open();
    });
    this.verdict = make("span", { className: "verdict" });
    this.captions = [make("span", {}), make("span", {})];
    this.canvases = [make("canvas", {}), make("canvas", {})];
    this.gloss = make("p", { className: "gloss" });
    this.pictures = make("div", { className: "pictures", role: "img" }, ...this.canvases);
    this.figure = make("strong", { className: "figure" });
    this.words = make("span", { className: "words" });
    this.range = make("span", { className: "range" });
    this.number = make("p", { className: "number" }, this.figure, " ", this.words, " ", this.range);
    this.reason = make("p", { className: "reason" });
    this.ask = make("button", { type: "button", className: "ask" }, "Measure");
    this.ask.addEventListener("click", (event) => {
      event.stopPropagation();
      measure();
    });
    this.note = make("p", { className: "note" });
    this.curve = new Curve();
    this.box = make("li", { className: "tile" },
      make("div", { className: "head" }, make("h2", {}, this.link), this.verdict), this.gloss,
      make("div", { className: "captions" }, ...this.captions), this.pictures, this.number, this.note,
      this.curve.box, this.reason, this.ask);
    this.box.addEventListener("click", (event) => {
      if (!event.composedPath().includes(this.link)) this.link.click();
    });
    this.id = "";
    /** @type {[import("./types.js").Sketch | null, import("./types.js").Sketch] | null} */
    this.sides = null;
  }

  /**
   * @param {import("./types.js").TileHeader} header
   * @param {import("../pair/types.js").Find} find
   * @param {{number: number, label: string}} stop
   * @param {import("./types.js").Drawn | undefined} drawn
   * @param {boolean} captioned whether the sides are named
   */
  fill(header, find, stop, drawn, captioned) {
    const { id, title, gloss, verdict, reason, sides, waits } = header;
    this.id = id;
    this.box.dataset.tile = id;
    this.box.dataset.verdict = verdict;
    this.box.toggleAttribute("data-refused", !sides && !waits);
    this.box.toggleAttribute("data-waits", waits);
    this.ask.hidden = !waits || !reason;
    this.link.textContent = title;
    const there = this.links(id);
    if (there) this.link.href = there.href;
    this.link.title = this.gloss.textContent = gloss;
    this.verdict.replaceChildren(...verdict ? [...ICONS[verdict] ? [icon(ICONS[verdict])] : [], verdict] : []);
    this.verdict.title = header.help;
    this.figure.textContent = header.figure;
    this.words.textContent = header.words;
    this.range.textContent = header.range ? `(${header.range})` : "";
    this.number.title = [header.words, header.range].filter(Boolean).join(" · ");
    this.note.textContent = header.note;
    this.reason.textContent = reason;
    this.captions.forEach((caption, i) => (caption.textContent = captioned ? header.captions[i] ?? "" : ""));
    this.captions[0].parentElement?.toggleAttribute("hidden", this.captions.every((caption) => !caption.textContent));
    this.pictures.setAttribute("aria-label", header.alt || `${title}: not measured yet`);
    this.curve.fill(drawn?.curve ?? null, drawn?.lasts ?? null, captioned);
    this.curve.mark(stop.number, `${title} at ${stop.label}: ${verdict || "not known yet"}`);
    this.sides = sides && [sides[0] && sketchOf(sides[0], find), sketchOf(sides[1], find)];
    this.pictures.toggleAttribute("data-wide", !this.sides?.[0]);
  }

  /** @param {Look} look */
  paint({ theme, font }) {
    if (!this.sides) return;
    this.sides.forEach((side, i) => paint(this.canvases[i], side, theme, font));
  }
}

/** @param {string} path */
const icon = (path) => element("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, element("path", { d: path }));
