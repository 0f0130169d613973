// @ts-check
/** Mouse, pen and fingers on a panel: hover, click, drag to pan, loop or box to mark, pinch. */

import { inside } from "./picking.js";

const CLICK = 4;

/**
 * Give a panel its pointer.
 *
 * @param {import("./interaction.js").Interaction} interaction
 * @param {import("./types.js").Panel} panel
 * @param {number} side
 */
export function listenToPointer(interaction, panel, side) {
  const { plot } = panel;
  const { scene } = interaction;
  /** @type {Map<number, import("./types.js").Point>} */
  const fingers = new Map();
  /** @type {{at: import("./types.js").Point, last: import("./types.js").Point, far: boolean} | null} */
  let start = null;
  /** @type {{corners: import("./types.js").Point[], box: boolean} | null} */
  let loop = null;

  /**
   * @param {MouseEvent} event
   * @returns {import("./types.js").Point}
   */
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
    if (interaction.tool === "lasso" || event.shiftKey) loop = { corners: [at], box: event.altKey };
    plot.classList.toggle("looping", Boolean(loop));
  });

  plot.addEventListener("pointermove", (event) => {
    const at = place(event);
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      pinch(interaction, side, fingers, event.pointerId, at);
      return;
    }
    if (!start) {
      interaction.hover(side, at);
      return;
    }
    start.far ||= Math.hypot(at[0] - start.at[0], at[1] - start.at[1]) > CLICK;
    if (!start.far) return;
    interaction.hover(side, null);
    if (loop) {
      loop.corners = loop.box ? rectangle(start.at, at) : [...loop.corners, at];
      interaction.loop(side, loop.corners);
    } else {
      plot.classList.add("dragging");
      interaction.pan(at[0] - start.last[0], at[1] - start.last[1]);
    }
    start.last = at;
  });

  /** @param {PointerEvent} event */
  const finish = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    plot.classList.remove("dragging", "looping");
    const done = start;
    const drawn = loop;
    start = null;
    loop = null;
    if (!done || event.type === "pointercancel") {
      interaction.loop(side, null);
      return;
    }
    if (done.far && drawn) {
      interaction.loop(side, null);
      const picked = inside(scene.picture.sides[side].points, scene.transformOf(side), drawn.corners);
      interaction.select(
        event.ctrlKey || event.metaKey ? [...scene.marks.selection, ...picked] : picked);
    } else if (!done.far) {
      const node = scene.nodeAt(side, place(event));
      if (node >= 0) interaction.toggle(node);
    }
    interaction.painter.rest();
  };
  plot.addEventListener("pointerup", finish);
  plot.addEventListener("pointercancel", finish);
  plot.addEventListener("pointerleave", () => interaction.hover(side, null));
  plot.addEventListener("dblclick", () => interaction.fit());

  // The wheel scrolls the page until the panel is in use: nobody gets stuck in a picture.
  plot.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && rootOf(plot).activeElement !== plot) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.0018;
    interaction.zoom(side, Math.exp(-event.deltaY * unit * speed), place(event));
  }, { passive: false });
}

/**
 * @param {import("./interaction.js").Interaction} interaction
 * @param {number} side
 * @param {Map<number, import("./types.js").Point>} fingers
 * @param {number} id
 * @param {import("./types.js").Point} at
 */
function pinch(interaction, side, fingers, id, at) {
  const [other] = [...fingers].filter(([key]) => key !== id).map(([, point]) => point);
  const before = fingers.get(id) ?? at;
  /**
   * @param {import("./types.js").Point} a
   * @returns {import("./types.js").Point}
   */
  const middle = (a) => [(a[0] + other[0]) / 2, (a[1] + other[1]) / 2];
  /** @param {import("./types.js").Point} a */
  const reach = (a) => Math.max(8, Math.hypot(a[0] - other[0], a[1] - other[1]));
  const [was, is] = [middle(before), middle(at)];
  interaction.pan(is[0] - was[0], is[1] - was[1]);
  interaction.zoom(side, reach(at) / reach(before), is);
  fingers.set(id, at);
}

/**
 * @param {import("./types.js").Point} from
 * @param {import("./types.js").Point} to
 * @returns {import("./types.js").Point[]}
 */
function rectangle([a, b], [c, d]) {
  return [[a, b], [c, b], [c, d], [a, d]];
}

/** @param {Element} element */
function rootOf(element) {
  return /** @type {Document | ShadowRoot} */ (element.getRootNode());
}
