// @ts-check
/** Where the page meets the widget: the store of shared parts, and one widget per mount. */

import { showing } from "./mounting.js";
import { Store } from "./payload.js";
import { PairWidget } from "./widget.js";

/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.pair")] ??= { calls: new Map() });
const store = (hub.store ??= new Store());
const widgets = (hub.widgets ??= new WeakMap());

showing(hub, widgets, () => new PairWidget(store));

/**
 * The mount that carries this code also carries a shared part, sent once and then remembered.
 *
 * @param {import("./types.js").Component} component
 */
export default function ({ data }) {
  if (data?.length) store.put(data);
}
