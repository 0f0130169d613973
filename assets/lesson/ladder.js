// @ts-check
/** One graph at one epsilon for larger and larger units: a row of small pictures below the reveal. */

import { element as draw, make } from "../pair/frame.js";
import { pair, path } from "./svg.js";
import { raised } from "./words.js";

const WIDE = 1000, MARGIN = 30; // of a picture, in its own units

/**
 * Nothing where a lesson has none.
 *
 * @param {import("./types.js").Measured["ladder"]} told
 * @returns {HTMLElement[]}
 */
export function ladder(told) {
  if (!told) return [];
  const { title, places, rungs } = told;
  const heights = places.filter((_, i) => i % 2);
  const top = Math.min(...heights) - MARGIN, high = Math.max(...heights) + MARGIN - top;
  const at = (/** @type {number} */ node) => pair(places[2 * node], places[2 * node + 1]);
  const dots = heights.map((_, node) => `${path([at(node)])}h0`).join("");
  return [make("p", { className: "ladder-title" }, title),
    make("ol", { className: "ladder", tabindex: "0", "aria-label": title }, ...rungs.map(({ name, price, says, kept, invented }) => {
      const lines = [kept, invented].map((pairs) => pairs.map((_, i) => (i % 2 ? "" : path([at(pairs[i]), at(pairs[i + 1])]))).join(""));
      const picture = draw("svg", { viewBox: `0 ${top} ${WIDE} ${high}`, role: "img", "aria-label": `${name}: ${says}` },
        draw("path", { d: lines[0], class: "kept" }), draw("path", { d: lines[1], class: "invented" }), draw("path", { d: dots, class: "dot" }));
      return make("li", {}, make("p", { className: "unit" }, name), picture,
        make("p", { className: "says" }, says), make("p", { className: "price" }, ...raised(price)));
    }))];
}
