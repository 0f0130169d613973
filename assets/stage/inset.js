// @ts-check
/** Beside a chart, where the marked nodes are in the graph, on both sides, and their edges. */

import { element, make } from "../pair/frame.js";
import { DASHES, isDark } from "../pair/palette.js";
import { KINDS } from "../pair/payload.js";
import { readSide } from "../pair/sides.js";
import { fixed } from "../pair/shapes.js";
import { boundsOf } from "../pair/view.js";

const WIDTH = 300, HEIGHT = 92, ROOM = 6; // pixels of a side
const MOST = 1500; // quiet dots

/** @typedef {{stop: import("./types.js").Stop, shared: import("./types.js").Shared}} Drawn */

export class Inset {
  constructor() {
    this.root = make("div", { className: "inset", "aria-hidden": "true" });
    this.root.hidden = true;
    this.seen = "";
    /** @type {import("../pair/types.js").Side[]} */
    this.sides = [];
    this.of = "";
  }

  /**
   * @param {Drawn | undefined} drawn where the nodes stand; nothing hides it
   * @param {number[]} selection
   */
  show(drawn, selection) {
    this.root.hidden = !drawn;
    if (!drawn) return;
    const { stop, shared } = drawn, dark = isDark(getComputedStyle(this.root).getPropertyValue("--background").trim());
    const theme = shared.header.themes[dark ? "dark" : "light"];
    const of = `${stop.header.shared} ${stop.header.words.epsilon}`, seen = `${of} ${theme.name} ${selection}`;
    if (seen === this.seen) return;
    this.seen = seen;
    if (of !== this.of) this.sides = sidesOf(drawn);
    this.of = of;
    const marked = new Set(selection);
    this.root.replaceChildren(...this.sides.map((side, i) => {
      const svg = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
      svg.append(...small(side, i, marked, theme));
      return make("figure", {}, svg);
    }));
  }
}

/**
 * Both sides of a pair as they are packed.
 *
 * @param {Drawn} drawn
 */
function sidesOf({ stop, shared }) {
  return (stop.header.pair?.sides ?? []).map((side) =>
    readSide(side, (name) => stop.arrays.get(name) ?? shared.arrays.get(name)));
}

/**
 * The edges of the true graph that a stop draws, two nodes each.
 *
 * @param {Drawn} drawn
 */
export function trueEdges(drawn) {
  const { kept, lost } = sidesOf(drawn)[0]?.edges ?? {};
  return [...kept ?? [], ...lost ?? []];
}

/**
 * @param {import("../pair/types.js").Side} side
 * @param {number} number of the side
 * @param {Set<number>} marked
 * @param {import("../pair/types.js").Theme} theme
 */
function small({ points, edges }, number, marked, theme) {
  const [x0, y0, x1, y1] = boundsOf(points);
  const scale = Math.min((WIDTH - 2 * ROOM) / (x1 - x0 || 1), (HEIGHT - 2 * ROOM) / (y1 - y0 || 1));
  /** @type {(node: number) => [string, string]} */
  const at = (node) => [
    fixed(WIDTH / 2 + (points[2 * node] - (x0 + x1) / 2) * scale),
    fixed(HEIGHT / 2 - (points[2 * node + 1] - (y0 + y1) / 2) * scale),
  ];
  const step = Math.ceil(points.length / 2 / MOST);
  let quiet = "", chosen = "";
  for (let node = 0; 2 * node < points.length; node++) {
    const [x, y] = at(node);
    if (marked.has(node)) chosen += `M${x},${y}h0`;
    else if (node % step === 0) quiet += `M${x},${y}h0`;
  }
  const lines = KINDS.filter((kind) => kind !== (number ? "lost" : "invented")).map((kind) => {
    const pairs = edges[kind] ?? [];
    let d = "";
    for (let i = 0; i < pairs.length; i += 2) {
      if (marked.has(pairs[i]) && marked.has(pairs[i + 1])) d += `M${at(pairs[i])}L${at(pairs[i + 1])}`;
    }
    return element("path", { d, stroke: theme[kind], fill: "none", "stroke-width": "1.5",
      "stroke-dasharray": DASHES[kind]?.join(" ") ?? "none" });
  });
  const dots = { fill: "none", "stroke-linecap": "round" };
  return [element("path", { ...dots, d: quiet, stroke: theme.baseline, "stroke-width": "3", "stroke-opacity": "0.6" }),
    ...lines, element("path", { ...dots, d: chosen, stroke: theme.accent, "stroke-width": "6.5" })];
}
