// @ts-check
/** The words around the pictures: titles, axes, a caption and the legend. */

import { counted, fillLegend } from "./frame.js";

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
  }

  /** Colours, height and axes, which stay while epsilon moves. */
  dress() {
    const { root, panels } = this.parts;
    const { theme, header, box } = this.scene.picture;
    for (const name of COLOURS) root.style.setProperty(`--pair-${name}`, theme[name]);
    root.setAttribute("aria-label", header.alt);
    root.toggleAttribute("data-single", header.single);
    const axes = box ? null : header.axes;
    root.toggleAttribute("data-axes", Boolean(axes));
    for (const panel of panels) {
      panel.axisX.textContent = axes?.[0] ?? "";
      panel.axisY.textContent = axes?.[1] ?? "";
    }
  }

  /** What is said of both sides. */
  describe() {
    const { parts } = this;
    this.scene.picture.sides.forEach((side, i) => {
      const { title, detail, plot } = parts.panels[i];
      title.textContent = side.title;
      title.classList.toggle("unproved", side.role === "unproved");
      detail.textContent = side.detail;
      plot.setAttribute("aria-label",
        `${side.title}: ${counted(side.points.length / 2, "node")}. ${side.detail}`);
    });
    parts.caption.textContent = this.scene.picture.header.caption;
    fillLegend(parts.legend, { ...this.scene.legendEntries(), choose: this.choose });
  }

  /** What stands below a saved picture. */
  get footnotes() {
    const { caption, footnote } = this.scene.picture.header;
    return [caption, ...footnote.split("\n")].filter(Boolean);
  }
}
