// @ts-check
/** Where a picture is taken away: its preview, and buttons that save or copy it. */

import { rasterised, save } from "../pair/export.js";
import { make } from "../pair/frame.js";
import { pdfOf } from "./pdf.js";

/** @typedef {{svg: string, file: string}} Drawn */

const SCALES = [1, 2, 3, 4];
const SAID_MS = 2500;

/** One preview and its buttons; all is done in the browser. */
class Takeaway {
  /** @param {Node} place */
  constructor(place) {
    /** @type {Drawn} */
    this.drawn = { svg: "", file: "graphdp" };
    this.preview = make("img", { alt: "The picture as it will be saved" });
    this.scale = make("select", { "aria-label": "Sharpness of the PNG" },
      ...SCALES.map((scale) => make("option", { value: String(scale) }, `${scale}×`)));
    this.scale.value = "2";
    this.said = make("span", { className: "said", role: "status" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.saying = undefined;
    const copy = button("Copy", () => this.copy());
    if (!globalThis.ClipboardItem || !navigator.clipboard?.write) {
      copy.disabled = true;
      copy.title = "This browser lets a page copy pictures only over HTTPS: save it instead.";
    }
    place.appendChild(make("div", { className: "takeaway" }, this.preview,
      make("div", { className: "row" },
        make("span", { className: "png" }, button("PNG", () => this.png()), this.scale),
        button("SVG", () => this.svg()), button("PDF", () => this.pdf()), copy, this.said)));
  }

  /** @param {Drawn} drawn */
  show(drawn) {
    if (drawn.svg === this.drawn.svg && drawn.file === this.drawn.file) return;
    this.drawn = drawn;
    URL.revokeObjectURL(this.preview.src);
    this.preview.src = URL.createObjectURL(this.blob());
  }

  blob() {
    return new Blob([this.drawn.svg], { type: "image/svg+xml" });
  }

  raster() {
    return rasterised(this.drawn.svg, undefined, Number(this.scale.value));
  }

  async png() {
    save(await this.raster(), `${this.drawn.file}.png`);
  }

  svg() {
    save(this.blob(), `${this.drawn.file}.svg`);
  }

  async copy() {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": this.raster() })]);
    this.say("Copied");
  }

  async pdf() {
    const { naturalWidth, naturalHeight } = this.preview;
    save(await pdfOf(await this.raster(), naturalWidth, naturalHeight), `${this.drawn.file}.pdf`);
  }

  /** @param {string} words */
  say(words) {
    clearTimeout(this.saying); // of what was said before
    this.said.textContent = words;
    this.saying = setTimeout(() => (this.said.textContent = ""), SAID_MS);
  }
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  const made = make("button", { type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}

/** @type {WeakMap<Node, Takeaway>} */
const shown = new WeakMap();

/** @param {{data: Drawn | null, parentElement: Node}} component */
export default function ({ data, parentElement }) {
  const one = shown.get(parentElement) ?? new Takeaway(parentElement);
  shown.set(parentElement, one);
  if (data) one.show(data);
}
