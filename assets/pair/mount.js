/** The part sent with every change: hands its data to the widget, or waits for the code. */

const hub = (globalThis[Symbol.for("graphdp.pair")] ??= { waiting: [] });
hub.turns ??= new WeakMap();

export default function (component) {
  const place = component.parentElement;
  const turn = {};
  hub.turns.set(place, turn);
  if (hub.show) hub.show(component);
  else {
    hub.waiting = hub.waiting.filter((other) => other.parentElement !== place);
    hub.waiting.push(component);
  }
  return () => {
    // A late farewell of an earlier turn must not take away what a newer one has drawn.
    if (hub.turns.get(place) !== turn) return;
    hub.waiting = hub.waiting.filter((other) => other.parentElement !== place);
    hub.hide?.(place);
  };
}
