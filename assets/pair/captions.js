// @ts-check
/** The words around the pictures: titles, axes, finding, numbers and the legend. */

import { counted, fillLegend, make } from "./frame.js";

/** @type {("text" | "muted" | "grid" | "accent" | "surface" | "background" | "unproved")[]} */
const COLOURS = ["text", "muted", "grid", "accent", "surface", "background", "unproved"];

/** Writes into the widget's own elements; `choose` hears of a category picked in the legend. */
export class Captions {
  /**
   * @param {import("./types.js").Parts} parts
   * @param {import("./scene.js").Scene} scene
   * @param {{choose: (category: number) => void}} hears
   */
  constructor(parts, scene, { choose }) {
    this.parts = parts;
    this.scene = scene;
    this.choose = choose;
    /** @type {import("./types.js").Words} */
    this.words = {};
  }

  /** Colours, height and axes, which stay while epsilon moves. */
  dress() {
    const { root, panels } = this.parts;
    const { theme, header, box } = this.scene.picture;
    for (const name of COLOURS) root.style.setProperty(`--pair-${name}`, theme[name]);
    if (header.height) root.style.setProperty("--pair-height", `${header.height}px`);
    root.setAttribute("aria-label", header.alt);
    root.toggleAttribute("data-single", header.single);
    const axes = box ? null : header.axes;
    root.toggleAttribute("data-axes", Boolean(axes));
    for (const panel of panels) {
      panel.axisX.textContent = axes?.[0] ?? "";
      panel.axisY.textContent = axes?.[1] ?? "";
    }
  }

  /** @param {import("./types.js").Words} words those of before, if none are given */
  describe(words = this.words) {
    this.words = words;
    const { finding = "", metrics = [], caption = "" } = words;
    const { parts } = this;
    this.scene.picture.sides.forEach((side, i) => {
      const { title, detail, plot } = parts.panels[i];
      title.textContent = side.title;
      title.classList.toggle("unproved", side.role === "unproved");
      detail.textContent = side.detail;
      plot.setAttribute("aria-label",
        `${side.title}: ${counted(side.points.length / 2, "node")}. ${side.detail}`);
    });
    parts.finding.textContent = finding;
    parts.metrics.replaceChildren(...metrics.map(([name, value]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, value))));
    parts.caption.textContent = caption;
    fillLegend(parts.legend, { ...this.scene.legendEntries(), choose: this.choose });
  }

  /** What stands below a saved picture. */
  get footnotes() {
    const { finding, caption } = this.parts;
    return [finding.textContent, caption.textContent, this.scene.picture.header.footnote].filter(Boolean);
  }
}
