// @ts-check
/** Louvain communities, move by move as the package finds them. */

import { flipProbability } from "./flips.js";
import { pairCount } from "./graph.js";
import { Pcg64, SplitMix } from "./random.js";

const RUNS = 5; // node orders
const MOST_ROUNDS = 100;
const MOVES_FOR_ANOTHER_ROUND = 1 / 500;
const SMALLEST_GAIN = 1e-10;
const FEWEST_INVENTED = 0.5;
const ANALYSIS_SEED = 20_260_101;

/**
 * @typedef {object} Level A graph whose nodes stand for sets of nodes.
 * @property {number[]} bounds of the rows
 * @property {number[]} indices
 * @property {number[]} weights
 * @property {Float64Array} degrees above the background
 * @property {Float64Array} sizes
 */

/** @typedef {{background: number, penalty: number, least: number}} Objective of a move's gain K(u, C) - background s_u s_C - penalty d_u d_C */

/**
 * The community of each node, numbered in order of appearance. A released graph is corrected for
 * its noise: every pair weighs less by what is invented on average.
 *
 * @param {import("./graph.js").Graph} graph
 * @param {number | null} epsilon of edgeFlip; null for a true graph
 * @returns {Int32Array}
 */
export function communities(graph, epsilon) {
  const { n, neighbours, degrees: strengths } = graph;
  if (!graph.edges.length) return Int32Array.from({ length: n }, (_, i) => i);
  const background = backgroundOf(graph, epsilon);
  const degrees = strengths.map((d) => (background > 0 ? Math.max(d - background * (n - 1), 0) : d));
  const bounds = [0];
  for (const row of neighbours) bounds.push(bounds[bounds.length - 1] + row.length);
  const indices = neighbours.flatMap((row) => [...row]);
  const finest = { bounds, indices, weights: indices.map(() => 1), degrees, sizes: new Float64Array(n).fill(1) };
  const mean = graph.edges.length / n;
  const objective = { background, penalty: 1 / sum(degrees), least: SMALLEST_GAIN * mean };
  const key = new Pcg64([ANALYSIS_SEED]).key();
  let best = Int32Array.from({ length: n }, (_, i) => i), most = -Infinity;
  for (let run = 0; run < RUNS; run++) {
    const labels = optimised(finest, objective, key + (BigInt(run) << 32n));
    const score = scoreOf(finest, labels, objective);
    if (score > most) [best, most] = [labels, score];
  }
  return best;
}

/**
 * The chance of an invented edge; 0 where nothing can, or need, be corrected.
 *
 * @param {import("./graph.js").Graph} graph
 * @param {number | null} epsilon
 */
function backgroundOf({ n, degrees }, epsilon) {
  if (epsilon === null) return 0;
  const invented = flipProbability(epsilon);
  if (invented * pairCount(n) < FEWEST_INVENTED) return 0;
  return Math.max(...degrees) <= invented * (n - 1) ? 0 : invented;
}

/** @param {Float64Array} numbers */
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/**
 * Local moves on the finest level, then on coarser ones; again while enough nodes move.
 *
 * @param {Level} finest
 * @param {Objective} objective
 * @param {bigint} key
 */
function optimised(finest, objective, key) {
  const n = finest.sizes.length;
  let labels = Int32Array.from({ length: n }, (_, i) => i);
  for (let turn = 0, passes = 0n; turn < MOST_ROUNDS; turn++) {
    let level = finest, start = labels, movedHere = 0;
    for (;;) {
      const { community, moves } = moved(level, start, objective, key + passes);
      passes += 1n;
      if (level === finest) movedHere = moves;
      if (moves === 0) break;
      const { renamed, count } = renumbered(community);
      labels = level === finest ? renamed : labels.map((group) => renamed[group]);
      level = joinedUp(level, renamed, count);
      start = Int32Array.from({ length: count }, (_, i) => i);
    }
    if (movedHere <= MOVES_FOR_ANOTHER_ROUND * n) break;
  }
  return renumbered(labels).renamed;
}

/**
 * Nodes from a queue move to their best communities until none gains.
 *
 * @param {Level} level
 * @param {Int32Array} start
 * @param {Objective} objective
 * @param {bigint} key
 */
