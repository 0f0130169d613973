// @ts-check
/** The part sent with every change: hands its data to the chart, or waits for the code. */

import { mounting } from "../pair/mounting.js";

/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.chart")] ??= { calls: new Map() });

export default mounting(hub);
