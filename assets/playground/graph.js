// @ts-check
/** A graph of few nodes, and what is counted in it. Pairs u < v are numbered row by row. */

/**
 * @typedef {object} Graph
 * @property {number} n
 * @property {Uint16Array} edges node numbers u < v, two an edge, sorted
 * @property {Uint16Array[]} neighbours of each node, rising
 * @property {Float64Array} degrees
 */

/** @param {number} n */
export const pairCount = (n) => (n * (n - 1)) / 2;

/**
 * @param {number} n
 * @param {number} u
 * @param {number} v larger than u
 */
export const pairNumber = (n, u, v) => (u * (2 * n - u - 1)) / 2 + v - u - 1;

/**
 * @param {number} n
 * @param {ArrayLike<number>} edges node numbers u < v, two an edge, sorted, each edge once
 * @returns {Graph}
 */
export function graphOf(n, edges) {
  /** @type {number[][]} */
  const rows = Array.from({ length: n }, () => []);
  for (let i = 0; i < edges.length; i += 2) {
    rows[edges[i]].push(edges[i + 1]);
    rows[edges[i + 1]].push(edges[i]);
  }
  const neighbours = rows.map((row) => Uint16Array.from(row).sort());
  return { n, edges: Uint16Array.from(edges), neighbours, degrees: Float64Array.from(rows, (row) => row.length) };
}

/**
 * Which pairs are joined, one byte each.
 *
 * @param {Graph} graph
 */
export function joinedPairs({ n, edges }) {
  const joined = new Uint8Array(pairCount(n));
  for (let i = 0; i < edges.length; i += 2) joined[pairNumber(n, edges[i], edges[i + 1])] = 1;
  return joined;
}

/**
 * The graph whose edges are these pairs.
 *
 * @param {number} n
 * @param {Uint8Array} joined
 */
export function graphOfPairs(n, joined) {
  const edges = [];
  for (let u = 0, pair = 0; u < n; u++) {
    for (let v = u + 1; v < n; v++, pair++) if (joined[pair]) edges.push(u, v);
  }
  return graphOf(n, edges);
}

/**
 * Common neighbours of every pair, by its number.
 *
 * @param {Graph} graph
 */
export function commonNeighbours({ n, neighbours }) {
  const common = new Uint16Array(pairCount(n));
  for (const row of neighbours) {
    for (let i = 0; i < row.length; i++) {
      for (let j = i + 1; j < row.length; j++) common[pairNumber(n, row[i], row[j])]++;
    }
  }
  return common;
}

/**
 * Edges by what became of them, as flat node pairs.
 *
 * @param {Graph} before
 * @param {Graph} after
 */
export function edgeKinds({ n, edges }, after) {
  /** @param {ArrayLike<number>} pairs */
  const codes = (pairs) => Array.from({ length: pairs.length / 2 }, (_, i) => pairs[2 * i] * n + pairs[2 * i + 1]);
  const was = new Set(codes(edges)), is = new Set(codes(after.edges));
  /** @param {Set<number>} some @param {(code: number) => boolean} holds */
  const pairs = (some, holds) =>
    Uint16Array.from([...some].filter(holds).flatMap((code) => [Math.floor(code / n), code % n]));
  return {
    kept: pairs(was, (code) => is.has(code)), lost: pairs(was, (code) => !is.has(code)),
    invented: pairs(is, (code) => !was.has(code)),
  };
}
