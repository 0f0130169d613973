// @ts-check
/** The graph, list or pattern that a lesson is about, in small. */

import { element } from "../pair/frame.js";

const SIZE = 1000, CLASSES = 8, LARGEST = 22;

/** @typedef {{places?: number[], inks?: number[], kept?: number[], invented?: number[], entries?: number[], rows?: {name: string, mark: string}[]}} Picture */

/** @param {Picture} picture @param {string} [alt] */
export function thumb({ places = [], inks = [], kept = [], invented = [], entries = [], rows = [] }, alt = "") {
  const svg = element("svg", { viewBox: `-30 -30 ${SIZE + 60} ${SIZE + 60}`, class: "thumb",
    ...alt ? { role: "img", "aria-label": alt } : { "aria-hidden": "true" } });
  const at = (/** @type {number} */ node) => `${places[2 * node]} ${places[2 * node + 1]}`;
  /** @param {number[]} ends */
  const joins = (ends) => Array.from({ length: ends.length / 2 }, (_, i) => `M${at(ends[2 * i])}L${at(ends[2 * i + 1])}`).join("");
  if (kept.length) svg.append(element("path", { class: "kept", d: joins(kept) }));
  if (invented.length) svg.append(element("path", { class: "invented", d: joins(invented) }));
  entries.forEach((entry, node) => svg.append(element("circle", {
    class: "sized", cx: places[2 * node], cy: places[2 * node + 1], r: (LARGEST * Math.abs(entry)) / 1000 })));
  const count = entries.length ? 0 : places.length / 2;
  for (const ink of new Set(Array.from({ length: count }, (_, node) => inks[node] ?? 0))) {
    const nodes = Array.from({ length: count }, (_, node) => node).filter((node) => (inks[node] ?? 0) === ink);
    svg.append(element("path", { class: `dot ink${ink < 0 ? "-none" : ink % CLASSES}`, d: nodes.map((node) => `M${at(node)}h0`).join("") }));
  }
  rows.slice(0, 10).forEach(({ mark }, i) => svg.append(element("rect", {
    class: mark === "kept" || mark === "enough" ? "bar" : "bar other", x: 0, y: i * 100 + 15, width: SIZE * (0.95 - 0.06 * i), height: 62, rx: 20 })));
  return svg;
}
