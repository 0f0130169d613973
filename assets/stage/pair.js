// @ts-check
/** A stop drawn as a pair of node pictures. */

import { svgOf } from "../pair/export.js";
import { Store } from "../pair/payload.js";
import { PairWidget } from "../pair/widget.js";

/**
 * A pair of node pictures; from stop to stop, and from view to view, nodes glide.
 *
 * @param {HTMLElement} place
 * @param {import("./types.js").Host} host
 * @returns {import("./types.js").Drawing}
 */
export function pairDrawing(place, host) {
  const widget = new PairWidget(new Store());
  widget.attach(place, (_, answer) => {
    if ("selection" in answer) host.marked?.(/** @type {any} */ (answer).selection);
  });
  return {
    show(shared, { header, arrays }, { file, footnote }) {
      const { category_names, ...pair } = /** @type {import("./types.js").PairHeader} */ (header.pair);
      const { epsilon } = header.words, id = `${header.shared} ${epsilon}`;
      widget.apply(
        { header: {
          ...pair, id, stamp: id, shared: header.shared, epsilon, stop: -1, shared_axes: true,
          finding: "", metrics: [], glide: null, file, footnote, follows: "none", height: null,
          selected: [...widget.marks.selection], selected_edges: {}, revision: Infinity,
        }, arrays },
        { header: { ...shared.header, category_names, stops: [] }, arrays: shared.arrays },
      );
    },
    wear: () => widget.wear(),
    still: () => svgOf(widget.saved()),
    remove: () => widget.remove(),
  };
}
