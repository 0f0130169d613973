// @ts-check
/** One chart on a page: shows the server's picture, and prepared ones while the slider is held. */

import { button, hideTip, make, showTip } from "../pair/frame.js";
import { PageSlider, writeOnPage } from "../pair/page_sync.js";
import { isDark } from "../pair/palette.js";
import { decode } from "../pair/payload.js";
import { symbolPath } from "../pair/shapes.js";
import { draw, element, inkOf } from "./draw.js";

const REACH = 12; // pixels from the pointer to what it means
const LETTER = 13;

/** The stops are exact results: nothing is drawn between them. */
export class ChartWidget {
  /** @param {Map<string, import("./types.js").StopsPart>} shelf the prepared stops by name */
  constructor(shelf) {
    this.shelf = shelf;
    this.svg = /** @type {SVGSVGElement} */ (element("svg", { role: "img", "aria-label": "" }));
    this.tip = make("div", { className: "tip", "aria-hidden": "true" });
    this.legend = make("div", { className: "legend", "aria-hidden": "true" });
    this.stage = make("div", { className: "stage" }, this.svg, this.tip);
    this.tools = make("div", { className: "tools" },
      button("image", "Save as SVG", () => this.save(), { text: "SVG" }));
    this.root = make("div", { className: "chart" }, this.stage,
      make("div", { className: "foot" }, this.legend, this.tools));
    /** @type {import("./types.js").Message | null} */
    this.message = null;
    /** @type {{chart: import("./types.js").Chart, find: import("./types.js").Find} | null} */
    this.shown = null;
    /** @type {import("./types.js").Spot[]} */
    this.spots = [];
    /** @type {Uint8Array | null} */
    this.data = null;
    this.slider = new PageSlider((value) => this.follow(value));
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.stage);
    this.stage.addEventListener("pointermove", (event) => this.point(event));
    this.stage.addEventListener("pointerleave", () => hideTip(this.tip));
  }

  /** @param {import("./types.js").Component} component */
  receive({ data, parentElement }) {
    if (!this.root.isConnected) parentElement.append(this.root);
    if (data !== this.data) {
      this.data = data;
      this.message = /** @type {import("./types.js").Message} */ (decode(data));
    }
    const { header, arrays } = /** @type {import("./types.js").Message} */ (this.message);
    this.slider.watch(header.follows);
    // An answer to an older question must not undo what the reader has done since.
    if (!this.stopAt(this.slider.value) || this.slider.value === header.epsilon || !this.shown) {
      this.shown = { chart: header.chart, find: (name) => arrays.get(name) };
    }
    this.paint();
  }

  /** The stops have come. */
  arrived() {
    this.paint();
  }

  get stops() {
    return this.shelf.get(this.message?.header.stops ?? "");
  }

  /** @param {number} epsilon */
  stopAt(epsilon) {
    return this.stops?.header.stops.find((stop) => stop.epsilon === epsilon);
  }

  /** @param {number} epsilon where the page's slider is held */
  follow(epsilon) {
    const stop = this.stopAt(epsilon), { stops } = this;
    if (!stop || !stops) return;
    this.shown = { chart: stop.chart, find: (name) => stops.arrays.get(name) };
    this.paint();
    writeOnPage(stop);
  }

  paint() {
    const width = this.stage.clientWidth, height = this.stage.clientHeight;
    const themes = [...this.shelf.values()].at(-1)?.header.themes;
    if (!this.shown || !themes || !width || !height) return;
    const style = getComputedStyle(this.root);
    const paper = style.getPropertyValue("--st-background-color").trim();
    const theme = themes[isDark(paper) ? "dark" : "light"];
    const letter = LETTER * (Number(style.getPropertyValue("--type-scale")) || 1);
    const { chart, find } = this.shown;
    const { elements, spots } = draw(chart, find, { theme, width, height, letter });
    for (const name of /** @type {const} */ (["text", "muted", "surface", "grid", "accent"])) {
      this.root.style.setProperty(`--chart-${name}`, theme[name]);
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("font-family", style.getPropertyValue("--st-font").trim() || "sans-serif");
    this.svg.setAttribute("aria-label", chart.alt);
    this.svg.replaceChildren(...elements);
    this.spots = spots;
    this.explain(chart, theme);
    this.root.dataset.drawn = chart.titles[1];
  }

  /**
   * @param {import("./types.js").Chart} chart
   * @param {import("./types.js").Theme} theme
   */
  explain({ panels }, theme) {
    /** @type {Map<string, import("./types.js").Marks>} */
    const entries = new Map();
    for (const marks of panels.flatMap((panel) => panel.marks)) {
      if (marks.word && !entries.has(marks.word)) entries.set(marks.word, marks);
    }
    this.legend.replaceChildren(...[...entries].map(([word, { kind, ink, symbol, dash }]) => {
      const colour = inkOf(ink, theme);
      const [wide, mark] = kind === "dots"
        ? [16, element("path", { d: symbolPath(symbol, 8, 8, 9), fill: colour })]
        : [28, element("path", {
          d: "M1 8H27", stroke: colour, "stroke-width": "2",
          "stroke-dasharray": dash.length ? dash.join(" ") : "none",
        })];
      const sample = element("svg", { width: String(wide), height: "16" });
      sample.append(mark);
      return make("span", { className: "entry" }, sample, word);
    }));
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.stage.getBoundingClientRect();
    const scale = this.stage.clientWidth / box.width;
    const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    let best = null, least = REACH * REACH;
    for (const spot of this.spots) {
      const square = (spot.x - x) ** 2 + (spot.y - y) ** 2;
      if (square > least) continue;
      best = spot;
      least = square;
    }
    if (best) showTip(this.tip, this.stage, best.x, best.y, [best.words]);
    else hideTip(this.tip);
  }

  save() {
    const copy = /** @type {SVGSVGElement} */ (this.svg.cloneNode(true));
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([copy.outerHTML], { type: "image/svg+xml" }));
    link.download = `${this.message?.header.file ?? "graphdp"}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  remove() {
    this.slider.stop();
    this.observer.disconnect();
    this.root.remove();
  }
}
