// @ts-check
/** What is drawn and said of a graph at one epsilon: a view is one function. */

import { adjustedRand, matchedLabels, ranking, shortestTree, topKept } from "./compare.js";
import { flipProbability } from "./flips.js";
import { edgeKinds, pairCount } from "./graph.js";
import { communities } from "./louvain.js";
import { ladderCount, noisyDegrees, noisyEdges, rungChances } from "./numbers.js";

/** @typedef {import("./subject.js").Subject} Subject */

/**
 * @typedef {object} Side What one side of a pair adds to the nodes and their places.
 * @property {string} detail
 * @property {import("../pair/types.js").Edges} edges
 * @property {Uint8Array} [categories]
 * @property {ArrayLike<number>} [degrees] that its nodes are as large as; by default the true ones
 */

/** @typedef {{what: string, truth: number, drawn: number, low: number, chances: number[]}} Law Of a released number: the chance of `low`, and of each number after it. */

/**
 * @typedef {object} Drawn
 * @property {string} answer
 * @property {string} detail
 * @property {[label: string, value: string][]} figures
 * @property {string} alt
 * @property {[Side, Side]} [sides]
 * @property {string[]} [names] of the categories
 * @property {import("../stage/types.js").PairHeader["words"]} [words] of the legend
 * @property {import("../stage/types.js").PairHeader["widths"]} [widths]
 * @property {Law} [law]
 */

/** @typedef {(subject: Subject, epsilon: number) => Drawn} View */

const NO_CLASS = 255;
const WIDTHS = { kept: 2.6, lost: 1.4, invented: 1.6 };
const WIDEST = 1; // the axis of a number holds nine of ten releases at this epsilon
const STAYS = 0, COMES = 1, LEAVES = 2;

/**
 * By hand, as the first use of the browser's own way takes longer than a picture.
 *
 * @param {number} value
 * @param {number} places behind the point
 */
function written(value, places) {
  const [digits, rest = ""] = Math.abs(value).toFixed(places).split("."), part = rest.replace(/0+$/, "");
  const text = digits.replace(/\B(?=(\d{3})+$)/g, ",") + (part && `.${part}`);
  return value < 0 && text !== "0" ? `−${text}` : text;
}

/** @param {number} value */
export const whole = (value) => written(value, 0);

/** @param {number} value with three significant digits */
function short(value) {
  const places = value ? 2 - Math.floor(Math.log10(Math.abs(value))) : 0, unit = 10 ** -Math.min(0, places);
  return places < 0 ? written(Math.round(value / unit) * unit, 0) : written(value, Math.min(20, places));
}

