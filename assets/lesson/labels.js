// @ts-check
/** Words beside curves, where they cover none of them and no other word. */

import { pair } from "./svg.js";

/** @typedef {[x: number, y: number]} Place */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

const LETTER = 7.8, UP = 11, DOWN = 4; // of words of 13.5 pixels, about their base line
const CLEAR = 26; // farther away than so is no better

/**
 * Where a word's base line begins: of several places the freest, the earlier ones first.
 *
 * @param {string} word
 * @param {Place[]} places
 * @param {{lines: Place[][], taken: Box[], within: Box}} around boxes that are taken, and curves
 * @returns {Place}
 */
export function freest(word, places, { lines, taken, within }) {
  const free = (/** @type {Place} */ place) => {
    const box = boxOf(word, place);
    const out = Math.max(0, within.left - box.left, box.right - within.right, within.top - box.top, box.bottom - within.bottom);
    const hits = taken.filter((other) => box.left < other.right && box.right > other.left &&
      box.top < other.bottom && box.bottom > other.top).length;
    const near = lines.map((line) => away(line, box));
    return Math.min(CLEAR, ...near) - 100 * hits - 10 * out;
  };
  const [first = pair(0, 0)] = places;
  return places.reduce((best, other) => free(other) > free(best) ? other : best, first);
}

/**
 * @param {string} word
 * @param {Place} place
 * @returns {Box}
 */
export function boxOf(word, [x, y]) {
  return { left: x, right: x + wide(word), top: y - UP, bottom: y + DOWN };
}

/** @param {string} word */
export function wide(word) {
  return LETTER * word.length;
}

/**
 * How far a curve passes above or below a box; less than nothing within it.
 *
 * @param {Place[]} line
 * @param {Box} box
 */
function away(line, { left, right, top, bottom }) {
  let least = Infinity;
  line.slice(1).forEach(([x1, y1], i) => {
    const [x0, y0] = line[i] ?? [x1, y1];
    if (Math.max(x0, x1) < left || Math.min(x0, x1) > right) return;
    const at = (/** @type {number} */ x) => x1 === x0 ? [y0, y1]
      : [y0 + ((Math.min(Math.max(x, Math.min(x0, x1)), Math.max(x0, x1)) - x0) / (x1 - x0)) * (y1 - y0)];
    const heights = [...at(left), ...at(right)];
    least = Math.min(least, Math.max(Math.min(...heights) - bottom, top - Math.max(...heights)));
  });
  return least;
}
