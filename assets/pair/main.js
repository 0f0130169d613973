// @ts-check
/** Where the page meets the widget: the store of shared parts, and one widget per mount. */

import { Store } from "./payload.js";
import { PairWidget } from "./widget.js";

/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.pair")] ??= { calls: new Map() });
const store = (hub.store ??= new Store());
const widgets = (hub.widgets ??= new WeakMap());

/**
 * Called by each mount whenever its data or the theme has changed.
 *
 * @param {import("./types.js").Component} component
 */
hub.show = (component) => {
  const place = component.parentElement;
  const widget = widgets.get(place) ?? new PairWidget(store);
  widgets.set(place, widget);
  widget.receive(component);
};

/** @param {Node} place */
hub.hide = (place) => {
  widgets.get(place)?.remove();
  widgets.delete(place);
};

for (const calls of hub.calls.values()) {
  const last = calls.at(-1);
  if (last) hub.show(last);
}

/**
 * The mount that carries this code also carries a shared part, sent once and then remembered.
 *
 * @param {import("./types.js").Component} component
 */
export default function ({ data }) {
  if (data?.length) store.put(data);
}