/** @param {number} share */
export const percent = (share) => `${short(100 * share)}%`;

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${whole(count)} ${count === 1 ? one : many}`;
/** @param {number} count */
const edgeCount = (count) => counted(count, "edge", "edges");
/** @param {import("../pair/types.js").Pairs} [pairs] */
const sizeOf = (pairs) => (pairs ? pairs.length / 2 : 0);

/** @type {View} */
export function edgesView(subject, epsilon) {
  const { graph, n, m } = subject, released = subject.release(epsilon), kinds = edgeKinds(graph, released);
  const kept = sizeOf(kinds.kept), invented = sizeOf(kinds.invented), count = kept + invented;
  const chance = flipProbability(epsilon), corrected = (count - pairCount(n) * chance) / (1 - 2 * chance);
  const known = { categories: Uint8Array.from(subject.given.classes ?? new Array(n).fill(NO_CLASS)) };
  return {
    answer: `At ε = ${epsilon}, ${whole(kept)} of the ${edgeCount(m)} ${kept === 1 ? "survives" : "survive"}, among ${whole(invented)} that never were.`,
    detail: `Each of the ${whole(pairCount(n))} pairs of nodes is reported the wrong way round with a chance of ${percent(chance)}.`,
    figures: [["Edges released", whole(count)], ["Corrected for the noise", short(corrected)], ["In truth", whole(m)]],
    alt: `The graph without privacy and released: ${kept} edges in both, ${m - kept} lost, ${invented} invented.`,
    sides: [
      { detail: edgeCount(m), edges: { kept: graph.edges }, ...known },
      { detail: edgeCount(count), edges: kinds, ...known },
    ],
    names: subject.given.class_names,
    words: { kept: "Kept", lost: "Lost", invented: "Invented" },
  };
}

/** @type {View} */
export function communitiesView(subject, epsilon) {
  const { graph } = subject, released = subject.release(epsilon), { kept, invented } = edgeKinds(graph, released);
  const before = subject.communities(), after = matchedLabels(before, communities(released, epsilon));
  const found = adjustedRand(before, after), most = Math.max(...before, ...after) + 1;
  const [one, other] = [before, after].map((labels) => new Set(labels).size);
  return {
    answer: `At ε = ${epsilon} the communities ${verdict(found)}.`,
    detail: `${whole(other)} instead of ${whole(one)}, found by Louvain with the noise corrected for. ARI: 1 is the same, 0 is chance.`,
    figures: [["Agreement (ARI)", found.toFixed(2).replace("-", "−")], ["Communities", whole(other)], ["Without privacy", whole(one)]],
    alt: `${one} communities without privacy, ${other} with privacy, adjusted Rand index ${found.toFixed(2)}.`,
    sides: [
      { detail: counted(one, "community", "communities"), edges: { kept: inside(graph.edges, before) }, categories: Uint8Array.from(before) },
      {
        detail: counted(other, "community", "communities"), categories: Uint8Array.from(after),
        edges: { kept: inside(kept, after), invented: inside(invented, after) },
      },
    ],
    names: Array.from({ length: most }, (_, i) => `community ${i + 1}`),
    words: { kept: "Kept inside", invented: "Invented inside" },
  };
}

/** @param {number} agreement the adjusted Rand index */
function verdict(agreement) {
  if (agreement >= 0.9) return "are found again";
  if (agreement >= 0.6) return "are mostly found again";
  if (agreement >= 0.25) return "are partly found again";
  return "are lost";
}

/**
 * @param {import("../pair/types.js").Pairs} pairs
 * @param {Int32Array} labels
 */
function inside(pairs, labels) {
  const found = [];
  for (let i = 0; i < pairs.length; i += 2) {
    if (labels[pairs[i]] === labels[pairs[i + 1]]) found.push(pairs[i], pairs[i + 1]);
  }
  return Uint16Array.from(found);
}

/** @type {View} */
export function treeView(subject, epsilon) {
  const { graph, n } = subject, released = subject.release(epsilon);
  const before = subject.tree(), after = shortestTree(released);
  const asTree = (/** @type {Uint16Array} */ edges) => ({ ...graph, edges, n });
  const { kept, lost, invented } = edgeKinds(asTree(before), asTree(after));
  const real = sizeOf(edgeKinds(graph, asTree(after)).kept), count = after.length / 2;
  return {
    answer: `At ε = ${epsilon}, ${sizeOf(kept)} of the tree's ${edgeCount(before.length / 2)} stay.`,
    detail: `The tree joins everyone by the edges whose ends share most neighbours. ${whole(count - real)} of its ${edgeCount(count)} never were.`,
    figures: [["Tree edges kept", percent(sizeOf(kept) / Math.max(before.length / 2, 1))], ["Real edges", percent(real / Math.max(count, 1))]],
    alt: `Spanning trees: ${sizeOf(kept)} edges kept, ${sizeOf(lost)} lost, ${sizeOf(invented)} new.`,
    sides: [
      { detail: edgeCount(before.length / 2), edges: { kept, lost } },
      { detail: edgeCount(count), edges: { kept, invented } },
    ],
    words: { kept: "Kept", lost: "Lost", invented: "New" },
    widths: WIDTHS,
  };
}

/** @type {View} */
export function hubsView(subject, epsilon) {
  const released = subject.release(epsilon), { kept, invented } = edgeKinds(subject.graph, released);
  return ranked(subject, epsilon, released.degrees, {
    edges: { kept, invented }, shown: "released", detail: "By the degrees of the released graph.",
  });
}

/** @type {View} */
export function degreesView(subject, epsilon) {
  const noisy = noisyDegrees(subject.graph, epsilon, subject.seed), { degrees } = subject.graph;
  const off = noisy.reduce((sum, degree, i) => sum + Math.abs(degree - degrees[i]), 0) / degrees.length;
  return ranked(subject, epsilon, noisy, {
    edges: {}, shown: "noisy", detail: `Degrees alone leave the house, each off by ${short(off)} on average; no edge does.`,
  });
}

/**
 * @param {Subject} subject
 * @param {number} epsilon
 * @param {Float64Array} scores
 * @param {{edges: import("../pair/types.js").Edges, shown: string, detail: string}} of
 * @returns {Drawn}
 */
