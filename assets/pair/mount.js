/** The part sent with every change: hands its data to the widget, or waits for the code. */

const hub = (globalThis[Symbol.for("graphdp.pair")] ??= { waiting: [] });

export default function (component) {
  const place = component.parentElement;
  if (hub.show) hub.show(component);
  else {
    hub.waiting = hub.waiting.filter((other) => other.parentElement !== place);
    hub.waiting.push(component);
  }
  return () => {
    hub.waiting = hub.waiting.filter((other) => other.parentElement !== place);
    hub.hide?.(place);
  };
}
