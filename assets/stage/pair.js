// @ts-check
/** A stop drawn as a pair of node pictures. */

import { svgOf } from "../pair/export.js";
import { Store } from "../pair/payload.js";
import { PairWidget } from "../pair/widget.js";

const TURN_MS = 560; // of a glide to another view

/**
 * A pair of node pictures; from stop to stop, and from view to view, nodes glide.
 *
 * @param {HTMLElement} place
 * @param {import("./types.js").Host} host
 * @returns {import("./types.js").Drawing}
 */
export function pairDrawing(place, host) {
  const widget = new PairWidget(new Store());
  let can = true;
  widget.attach(place, (_, answer) => {
    if ("supported" in answer && !answer.supported) can = false;
    else if ("selection" in answer) host.marked?.(/** @type {any} */ (answer).selection);
  });
  return {
    get works() {
      return can;
    },
    show(shared, { header, arrays }, { file, footnote }, turned = false) {
      if (!can) return;
      const { category_names, ...pair } = /** @type {import("./types.js").PairHeader} */ (header.pair);
      const { epsilon } = header.words, id = `${header.shared} ${epsilon}`;
      widget.apply(
        { header: {
          ...pair, id, stamp: id, shared: header.shared, epsilon, stop: -1, shared_axes: true,
          finding: "", metrics: [], glide: turned ? TURN_MS : null, file, footnote, follows: "none", height: null,
          selected: [...widget.marks.selection], selected_edges: {}, revision: Infinity,
        }, arrays },
        { header: { ...shared.header, category_names, stops: [] }, arrays: shared.arrays },
      );
    },
    mark(selection) {
      widget.marks.select(selection);
      if (can) widget.follow({ selection: [...selection] });
    },
    places() {
      return can ? widget.places(place) : [];
    },
    land: () => widget.land(),
    wear: () => widget.wear(),
    still: () => (can ? svgOf(widget.saved()) : ""),
    remove: () => widget.remove(),
  };
}
