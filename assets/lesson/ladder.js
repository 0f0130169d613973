// @ts-check
/** One graph at one epsilon for larger and larger units: a row of small pictures below the reveal. */

import { make } from "../pair/frame.js";
import { thumb } from "./thumb.js";
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
  return [make("p", { className: "ladder-title" }, title),
    make("ol", { className: "ladder", "aria-label": title }, ...rungs.map(({ name, price, says, kept, invented }) => {
      const picture = thumb({ places, kept, invented }, `${name}: ${says}`);
      picture.setAttribute("viewBox", `0 ${top} ${WIDE} ${high}`);
      return make("li", {}, make("p", { className: "unit" }, name), picture,
        make("p", { className: "says" }, says), make("p", { className: "price" }, ...raised(price)));
    }))];
}
