// @ts-check
/** A stop drawn as a chart. */

import { svgOf } from "../chart/saved.js";
import { ChartWidget } from "../chart/widget.js";

/**
 * @param {HTMLElement} place
 * @returns {import("./types.js").Drawing}
 */
export function chartDrawing(place) {
  const widget = new ChartWidget(new Map());
  place.append(widget.root);
  return {
    show(shared, { header, arrays }, saved) {
      const chart = /** @type {import("../chart/types.js").Chart} */ (header.chart);
      widget.present({ chart, find: (name) => arrays.get(name) }, shared.header.themes, saved);
    },
    wear: () => widget.paint(),
    still: () => svgOf(widget.saved),
    remove: () => widget.remove(),
  };
}
