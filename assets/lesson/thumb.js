// @ts-check
/** The graph, list or pattern that a lesson is about, in small. */

import { element } from "../pair/frame.js";

const SIZE = 1000, CLASSES = 8;

/** @typedef {{places?: number[], inks?: number[], kept?: number[], invented?: number[], heights?: number[], rows?: {name: string, mark: string}[]}} Picture */

/** @param {Picture} picture */
export function thumb({ places = [], inks = [], kept = [], invented = [], heights = [], rows = [] }) {
  const svg = element("svg", { viewBox: `-30 -30 ${SIZE + 60} ${SIZE + 60}`, class: "thumb", "aria-hidden": "true" });
  const at = (/** @type {number} */ node) => `${places[2 * node]} ${places[2 * node + 1]}`;
  /** @param {number[]} ends */
  const joins = (ends) => Array.from({ length: ends.length / 2 }, (_, i) => `M${at(ends[2 * i])}L${at(ends[2 * i + 1])}`).join("");
  if (kept.length) svg.append(element("path", { class: "kept", d: joins(kept) }));
  if (invented.length) svg.append(element("path", { class: "invented", d: joins(invented) }));
  const count = places.length / 2;
  for (const ink of new Set(Array.from({ length: count }, (_, node) => inks[node] ?? 0))) {
    const nodes = Array.from({ length: count }, (_, node) => node).filter((node) => (inks[node] ?? 0) === ink);
    svg.append(element("path", { class: `dot ink${ink < 0 ? "-none" : ink % CLASSES}`, d: nodes.map((node) => `M${at(node)}h0`).join("") }));
  }
  heights.forEach((height, i) => {
    const wide = SIZE / heights.length, high = (Math.abs(height) * SIZE) / 1000;
    svg.append(element("rect", { class: "bar", x: i * wide, y: SIZE - high, width: 0.85 * wide, height: high }));
  });
  rows.slice(0, 10).forEach(({ mark }, i) => svg.append(element("rect", {
    class: mark === "kept" || mark === "enough" ? "bar" : "bar other", x: 0, y: i * 100 + 15, width: SIZE * (0.95 - 0.06 * i), height: 62, rx: 20 })));
  return svg;
}
