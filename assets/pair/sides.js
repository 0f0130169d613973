// @ts-check
/** What one panel shows, read from the header and its arrays. */

import { edgesOf, KINDS, positionsOf } from "./payload.js";

export const NONE = 255;
const STYLED = 16;

/**
 * One panel's data: points (flat or solid), sizes (pixels), categories, edges, words.
 *
 * @param {import("./types.js").SideHeader} header
 * @param {import("./types.js").Find} find
 * @returns {import("./types.js").Side}
 */
export function readSide(header, find) {
  const points = positionsOf(header.positions, find);
  return {
    points,
    ...header.positions.dimensions === 3 ? { solid: points } : {},
    categories: find(header.categories),
    sizes: Float32Array.from(find(header.sizes), (quarters) => quarters / 4),
    edges: edgesOf(header.edges, find),
    totals: header.totals,
    title: header.title,
    role: header.role,
    detail: header.detail,
    caption: header.caption,
  };
}

/**
 * Colour number and symbol number of a node; 8 is the quiet colour of nodes without category.
 *
 * @param {import("./types.js").Side} side
 * @param {number} i
 */
export function styleNumbers(side, i) {
  const category = side.categories[i];
  const none = category === NONE || category >= STYLED;
  return none ? [8, 0] : [category % 8, (category + Math.floor(category / 8)) % 8];
}

/**
 * Four bytes a node for the graphics card.
 *
 * @param {import("./types.js").Side} side
 * @param {Set<number>} selection
 */
export function styleBytes(side, selection) {
  const count = side.points.length / 2;
  const bytes = new Uint8Array(4 * count);
  for (let i = 0; i < count; i++) {
    const [colour, symbol] = styleNumbers(side, i);
    bytes[4 * i] = colour;
    bytes[4 * i + 1] = symbol;
    bytes[4 * i + 2] = Math.min(255, Math.round(4 * side.sizes[i]));
    bytes[4 * i + 3] = selection.has(i) ? 1 : 0;
  }
  return bytes;
}

/**
 * Node pairs in an order that does not depend on place: the first part of them is a fair sample.
 *
 * @param {import("./types.js").Pairs} pairs
 */
export function shuffled(pairs) {
  const out = pairs.slice();
  let state = 12345;
  for (let i = pairs.length / 2 - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    for (const k of [0, 1]) {
      const held = out[2 * i + k];
      out[2 * i + k] = out[2 * j + k];
      out[2 * j + k] = held;
    }
  }
  return out;
}

/**
 * Edges at a node: [other end, kind] for each.
 *
 * @param {import("./types.js").Side} side
 * @param {number} node
 */
export function edgesAt(side, node) {
  /** @type {[other: number, kind: import("./types.js").Kind][]} */
  const near = [];
  for (const kind of KINDS) {
    const pairs = side.edges[kind] ?? [];
    for (let i = 0; i < pairs.length; i += 2) {
      if (pairs[i] === node) near.push([pairs[i + 1], kind]);
      else if (pairs[i + 1] === node) near.push([pairs[i], kind]);
    }
  }
  return near;
}

/**
 * The edges with an end among these nodes, by kind.
 *
 * @param {import("./types.js").Edges} edges
 * @param {Set<number>} nodes
 */
export function edgesOfNodes(edges, nodes) {
  /** @type {import("./types.js").Edges} */
  const kinds = {};
  for (const kind of KINDS) {
    const pairs = edges[kind];
    if (!pairs) continue;
    const ends = [];
    for (let i = 0; i < pairs.length; i += 2) {
      if (nodes.has(pairs[i]) || nodes.has(pairs[i + 1])) ends.push(pairs[i], pairs[i + 1]);
    }
    kinds[kind] = Uint32Array.from(ends);
  }
  return kinds;
}

/**
 * Between two clouds of the same nodes.
 *
 * @param {Float32Array} before
 * @param {Float32Array} after
 * @param {number} share
 */
export function mixed(before, after, share) {
  return after.map((value, i) => before[i] + share * (value - before[i]));
}
