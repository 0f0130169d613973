// @ts-check
/** How a class guessed, on the axis of the reveal: shares in cells, with whiskers where a coin hid answers. */

import { element as draw } from "../pair/frame.js";
import { Scale, inWords, spoken } from "./scale.js";

/**
 * @typedef {object} Tally
 * @property {number} answers
 * @property {number[][]} shares for each part, by cell
 * @property {number[][]} errors their standard errors; all 0 without a coin
 * @property {number[]} counts answers for each part
 * @property {number[][]} [told] for each part, the answers in each cell as they came
 * @property {import("./poll.js").Heard | null} [poll] of a lesson that asks the class itself
 */

/** @typedef {import("./types.js").Prediction} Prediction */

/**
 * The axis along which guesses fall into cells.
 *
 * @param {Prediction} prediction
 */
function guessAxis({ kind, horizontal, vertical }) {
  return kind === "point" && horizontal ? horizontal : vertical;
}

const BARS = 11; // that a finer axis is drawn in

/**
 * What lies between two cells, in words: halfway on the axis, or from where to where if cells are wide.
 *
 * @param {Prediction} prediction
 * @param {number} low
 * @param {number} high
 * @param {number} cells
 */
function spanOf(prediction, low, high, cells) {
  const axis = guessAxis(prediction), isWide = cells < BARS;
  const said = (/** @type {number} */ cell) =>
    inWords(axis, new Scale(axis, 0, 1).value(cell / (cells - 1)), axis.log ? 2 : 3);
  if (!isWide && low < high && Number.isNaN(Number.parseFloat(said(high)))) return `between ${said(low)} and ${said(high)}`;
  return isWide ? `between ${said(low - 0.5)} and ${said(high + 0.5)}` : said((low + high) / 2);
}

/**
 * The cells of a guess, as a phone tells them.
 *
 * @param {Prediction} prediction
 * @param {number[]} guess
 * @param {number} cells
 */
export function cellsOf(prediction, guess, cells) {
  if (prediction.kind === "bet") return [...guess];
  const scale = new Scale(guessAxis(prediction), 0, 1);
  return guess.map((value) => Math.round(scale.share(value) * (cells - 1)));
}

/**
 * The same in few bars as wide as each other, one of them about the fullest cell.
 *
 * @param {number[]} shares
 * @param {number[]} errors
 */
function inBars(shares, errors) {
  const step = Math.max(1, (shares.length - 1) / (BARS - 1)), top = shares.indexOf(Math.max(...shares));
  /** @type {Map<number, {at: number, share: number, error: number}>} by their number from the fullest */
  const bars = new Map();
  shares.forEach((share, cell) => {
    const number = Math.round((cell - top) / step);
    const { at, ...bar } = bars.get(number) ?? { at: top + number * step, share: 0, error: 0 };
    bars.set(number, { at, share: bar.share + share, error: bar.error + (errors[cell] ?? 0) });
  });
  return { step, bars: [...bars.values()] };
}

/**
 * Bars of one part, along an axis `from` pixels `to` pixels, at most `most` pixels away from their base.
 *
 * @param {Tally} tally
 * @param {number} part
 * @param {{most: number, way: "up" | "right" | "left", from: number, to: number, base: number}} look
 */
export function crowd(tally, part, { most, way, from, to, base }) {
  const all = tally.shares.map((shares, i) => inBars(shares, tally.errors[i] ?? []));
  const unit = most / Math.max(0.001, ...all.flatMap(({ bars }) => bars.map((bar) => bar.share + bar.error)));
  const last = (tally.shares[part]?.length ?? 0) - 1, { step, bars } = all[part] ?? { step: 1, bars: [] };
  const along = (/** @type {number} */ cell) => from + (Math.min(last, Math.max(0, cell)) / last) * (to - from);
  return bars.flatMap(({ at, share, error: off }) => {
    const [x, y] = way === "up" ? [along(at), base] : [base, along(at)];
    const long = Math.max(0, share) * unit;
    const error = off * unit;
    const side = way === "left" ? -1 : 1;
    const [first = 0, end = 0] = [along(at - step / 2), along(at + step / 2)].sort((a, b) => a - b);
    const bar = way !== "up"
      ? draw("rect", { class: "crowd", x: Math.min(x, x + side * long), y: first, width: long, height: end - first, rx: 1 })
      : draw("rect", { class: "crowd", x: first, y: y - long, width: end - first, height: long, rx: 1 });
    if (!error) return long ? [bar] : [];
    const from = share * unit - error, to = share * unit + error;
    if (to <= 0) return []; // a share far below 0 is none
    const whisker = way !== "up"
      ? { x1: x + side * Math.max(0, from), x2: x + side * to, y1: y, y2: y }
      : { x1: x, x2: x, y1: y - Math.max(0, from), y2: y - to };
    return [bar, draw("line", { class: "crowd-error", ...whisker })];
  });
}

