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

/**
 * The value in the middle of a cell.
 *
 * @param {Prediction} prediction
 * @param {number} cell
 * @param {number} cells
 */
function valueOf(prediction, cell, cells) {
  return new Scale(guessAxis(prediction), 0, 1).value(cells > 1 ? cell / (cells - 1) : 0);
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
 * Bars of one part, from a base line to at most `most` pixels away from it.
 *
 * @param {Tally} tally
 * @param {number} part
 * @param {{most: number, wide: number, way: "up" | "right" | "left", at: (cell: number) => [x: number, y: number]}} look
 *   `at` is the middle of a cell's base
 */
export function crowd(tally, part, { most, wide, way, at }) {
  const shares = tally.shares[part] ?? [];
  const unit = most / Math.max(0.001, ...tally.shares.flat().map((share, i) =>
    share + (tally.errors.flat()[i] ?? 0)));
  return shares.flatMap((share, cell) => {
    const [x, y] = at(cell);
    const long = Math.max(0, share) * unit;
    const error = (tally.errors[part]?.[cell] ?? 0) * unit;
    const side = way === "left" ? -1 : 1;
    const bar = way !== "up"
      ? draw("rect", { class: "crowd", x: Math.min(x, x + side * long), y: y - wide / 2, width: long, height: wide, rx: 1 })
      : draw("rect", { class: "crowd", x: x - wide / 2, y: y - long, width: wide, height: long, rx: 1 });
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
 * The middle guess of a part: half of the class is below it.
 *
 * @param {Prediction} prediction
 * @param {number[]} shares
 */
function middle(prediction, shares) {
  const weights = shares.map((share) => Math.max(0, share));
  const half = weights.reduce((a, b) => a + b, 0) / 2;
  let sum = 0;
  const cell = weights.findIndex((weight) => (sum += weight) >= half && half > 0);
  return cell < 0 ? NaN : valueOf(prediction, cell, shares.length);
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
  const { kind, names, under, at, vertical } = prediction;
  if (kind === "bet") {
    const said = (under.length ? under : [""]).map((promise, part) =>
      `${promise && `${promise}, `}${names.map((name, i) => `${name} ${bets(tally, i, part)}`).join(", ")}`);
    return `${people} bet: ${said.join("; ")}.`;
  }
  const said = tally.shares.map((shares) => middle(prediction, shares));
  if (kind === "point") return `${people} guessed. The middle guess is ${spoken(said[0] ?? NaN)}.`;
  const parts = said.map((value, i) => Number.isNaN(value) ? "" :
    `${inWords(vertical, value)} ${kind === "line" ? `at ${spoken(at[i] ?? 0)}` : `for ${names[i]}`}`);
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
