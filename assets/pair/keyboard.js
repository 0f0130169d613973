// @ts-check
/** The keyboard on a panel: walking, marking, zooming, and the words a screen reader says. */

import { central, neighbour } from "./picking.js";

/** @type {Record<string, import("./types.js").Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAN = 40;

/**
 * Give a panel its keys.
 *
 * @param {import("./interaction.js").Interaction} interaction
 * @param {import("./types.js").Panel} panel
 * @param {number} side
 */
export function listenToKeys(interaction, panel, side) {
  panel.plot.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(interaction, side, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  panel.plot.addEventListener("blur", () => interaction.focus(side, -1));
}

/**
 * @param {import("./interaction.js").Interaction} interaction
 * @param {number} side
 * @param {KeyboardEvent} event
 */
function act(interaction, side, { key, shiftKey }) {
  const { marks } = interaction;
  if (key in STEPS) {
    const [dx, dy] = STEPS[key];
    if (shiftKey) interaction.pan(-PAN * dx, -PAN * dy);
    else walk(interaction, side, dx, dy);
    return true;
  }
  switch (key) {
    case "Enter":
    case " ":
      if (marks.focused >= 0) interaction.toggle(marks.focused);
      return true;
    case "Escape":
      if (marks.any) interaction.select([]);
      else interaction.focus(side, -1);
      return true;
    case "+":
    case "=":
      interaction.zoom(side, 1.4);
      return true;
    case "-":
      interaction.zoom(side, 1 / 1.4);
      return true;
    case "0":
      interaction.fit();
      return true;
    default:
      return false;
  }
}

/**
 * @param {import("./interaction.js").Interaction} interaction
 * @param {number} side
 * @param {number} dx
 * @param {number} dy
 */
function walk(interaction, side, dx, dy) {
  const { picture, camera, marks } = interaction.scene;
  const { points } = picture.sides[side];
  const transform = interaction.scene.transformOf(side);
  const [, , width, height] = camera.frames[side];
  const next = marks.focused < 0
    ? central(points, transform, width, height)
    : neighbour(points, transform, marks.focused, dx, dy);
  if (next < 0) interaction.say("No node further that way.");
  else interaction.focus(side, next, { aloud: true });
}
