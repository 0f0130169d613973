// @ts-check
/** A stop drawn as a chart. */

import { svgOf } from "../chart/saved.js";
import { ChartWidget } from "../chart/widget.js";

/**
 * @param {HTMLElement} place
 * @param {import("./types.js").Host} host
 * @returns {import("./types.js").Drawing}
 */
export function chartDrawing(place, host) {
  const widget = new ChartWidget(host.marked);
  place.append(widget.root);
  return {
    show(shared, { header, arrays }, saved) {
      const chart = /** @type {import("../chart/types.js").Chart} */ (header.chart);
      const { themes, names } = shared.header;
      widget.present({ chart, find: (name) => arrays.get(name), themes, names, file: saved.file, footnote: saved.footnote });
    },
    mark: (selection) => widget.mark(selection),
    places: () => placesFrom(widget.places(), widget.stage, place),
    tells: () => widget.tells(),
    wear: () => widget.paint(),
    still: () => svgOf(widget.saved),
    remove: () => widget.remove(),
  };
}

/**
 * @param {Map<number, import("../chart/types.js").Spot>[]} sides
 * @param {HTMLElement} stage
 * @param {HTMLElement} place
 */
function placesFrom(sides, stage, place) {
  const inner = stage.getBoundingClientRect(), outer = place.getBoundingClientRect();
  const dx = inner.left - outer.left, dy = inner.top - outer.top;
  return sides.map((side) => new Map([...side].map(([node, { x, y, size, colour, symbol }]) =>
    [node, { x: x + dx, y: y + dy, size, colour, symbol, own: false }])));
}
