// @ts-check
/** Where the page meets its chart: the prepared stops by name, and one chart per mount. */

import { decode } from "../pair/payload.js";
import { ChartWidget } from "./widget.js";

const KEPT = 8;
/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.chart")] ??= { calls: new Map() });
const shelf = (hub.shelf ??= new Map());
const charts = (hub.charts ??= new Map());

/** @param {import("./types.js").Component} component */
hub.show = (component) => {
  if (!component.data?.length) return;
  const place = component.parentElement;
  const chart = charts.get(place) ?? new ChartWidget(shelf);
  charts.set(place, chart);
  chart.receive(component);
};

/** @param {Node} place */
hub.hide = (place) => {
  charts.get(place)?.remove();
  charts.delete(place);
};

for (const calls of hub.calls.values()) {
  const last = calls.at(-1);
  if (last) hub.show(last);
}

/**
 * The mount that carries this code also carries the stops, sent once and then remembered.
 *
 * @param {{data: Uint8Array | null}} component
 */
export default function ({ data }) {
  if (!data?.length) return;
  const part = /** @type {import("./types.js").StopsPart} */ (decode(data));
  shelf.delete(part.header.id);
  shelf.set(part.header.id, part);
  while (shelf.size > KEPT) shelf.delete([...shelf.keys()][0]);
  for (const chart of charts.values()) chart.arrived();
}