function ranked({ graph, n, given }, epsilon, scores, { edges, shown, detail }) {
  const count = n > 30 ? 10 : n > 12 ? 5 : Math.min(n, 3);
  const before = ranking(graph.degrees).slice(0, count), after = ranking(scores).slice(0, count);
  const kept = topKept(graph.degrees, scores, count), top = new Set(before), still = new Set(after);
  const left = new Uint8Array(n).fill(NO_CLASS), right = new Uint8Array(n).fill(NO_CLASS);
  for (const node of before) left[node] = still.has(node) ? STAYS : LEAVES;
  for (const node of after) right[node] = top.has(node) ? STAYS : COMES;
  const nameOf = (/** @type {number} */ node) => given.names[node].replace(/^\d+$/, "node $&");
  return {
    answer: `At ε = ${epsilon}, ${kept} of the ${count} best connected stay in the top ${count}.`,
    detail: `${detail} By chance it would be ${short((count * count) / n)}.`,
    figures: [["Top kept", `${kept} of ${count}`], ["First in truth", nameOf(before[0])], [`First by ${shown} degrees`, nameOf(after[0])]],
    alt: `The ${count} nodes of most neighbours without privacy and by ${shown} degrees: ${kept} are the same.`,
    sides: [
      { detail: `first: ${nameOf(before[0])}`, edges: { kept: graph.edges }, categories: left },
      { detail: `first: ${nameOf(after[0])}`, edges, categories: right, degrees: scores },
    ],
    names: ["stay in the top", "come in", "leave it"],
    words: { kept: "Kept", invented: "Invented" },
  };
}

/** @type {View} */
export function edgeCountView({ graph, m, seed }, epsilon) {
  const far = Math.ceil(reach(WIDEST)), decay = Math.exp(-epsilon);
  const chances = Array.from({ length: 2 * far + 1 }, (_, i) => ((1 - decay) / (1 + decay)) * decay ** Math.abs(i - far));
  return number({ what: "edges", truth: m, drawn: noisyEdges(graph, epsilon, seed), low: m - far, chances }, epsilon, reach(epsilon));
}

/** How far nine of ten releases lie from a count that one edge changes by 1. @param {number} epsilon */
function reach(epsilon) {
  return Math.max(0, Math.floor(Math.log((2 * 10) / (1 + Math.exp(-epsilon))) / epsilon));
}

/** @type {View} */
export function triangleCountView(subject, epsilon) {
  const ladder = subject.ladder(), { count } = ladder;
  const far = awayOf(ladder, WIDEST), chances = new Array(2 * far + 1).fill(0);
  chances[far] = ladder.limit ? 0 : 1;
  let away = 0;
  for (const [k, chance] of (ladder.limit ? rungChances(ladder, epsilon) : []).entries()) {
    const width = k ? ladder.rung(k - 1) : 0;
    if (!k) chances[far] = chance;
    for (let i = 1; i <= width && away + i <= far; i++) {
      chances[far + away + i] = chances[far - away - i] = chance / (2 * width);
    }
    away += width;
    if (away > far) break;
  }
  const drawn = ladderCount(ladder, epsilon, subject.seed);
  return number({ what: "triangles", truth: count, drawn, low: count - far, chances }, epsilon, awayOf(ladder, epsilon));
}

/**
 * How far nine of ten releases lie from a count.
 *
 * @param {import("./numbers.js").Ladder} ladder
 * @param {number} epsilon
 */
function awayOf(ladder, epsilon) {
  let away = 0, chance = 0;
  for (const [k, of] of (ladder.limit ? rungChances(ladder, epsilon) : []).entries()) {
    chance += of;
    if (k) away += ladder.rung(k - 1);
    if (chance >= 0.9) break;
  }
  return away;
}

/**
 * @param {Law} law
 * @param {number} epsilon
 * @param {number} far that nine of ten releases lie from the truth
 * @returns {Drawn}
 */
function number(law, epsilon, far) {
  const { what, truth, drawn } = law, off = Math.abs(drawn - truth);
  const near = far ? `lie at most ${whole(far)} from the truth` : "are the truth itself";
  return {
    answer: `At ε = ${epsilon} the answer is ${whole(drawn)} ${what}; ${off ? `there are ${whole(truth)}` : "that is right"}.`,
    detail: `One number leaves the house. At least nine of ten such answers ${near}.`,
    figures: [["Released", whole(drawn)], ["In truth", whole(truth)], ["Off by", truth ? percent(off / truth) : whole(off)]],
    alt: `The chance of every answer: the true number of ${what} is ${whole(truth)}, the released one ${whole(drawn)}.`,
    law,
  };
}
