// @ts-check
/** Where the page meets its chart: the prepared stops by name, and one chart per mount. */

import { showing } from "../pair/mounting.js";
import { decode } from "../pair/payload.js";
import { ChartWidget } from "./widget.js";

const KEPT = 8;
/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.chart")] ??= { calls: new Map() });
const shelf = (hub.shelf ??= new Map());
const charts = (hub.charts ??= new Map());

showing(hub, charts, () => new ChartWidget(shelf), ({ data }) => Boolean(data?.length));

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
