// @ts-check
/** What is compared between two graphs: partitions, rankings, trees; by the definitions of the package. */

import { commonNeighbours, pairNumber } from "./graph.js";

/** @param {Iterable<number>} counts */
const pairsIn = (counts) => [...counts].reduce((all, count) => all + (count * (count - 1)) / 2, 0);

/** @param {Iterable<number>} keys @returns {Map<number, number>} how often each occurs */
function tally(keys) {
  const found = new Map();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
}

/**
 * Adjusted Rand index: 1 for equal partitions, 0 on average for random ones.
 *
 * @param {Int32Array} first
 * @param {Int32Array} second
 */
export function adjustedRand(first, second) {
  const n = first.length;
  if (n < 2) return NaN;
  const a = tally(first), b = tally(second), cells = tally(Array.from(first, (label, i) => label * n + second[i]));
  if (cells.size === a.size && cells.size === b.size) return 1;
  const both = pairsIn(cells.values()), one = pairsIn(a.values()), other = pairsIn(b.values());
  const expected = (one * other) / pairsIn([n]);
  return (both - expected) / ((one + other) / 2 - expected);
}

/**
 * The second labels with the names of the first that they share most nodes with; others follow.
 *
 * @param {Int32Array} first
 * @param {Int32Array} second
 */
export function matchedLabels(first, second) {
  const n = first.length, cells = [...tally(Array.from(first, (label, i) => label * n + second[i]))];
  /** @type {Map<number, number>} */
  const names = new Map();
  const taken = new Set();
  for (const [cell] of cells.sort((x, y) => y[1] - x[1])) {
    const name = Math.floor(cell / n), label = cell % n;
    if (names.has(label) || taken.has(name)) continue;
    names.set(label, name);
    taken.add(name);
  }
  let free = Math.max(-1, ...first) + 1;
  return second.map((label) => {
    if (!names.has(label)) names.set(label, free++);
    return /** @type {number} */ (names.get(label));
  });
}

/**
 * Nodes from the largest to the smallest score, equal scores by node number.
 *
 * @param {Float64Array} scores
 */
export function ranking(scores) {
  return [...scores.keys()].sort((u, v) => scores[v] - scores[u] || u - v);
}

/**
 * How many of the nodes with the highest scores stay so.
 *
 * @param {Float64Array} before
 * @param {Float64Array} after
 * @param {number} count
 */
export function topKept(before, after, count) {
  const top = new Set(ranking(before).slice(0, count));
  return ranking(after).slice(0, count).filter((node) => top.has(node)).length;
}

/**
 * The edges of the spanning forest that is shortest by how little closed neighbourhoods overlap
 * (Jaccard); equal lengths by position.
 *
 * @param {import("./graph.js").Graph} graph
 */
export function shortestTree(graph) {
  const { n, edges, degrees } = graph, common = commonNeighbours(graph);
  const lengths = Float64Array.from({ length: edges.length / 2 }, (_, i) => {
    const u = edges[2 * i], v = edges[2 * i + 1], both = common[pairNumber(n, u, v)] + 2;
    return 1 - both / (degrees[u] + degrees[v] + 2 - both);
  });
  const parent = Array.from({ length: n }, (_, i) => i);
  /** @param {number} node @returns {number} */
  const rootOf = (node) => (parent[node] === node ? node : (parent[node] = rootOf(parent[node])));
  const taken = [...lengths.keys()].sort((a, b) => lengths[a] - lengths[b] || a - b).filter((e) => {
    const u = rootOf(edges[2 * e]), v = rootOf(edges[2 * e + 1]);
    if (u !== v) parent[Math.max(u, v)] = Math.min(u, v);
    return u !== v;
  });
  return Uint16Array.from(taken.sort((a, b) => a - b).flatMap((e) => [edges[2 * e], edges[2 * e + 1]]));
}
