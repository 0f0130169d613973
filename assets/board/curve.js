// @ts-check
/** The survival curve: how much is left at every stop, between guessing and the true result. */

import { element, make } from "../pair/frame.js";

const WIDTH = 260, HEIGHT = 40, EDGE = 4;

export class Curve {
  constructor() {
    this.band = element("path", { class: "band" });
    this.line = element("path", { class: "line" });
    this.ruler = element("line", { class: "ruler", y1: 0, y2: HEIGHT });
    const svg = element("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true",
    });
    const [top, bottom] = [0, 1].map((share) =>
      element("line", { class: "level", x1: 0, x2: WIDTH, y1: atY(share), y2: atY(share) }));
    svg.append(top, bottom, this.band, this.line, this.ruler);
    this.dot = make("span", { className: "dot", "aria-hidden": "true" });
    this.top = make("span", { className: "end top" });
    this.bottom = make("span", { className: "end bottom" });
    this.flag = make("span", { className: "flag" });
    this.box = make("div", { className: "curve", role: "img", "data-empty": "" });
    this.box.append(make("div", { className: "plot" }, /** @type {any} */ (svg), this.dot, this.flag), this.top, this.bottom);
    /** @type {import("./types.js").CurveRows | null} */
    this.rows = null;
  }

  /**
   * @param {import("./types.js").CurveRows | null} rows
   * @param {number | null} lasts the stop from which on it survives
   * @param {boolean} captioned whether its ends are named
   */
  fill(rows, lasts, captioned) {
    if (rows === this.rows) return;
    this.rows = rows;
    this.box.toggleAttribute("data-empty", !rows?.middle.some((value) => value !== null));
    this.flag.hidden = lasts === null;
    if (!rows) return;
    if (lasts !== null) this.flag.style.left = `${(100 * atX(lasts, rows.middle.length)) / WIDTH}%`;
    const { low, middle, high } = rows;
    this.box.toggleAttribute("data-named", captioned);
    this.top.textContent = captioned ? rows.top : "";
    this.bottom.textContent = captioned ? rows.bottom : "";
    this.line.setAttribute("d", runs(middle).map(path).join(""));
    const floors = runs(low);
    this.band.setAttribute("d", runs(high).map((run, i) => run.length > 2 ? `${path([...run, ...floors[i].reverse()])}Z` : "").join(""));
  }

  /**
   * @param {number} stop
   * @param {string} words what a screen reader says of it
   */
  mark(stop, words) {
    const value = this.rows?.middle[stop] ?? null;
    const x = atX(stop, this.rows?.middle.length ?? 1);
    this.ruler.setAttribute("x1", String(x));
    this.ruler.setAttribute("x2", String(x));
    this.dot.hidden = value === null;
    if (value !== null) {
      this.dot.style.left = `${(100 * x) / WIDTH}%`;
      this.dot.style.top = `${(100 * atY(1 - value)) / HEIGHT}%`;
    }
    this.box.setAttribute("aria-label", words);
  }
}

/**
 * @param {number} stop
 * @param {number} count of stops
 */
function atX(stop, count) {
  return EDGE + (stop / Math.max(1, count - 1)) * (WIDTH - 2 * EDGE);
}

/** @param {number} share from the top */
function atY(share) {
  return EDGE + share * (HEIGHT - 2 * EDGE);
}

/**
 * Neighbouring stops that are known; what was not measured is not drawn.
 *
 * @param {import("./types.js").Row} row
 * @returns {[number, number][][]}
 */
function runs(row) {
  /** @type {[number, number][][]} */
  const runs = [];
  row.forEach((value, i) => {
    if (value === null) return;
    if (i === 0 || row[i - 1] === null) runs.push([]);
    runs[runs.length - 1].push([atX(i, row.length), atY(1 - value)]);
  });
  return runs;
}

/** A line; of one or two points dots: a dash would look like a curve. @param {[number, number][]} list */
function path(list) {
  const isLine = list.length > 2;
  return list.map(([x, y], i) => `${isLine && i ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}${isLine ? "" : "h0.1"}`).join("");
}
