// @ts-check
/** One promise told for larger and larger units: a table below the reveal. */

import { make } from "../pair/frame.js";

/**
 * @param {import("./types.js").Measured["ladder"]} told
 * @returns {HTMLElement[]} nothing where a lesson has none
 */
export function ladder(told) {
  if (!told) return [];
  const head = make("tr", {}, ...told.heads.map((name) => make("th", { scope: "col" }, name)));
  const rows = told.rows.map(([unit = "", ...cells]) => make("tr", {}, make("th", { scope: "row" }, unit),
    ...cells.map((cell) => make("td", {}, cell))));
  return [make("table", { className: "ladder" }, make("caption", {}, told.title),
    make("thead", {}, head), make("tbody", {}, ...rows))];
}
