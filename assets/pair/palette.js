// @ts-check
/** Colours of a theme as numbers for the shaders, and how the edges of a panel are drawn. */

import { penOf } from "./frame.js";

/** @type {import("./types.js").Kind[]} */
const DRAWING_ORDER = ["lost", "kept", "invented"];
const STRENGTH = { kept: 0.75, lost: 0.75, invented: 0.95 };

/** @type {Record<import("./types.js").Kind, import("./types.js").Dash>} */
export const DASHES = { kept: null, lost: [2, 3], invented: [6, 4] };

/** @param {import("./types.js").Theme} theme */
export function palette(theme) {
  const colours = new Float32Array(4 * 9);
  [...theme.categorical, theme.accent].forEach((colour, i) =>
    colours.set([...rgb(colour), 1], 4 * i));
  return { palette: colours, paper: rgb(theme.background) };
}

/** @param {string} hex */
export function rgb(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
}

/** @param {import("./types.js").Side} side */
export function edgeCount(side) {
  return Object.values(side.edges).reduce((sum, pairs) => sum + pairs.length / 2, 0);
}

/**
 * How the edges of a panel are drawn: the more there are, the fainter.
 *
 * @param {import("./types.js").Side} side
 * @param {import("./types.js").Theme} theme
 * @param {Partial<Record<import("./types.js").Kind, number>> | null} widths
 * @param {boolean} dimmed
 * @param {boolean} veiled all kinds look alike, so that none tells of the other side
 * @returns {import("./types.js").EdgeStyle[]}
 */
export function edgeStyles(side, theme, widths, dimmed, veiled = false) {
  const crowd = edgeCount(side);
  // Many lines together are as dark as 250 in full strength: more of them would be a blot.
  const faint = Math.max(0.04, Math.min(1, 10 / Math.sqrt(Math.max(crowd, 1)), 250 / Math.max(crowd, 1)));
  const thick = crowd < 400 ? 1.2 : 0.8;
  return DRAWING_ORDER.filter((kind) => side.edges[kind]?.length).map((kind) => {
    const look = veiled ? "kept" : kind;
    return {
      kind,
      css: theme[look],
      colour: rgb(theme[look]),
      alpha: STRENGTH[look] * (widths ? Math.max(faint, 0.85) : faint) * (dimmed ? 0.35 : 1),
      width: widths?.[look] ?? thick,
      dash: DASHES[look],
    };
  });
}

/**
 * Whether a CSS colour is dark; the browser itself reads it, whatever its notation.
 *
 * @param {string} colour
 */
export function isDark(colour) {
  const pen = penOf(document.createElement("canvas"), { willReadFrequently: true });
  pen.fillStyle = colour || "#fff";
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
}
