// @ts-check
/** How a place on the page follows what the server sends it, whatever the order. */

/**
 * What a mount calls with each change of its data.
 *
 * Streamlit may call an outdated change after the newest one, and takes it back at once by its
 * farewell. So the calls of a place stand in a list until the next task: what is left is true.
 *
 * @template C
 * @param {import("./types.js").Mounts<C>} hub
 * @returns {(component: C & {parentElement: Node}) => () => void}
 */
export function mounting(hub) {
  return (component) => {
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
  };
}

/**
 * Let one widget a place show what comes there, and what has come before this code.
 *
 * @template {{parentElement: Node}} C
 * @template {{receive: (component: C) => void, remove: () => void}} W
 * @param {import("./types.js").Mounts<C>} hub
 * @param {{get: (place: Node) => W | undefined, set: (place: Node, widget: W) => unknown, delete: (place: Node) => boolean}} widgets
 * @param {() => W} make
 * @param {(component: C) => boolean} isReady a component that is not waits for the next
 */
export function showing(hub, widgets, make, isReady = () => true) {
  hub.show = (component) => {
    if (!isReady(component)) return;
    const place = component.parentElement;
    const widget = widgets.get(place) ?? make();
    widgets.set(place, widget);
    widget.receive(component);
  };
  hub.hide = (place) => {
    widgets.get(place)?.remove();
    widgets.delete(place);
  };
  for (const calls of hub.calls.values()) {
    const last = calls.at(-1);
    if (last) hub.show(last);
  }
}
