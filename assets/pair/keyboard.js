/** The keyboard on a panel: walking, marking, zooming, and the words a screen reader says. */

import { central, neighbour } from "./picking.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAN = 40;

/** Give a panel its keys. `widget` supplies the picture and carries out what is asked. */
export function listenToKeys(widget, panel, side) {
  panel.plot.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(widget, side, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  panel.plot.addEventListener("blur", () => widget.focusNode(-1, side));
}

function act(widget, side, { key, shiftKey }) {
  if (key in STEPS) {
    const [dx, dy] = STEPS[key];
    if (shiftKey) widget.pan(side, -PAN * dx, -PAN * dy);
    else walk(widget, side, dx, dy);
    return true;
  }
  switch (key) {
    case "Enter":
    case " ":
      if (widget.focused >= 0) widget.toggle(widget.focused);
      return true;
    case "Escape":
      if (widget.selection.size) widget.select([]);
      else widget.focusNode(-1, side);
      return true;
    case "+":
    case "=":
      widget.zoom(side, 1.4);
      return true;
    case "-":
      widget.zoom(side, 1 / 1.4);
      return true;
    case "0":
      widget.fit();
      return true;
    default:
      return false;
  }
}

function walk(widget, side, dx, dy) {
  const { points } = widget.sides[side];
  const transform = widget.transformOf(side);
  const [, , width, height] = widget.frames[side];
  const next = widget.focused < 0
    ? central(points, transform, width, height)
    : neighbour(points, transform, widget.focused, dx, dy);
  if (next < 0) widget.say("No node further that way.");
  else widget.focusNode(next, side, { aloud: true });
}
