/** Where the page meets the widget: the store of shared parts, and one widget per mount. */

import { Store } from "./payload.js";
import { PairWidget } from "./widget.js";

const hub = (globalThis[Symbol.for("graphdp.pair")] ??= { calls: new Map() });
hub.store ??= new Store();
hub.widgets ??= new WeakMap();

/** Called by each mount whenever its data or the theme has changed. */
hub.show = (component) => {
  const place = component.parentElement;
  if (!hub.widgets.has(place)) hub.widgets.set(place, new PairWidget(hub.store));
  hub.widgets.get(place).receive(component);
};

hub.hide = (place) => {
  hub.widgets.get(place)?.remove();
  hub.widgets.delete(place);
};

for (const calls of hub.calls.values()) hub.show(calls.at(-1));

/** The mount that carries this code also carries a shared part, sent once and then remembered. */
export default function ({ data }) {
  if (data?.length) hub.store.put(data);
}
