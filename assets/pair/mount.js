// @ts-check
/** The part sent with every change: hands its data to the widget, or waits for the code. */

/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.pair")] ??= { calls: new Map() });

/**
 * Streamlit may call an outdated change after the newest one, and takes it back at once by its
 * farewell. So the calls of a place stand in a list until the next task: what is left is true.
 *
 * @param {import("./types.js").Component} component
 */
export default function (component) {
  const place = component.parentElement;
  const calls = hub.calls.get(place) ?? [];
  hub.calls.set(place, calls);
  calls.push(component);
  hub.show?.(component);
  setTimeout(() => calls.splice(0, Math.max(0, calls.indexOf(component))));
  return () => {
    const wasLast = calls.at(-1) === component;
    if (calls.includes(component)) calls.splice(calls.indexOf(component), 1);
    const last = calls.at(-1);
    if (last && place.isConnected) {
      if (wasLast) hub.show?.(last);
      return;
    }
    hub.calls.delete(place);
    hub.hide?.(place);
  };
}
