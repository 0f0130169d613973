// @ts-check
/** Saves a chart as it stands on the screen, with its legend: SVG, or PNG in twice the resolution. */

import { element } from "../pair/frame.js";
import { rasterised } from "../pair/export.js";

/** @typedef {{svg: SVGSVGElement, theme: import("./types.js").Theme, legend: HTMLElement, footnote: string}} Saved */

const MARGIN = 16;
const LINE = 24;

/**
 * The chart on its paper as SVG text, the entries of its legend below it.
 *
 * @param {Saved} what
 */
export function svgOf({ svg, theme, legend, footnote }) {
  const { width, height } = svg.viewBox.baseVal;
  const chart = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const rows = below(legend, theme);
  const foot = element("g", { transform: `translate(${MARGIN} ${MARGIN + height + 18})` });
  foot.append(...rows);
  const notes = footnote.split("\n").filter(Boolean), above = rows.length ? 1 : 0;
  notes.forEach((text, i) => {
    const note = element("text", { y: String((above + i) * LINE), fill: theme.muted });
    note.textContent = text;
    foot.append(note);
  });
  const high = height + 2 * MARGIN + (above + notes.length) * LINE;
  const all = element("svg", {
    xmlns: "http://www.w3.org/2000/svg", width: String(width + 2 * MARGIN), height: String(high),
    "font-family": svg.getAttribute("font-family") ?? "sans-serif", "font-size": "13",
  });
  const title = element("title", {});
  title.textContent = svg.getAttribute("aria-label");
  for (const [name, value] of Object.entries({ x: MARGIN, y: MARGIN, width, height })) {
    chart.setAttribute(name, String(value));
  }
  all.append(title, element("rect", { width: "100%", height: "100%", fill: theme.background }),
    chart, foot);
  return new XMLSerializer().serializeToString(all);
}

/**
 * The same as a PNG blob.
 *
 * @param {Saved} what
 */
export function pngOf(what) {
  return rasterised(svgOf(what));
}

/**
 * The legend as it lies on the screen, in one line.
 *
 * @param {HTMLElement} legend
 * @param {import("./types.js").Theme} theme
 */
function below(legend, theme) {
  let x = 0;
  return [...legend.querySelectorAll(".entry")].map((entry) => {
    const group = element("g", { transform: `translate(${x} 0)` });
    const sample = entry.querySelector("svg");
    const wide = sample ? sample.clientWidth : 0;
    if (sample) {
      const copy = /** @type {SVGElement} */ (sample.cloneNode(true));
      copy.setAttribute("y", "-13");
      group.append(copy);
    }
    const words = element("text", { x: String(wide + 6), fill: theme.text });
    words.textContent = entry.textContent;
    group.append(words);
    x += entry.getBoundingClientRect().width + 20;
    return group;
  });
}
