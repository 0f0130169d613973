// @ts-check
/** Nodes that are marked, on a chart: its dots, bars and slopes that stand for them. */

import { element } from "../pair/frame.js";
import { fixed } from "../pair/shapes.js";

/**
 * Where each node stands: at the mark that stands for it and for the fewest others.
 *
 * @param {import("./types.js").Spot[]} spots
 * @returns {Map<number, import("./types.js").Spot>[]} one a side
 */
export function homes(spots) {
  /** @type {Map<number, import("./types.js").Spot>[]} */
  const sides = [new Map(), new Map()];
  for (const spot of spots) {
    const at = sides[spot.side];
    if (at) for (const node of spot.members) {
      const before = at.get(node);
      if (!before || spot.members.length < before.members.length) at.set(node, spot);
    }
  }
  return sides;
}

/**
 * Rings, thick slopes and filled parts of bars over the chart.
 *
 * @param {{spots: import("./types.js").Spot[], strands: import("./types.js").Strand[]}} drawn
 * @param {Set<number>} selection
 * @param {import("./types.js").Theme} theme
 */
export function marksOver({ spots, strands }, selection, theme) {
  if (!selection.size) return [];
  const near = new Set(homes(spots).flatMap((side) => [...selection].map((node) => side.get(node))));
  const lines = strands.filter(({ members }) => members.length && members.every((node) => selection.has(node)))
    .map(strandOver);
  const rings = spots.filter(({ members }) => members.length).flatMap((spot) => {
    const share = spot.members.filter((node) => selection.has(node)).length / spot.members.length;
    if (spot.area) return share ? [filled(spot.area, share, theme)] : [];
    return share === 1 || near.has(spot) ? ringed(spot, share === 1, theme) : [];
  });
  return [...lines, ...rings];
}

/** @param {import("./types.js").Strand} strand */
export function strandOver({ d, colour, width }) {
  return element("path", { d, fill: "none", stroke: colour, "stroke-width": String(2.5 * width), "stroke-linecap": "round" });
}

/**
 * @param {import("./types.js").Spot} spot
 * @param {boolean} whole all that it stands for is marked
 * @param {import("./types.js").Theme} theme
 */
function ringed({ x, y, size, words }, whole, theme) {
  if (!words) return [element("circle", { cx: fixed(x), cy: fixed(y), r: String(size / 2 + 1.2), fill: theme.accent })];
  const [thick, r] = whole ? [2.5, size / 2 + 4] : [1.2, size / 2 + 3];
  return [[thick + 2.5, theme.background], [thick, theme.text]].map(([width, stroke]) => element("circle", {
    cx: fixed(x), cy: fixed(y), r: String(r), fill: "none", stroke: String(stroke), "stroke-width": String(width),
  }));
}

/**
 * @param {[left: number, top: number, width: number, height: number]} area
 * @param {number} share
 * @param {import("./types.js").Theme} theme
 */
function filled([left, top, width, height], share, theme) {
  return element("rect", {
    x: fixed(left), y: fixed(top + (1 - share) * height), width: fixed(width), height: fixed(share * height),
    fill: theme.text, "fill-opacity": "0.75",
  });
}
