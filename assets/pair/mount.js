/** The part sent with every change: hands its data to the widget, or waits for the code. */

const hub = (globalThis[Symbol.for("graphdp.pair")] ??= { calls: new Map() });

/**
 * Streamlit may call an outdated change after the newest one, and takes it back at once by its
 * farewell. So the calls of a place stand in a list until the next task: what is left is true.
 */
export default function (component) {
  const place = component.parentElement;
  const calls = hub.calls.get(place) ?? [];
  hub.calls.set(place, calls);
  calls.push(component);
  hub.show?.(component);
  setTimeout(() => calls.splice(0, Math.max(0, calls.indexOf(component))));
  return () => {
    const last = calls.at(-1) === component;
    if (calls.includes(component)) calls.splice(calls.indexOf(component), 1);
    if (calls.length && place.isConnected) {
      if (last) hub.show?.(calls.at(-1));
      return;
    }
    hub.calls.delete(place);
    hub.hide?.(place);
  };
}