function moved(level, start, objective, key) {
  const n = level.sizes.length, { bounds, indices, weights } = level;
  const community = start.slice();
  const degrees = new Float64Array(n), sizes = new Float64Array(n), members = new Int32Array(n);
  for (let u = 0; u < n; u++) {
    degrees[start[u]] += level.degrees[u];
    sizes[start[u]] += level.sizes[u];
    members[start[u]] += 1;
  }
  /** @type {number[]} */
  const empty = [];
  members.forEach((count, c) => count === 0 && empty.push(c));
  const queue = shuffledNodes(n, key), waiting = new Uint8Array(n).fill(1);
  const links = new Float64Array(n), touched = new Int32Array(n + 1);
  let head = 0, length = n, moves = 0;
  while (length > 0) {
    const u = queue[head], first = bounds[u], last = bounds[u + 1];
    head = head + 1 < n ? head + 1 : 0;
    length -= 1;
    waiting[u] = 0;
    let found = 0;
    for (let e = first; e < last; e++) {
      const c = community[indices[e]];
      if (links[c] === 0) touched[found++] = c;
      links[c] += weights[e];
    }
    const own = community[u];
    const degree = objective.penalty * level.degrees[u], size = objective.background * level.sizes[u];
    degrees[own] -= level.degrees[u];
    sizes[own] -= level.sizes[u];
    members[own] -= 1;
    let best = own, most = links[own] - size * sizes[own] - degree * degrees[own];
    most += objective.least;
    if (most < 0 && members[own] > 0) [best, most] = [empty[empty.length - 1], 0];
    for (let i = 0; i < found; i++) {
      const c = touched[i], gain = links[c] - size * sizes[c] - degree * degrees[c];
      if (gain > most && c !== own) [best, most] = [c, gain];
      links[c] = 0;
    }
    if (best !== own) {
      moves += 1;
      community[u] = best;
      if (members[best] === 0) empty.pop();
      if (members[own] === 0) empty.push(own);
      for (let e = first; e < last; e++) {
        const v = indices[e];
        if (waiting[v] || community[v] === best) continue;
        waiting[v] = 1;
        queue[(head + length) % n] = v;
        length += 1;
      }
    }
    degrees[best] += level.degrees[u];
    sizes[best] += level.sizes[u];
    members[best] += 1;
  }
  return { community, moves };
}

/**
 * All nodes in random order (Fisher-Yates).
 *
 * @param {number} n
 * @param {bigint} key
 */
function shuffledNodes(n, key) {
  const order = Int32Array.from({ length: n }, (_, i) => i), stream = new SplitMix(key);
  for (let i = n - 1; i > 0; i--) {
    stream.move();
    const j = stream.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * The level whose nodes are the communities of this one.
 *
 * @param {Level} level
 * @param {Int32Array} labels
 * @param {number} count
 * @returns {Level}
 */
function joinedUp(level, labels, count) {
  const degrees = new Float64Array(count), sizes = new Float64Array(count);
  /** @type {Map<number, number>[]} */
  const rows = Array.from({ length: count }, () => new Map()); // in order of first appearance
  for (let u = 0; u < labels.length; u++) {
    const own = labels[u], row = rows[own];
    degrees[own] += level.degrees[u];
    sizes[own] += level.sizes[u];
    for (let e = level.bounds[u]; e < level.bounds[u + 1]; e++) {
      const c = labels[level.indices[e]];
      if (c !== own) row.set(c, (row.get(c) ?? 0) + level.weights[e]);
    }
  }
  const bounds = [0];
  for (const row of rows) bounds.push(bounds[bounds.length - 1] + row.size);
  return {
    bounds, indices: rows.flatMap((row) => [...row.keys()]), weights: rows.flatMap((row) => [...row.values()]), degrees, sizes,
  };
}

/** @param {Int32Array} labels */
function renumbered(labels) {
  /** @type {Map<number, number>} */
  const names = new Map();
  const renamed = labels.map((label) => {
    if (!names.has(label)) names.set(label, names.size);
    return /** @type {number} */ (names.get(label));
  });
  return { renamed, count: names.size };
}

/**
 * The modularity of a partition, up to constants that all partitions share.
 *
 * @param {Level} level
 * @param {Int32Array} labels
 * @param {Objective} objective
 */
function scoreOf(level, labels, { background, penalty }) {
  const count = Math.max(...labels) + 1, degrees = new Float64Array(count), sizes = new Float64Array(count);
  let inside = 0;
  for (let u = 0; u < labels.length; u++) {
    degrees[labels[u]] += level.degrees[u];
    sizes[labels[u]] += level.sizes[u];
    for (let e = level.bounds[u]; e < level.bounds[u + 1]; e++) {
      if (labels[level.indices[e]] === labels[u]) inside += level.weights[e];
    }
  }
  return inside - sum(degrees.map((d, c) => background * (sizes[c] * sizes[c]) + penalty * (d * d)));
}