/**
 * Answers for a name of a bet, in words: exact, or with the standard error of what the coin left.
 *
 * @param {Tally} tally
 * @param {number} cell
 * @param {number} part the promise under which it is bet
 */
export function bets(tally, cell, part) {
  const all = tally.counts[part] ?? 0;
  const count = Math.round((tally.shares[part]?.[cell] ?? 0) * all);
  const error = Math.round((tally.errors[part]?.[cell] ?? 0) * all);
  return error ? `${Math.max(0, count)} ± ${error}` : String(count);
}

/**
 * The middle guess of a part, in words: half of the class is below it, half above. "" without one.
 *
 * @param {Prediction} prediction
 * @param {number[]} weights phones in each cell, or what the coin leaves of them
 */
function middle(prediction, weights) {
  const half = weights.reduce((sum, weight) => sum + Math.max(0, weight), 0) / 2;
  let sum = 0;
  const sums = weights.map((weight) => (sum += Math.max(0, weight)));
  return half && spanOf(prediction, sums.findIndex((below) => below >= half), sums.findIndex((below) => below > half), sums.length);
}

/**
 * Each answer and how many phones told it, as a table: of no phone which it told.
 *
 * @param {Prediction} prediction
 * @param {number[][]} told
 */
export function answerTable({ kind, prompt, names, under, at, ...rest }, told) {
  const rows = told.flatMap((cells, part) => {
    const about = kind === "bet" ? under[part] : kind === "line" ? `ε = ${at[part]}` : names[part];
    return cells.flatMap((count, cell) => count || kind === "bet" ? [[[prompt, about].filter(Boolean).join(" "),
      kind === "bet" ? names[cell] : spanOf({ kind, prompt, names, under, at, ...rest }, cell, cell, cells.length), count]] : []);
  });
  return [["question", "answer", "phones that told it"], ...rows, []]
    .map((row) => row.map((word) => `"${String(word).replaceAll('"', '""')}"`).join(",")).join("\n");
}

/**
 * How the class guessed in one sentence, for those who do not see the bars and as their sum.
 *
 * @param {Prediction} prediction
 * @param {Tally} tally
 */
export function crowdWords(prediction, tally) {
  if (!tally.answers) return "No guesses yet.";
  const people = tally.answers === 1 ? "1 phone" : `${tally.answers} phones`;
  const { kind, names, under, at } = prediction;
  if (kind === "bet") {
    const said = (under.length ? under : [""]).map((promise, part) =>
      `${promise && `${promise}, `}${names.map((name, i) => `${name} ${bets(tally, i, part)}`).join(", ")}`);
    return `${people} bet: ${said.join("; ")}.`;
  }
  const isTrue = !tally.errors.flat().some(Boolean);
  const said = tally.shares.map((shares, part) => middle(prediction, isTrue && tally.told?.[part] || shares));
  if (kind === "point") return `${people} guessed. The middle guess is ${said[0]}.`;
  const parts = said.map((value, i) => value &&
    `${value} ${kind === "line" ? `at ${spoken(at[i] ?? 0)}` : `for ${names[i]}`}`);
  return `${people} guessed. The middle guesses: ${parts.filter(Boolean).join(", ")}.`;
}

const NAMED = 10; // the first phones: they are known by name

/**
 * How many of a class are recognised among the members of the lesson's graph.
 *
 * @param {string[]} met for each phone, and each release "1" if it is recognised there
 * @param {string[]} names of the releases
 */
export function metWords(met, names) {
  const others = met.slice(NAMED), drawn = NAMED - Math.min(NAMED, met.length);
  const ten = drawn ? `Of the ten known by name ${met.length} are phones, the others were drawn.` : "The first ten phones are known by name.";
  if (!others.length) return `**The class as the forum.** ${ten} From the eleventh phone on you see who is recognised.`;
  const each = names.map((name, i) => `${name}: **${others.filter((right) => right[i] === "1").length}**`);
  return `**The class as the forum.** ${ten} Recognised of the other ${others.length}: ${each.join("; ")}.`;
}
