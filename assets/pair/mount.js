// @ts-check
/** The part sent with every change: hands its data to the widget, or waits for the code. */

import { mounting } from "./mounting.js";

/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.pair")] ??= { calls: new Map() });

export default mounting(hub);
