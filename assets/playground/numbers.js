// @ts-check
/** Noisy degrees and a private count, by the draws of the package. */

import { commonNeighbours, pairNumber } from "./graph.js";
import { Pcg64 } from "./random.js";

const HALF_A_DIGIT = 2 ** -53;
const LEFT_OUT = 40; // rungs of less than e^-40 of a chance are not followed

/** @typedef {{tail: number, isLow: boolean}} Tail a uniform number of 106 bits, by its distance from the nearer end */

/**
 * @param {number} seed
 * @param {number} count
 * @returns {Tail[]}
 */
function signedTails(seed, count) {
  const stream = new Pcg64([seed, 0]);
  const draw = () => Array.from({ length: count }, () => stream.uniform());
  const coarse = draw(), fine = draw();
  return coarse.map((number, i) => {
    const isLow = number < 0.5, gap = fine[i] * HALF_A_DIGIT;
    return { isLow, tail: Math.max(isLow ? number + gap : 1 - number - gap, HALF_A_DIGIT ** 2) };
  });
}

/**
 * Two-sided geometric noise, P(d) ~ e^(-rate |d|).
 *
 * @param {Tail} drawn
 * @param {number} rate
 */
function geometric({ tail, isLow }, rate) {
  const away = Math.floor(Math.max(-Math.log((1 + Math.exp(-rate)) * tail) / rate, 0));
  return isLow ? 0 - away : away;
}

/**
 * Every degree with noise of rate epsilon/2: one edge changes two of them.
 *
 * @param {import("./graph.js").Graph} graph
 * @param {number} epsilon
 * @param {number} seed
 */
export function noisyDegrees({ degrees }, epsilon, seed) {
  const tails = signedTails(seed, degrees.length);
  return degrees.map((degree, i) => degree + geometric(tails[i], epsilon / 2));
}

/**
 * The number of edges, with noise of rate epsilon.
 *
 * @param {import("./graph.js").Graph} graph
 * @param {number} epsilon
 * @param {number} seed
 */
export function noisyEdges({ edges }, epsilon, seed) {
  return edges.length / 2 + geometric(signedTails(seed, 1)[0], epsilon);
}

/**
 * A count with its ladder: `rung(t)` bounds what one edge changes, t edges away from this graph.
 *
 * @typedef {{count: number, limit: number, rung: (t: number) => number}} Ladder
 */

/**
 * Triangles: the largest a + floor((t + min(t, b))/2) of all pairs, with a common neighbours and b
 * nodes next to exactly one of the two; no pair has more than n - 2.
 *
 * @param {import("./graph.js").Graph} graph
 * @returns {Ladder}
 */
export function triangleLadder(graph) {
  const { n, degrees, edges } = graph, common = commonNeighbours(graph);
  const joined = new Set();
  let corners = 0;
  for (let i = 0; i < edges.length; i += 2) {
    const pair = pairNumber(n, edges[i], edges[i + 1]);
    joined.add(pair);
    corners += common[pair];
  }
  /** @type {Map<number, number>} */
  const widest = new Map(); // a to the largest b
  for (let u = 0, pair = 0; u < n; u++) {
    for (let v = u + 1; v < n; v++, pair++) {
      const a = common[pair], b = degrees[u] + degrees[v] - 2 * a - (joined.has(pair) ? 2 : 0);
      if (b > (widest.get(a) ?? -1)) widest.set(a, b);
    }
  }
  const limit = Math.max(n - 2, 0), pairs = [...widest];
  /** @param {number} t */
  const rule = (t) => pairs.reduce((most, [a, b]) => Math.max(most, a + Math.floor((t + Math.min(t, b)) / 2)), 0);
  /** @type {number[]} */
  const known = [];
  const rung = (/** @type {number} */ t) => (known[t] ??= Math.min(limit, rule(t)));
  return { count: corners / 3, limit, rung };
}

/**
 * Chances of the count itself and of each further rung of numbers, in proportion to
 * e^(-epsilon t/2) for each number of rung t.
 *
 * @param {Ladder} ladder
 * @param {number} epsilon
 */
export function rungChances(ladder, epsilon) {
  const rungs = Math.ceil(((Math.log(Math.max(ladder.limit, 1)) + LEFT_OUT) * 2) / epsilon);
  const chances = [1];
  for (let t = 0; t < rungs; t++) chances.push(2 * ladder.rung(t) * Math.exp(-0.5 * epsilon * (t + 1)));
  const whole = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => chance / whole);
}

/**
 * A whole number near the count, by its rung.
 *
 * @param {Ladder} ladder
 * @param {number} epsilon
 * @param {number} seed
 */
export function ladderCount(ladder, epsilon, seed) {
  if (ladder.limit === 0) return ladder.count;
  const [{ tail, isLow }] = signedTails(seed, 1), wanted = 2 * tail;
  const chances = rungChances(ladder, epsilon);
  const beyond = new Array(chances.length).fill(0); // chance of the rungs farther out
  for (let k = chances.length - 2; k >= 0; k--) beyond[k] = beyond[k + 1] + chances[k + 1];
  const k = beyond.findIndex((chance) => chance < wanted);
  if (k === 0) return ladder.count;
  const share = (wanted - beyond[k]) / chances[k], width = ladder.rung(k - 1);
  let away = -Math.min(Math.floor(share * width), width - 1); // full rungs begin at their outer end
  for (let t = 0; t < k; t++) away += ladder.rung(t);
  return isLow ? ladder.count - away : ladder.count + away;
}
