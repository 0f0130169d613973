/** Mouse, pen and fingers on a panel: hover, click, drag to pan, loop or box to mark, pinch. */

import { inside } from "./picking.js";

const CLICK = 4;

/** Give a panel its pointer. */
export function listenToPointer(widget, panel, side) {
  const { plot } = panel;
  const fingers = new Map();
  let start = null;
  let loop = null;

  const place = (event) => {
    const box = plot.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  plot.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const at = place(event);
    fingers.set(event.pointerId, at);
    plot.setPointerCapture(event.pointerId);
    if (fingers.size === 2) {
      loop = null;
      start = null;
      return;
    }
    start = { at, last: at, far: false };
    if (widget.tool === "lasso" || event.shiftKey) loop = { corners: [at], box: event.altKey };
    plot.classList.toggle("looping", Boolean(loop));
  });

  plot.addEventListener("pointermove", (event) => {
    const at = place(event);
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      pinch(widget, side, fingers, event.pointerId, at);
      return;
    }
    if (!start) {
      widget.hover(side, at);
      return;
    }
    start.far ||= Math.hypot(at[0] - start.at[0], at[1] - start.at[1]) > CLICK;
    if (!start.far) return;
    widget.hover(side, null);
    if (loop) {
      loop.corners = loop.box ? rectangle(start.at, at) : [...loop.corners, at];
      widget.showLoop(side, loop.corners);
    } else {
      plot.classList.add("dragging");
      widget.pan(side, at[0] - start.last[0], at[1] - start.last[1]);
    }
    start.last = at;
  });

  const finish = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    plot.classList.remove("dragging", "looping");
    const done = start;
    const drawn = loop;
    start = null;
    loop = null;
    if (!done || event.type === "pointercancel") {
      widget.showLoop(side, null);
      return;
    }
    if (done.far && drawn) {
      widget.showLoop(side, null);
      const found = inside(widget.sides[side].points, widget.transformOf(side), drawn.corners);
      widget.select(event.ctrlKey || event.metaKey ? [...widget.selection, ...found] : found);
    } else if (!done.far) {
      const node = widget.nodeAt(side, place(event));
      if (node >= 0) widget.toggle(node);
    }
    widget.rest();
  };
  plot.addEventListener("pointerup", finish);
  plot.addEventListener("pointercancel", finish);
  plot.addEventListener("pointerleave", () => widget.hover(side, null));
  plot.addEventListener("dblclick", () => widget.fit());

  // The wheel scrolls the page until the panel is in use: nobody gets stuck in a picture.
  plot.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && plot.getRootNode().activeElement !== plot) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.0018;
    widget.zoom(side, Math.exp(-event.deltaY * unit * speed), place(event));
  }, { passive: false });
}

function pinch(widget, side, fingers, id, at) {
  const [other] = [...fingers].filter(([key]) => key !== id).map(([, point]) => point);
  const before = fingers.get(id);
  const middle = (a) => [(a[0] + other[0]) / 2, (a[1] + other[1]) / 2];
  const reach = (a) => Math.max(8, Math.hypot(a[0] - other[0], a[1] - other[1]));
  const [was, is] = [middle(before), middle(at)];
  widget.pan(side, is[0] - was[0], is[1] - was[1]);
  widget.zoom(side, reach(at) / reach(before), is);
  fingers.set(id, at);
}

function rectangle([a, b], [c, d]) {
  return [[a, b], [c, b], [c, d], [a, d]];
}
