// @ts-check
/** Randomised response on the phone: what leaves it says little about the guess. */

const ALL = 2 ** 32;

function drawn() {
  return /** @type {number} */ (crypto.getRandomValues(new Uint32Array(1))[0]);
}

/**
 * A whole number below `n`, all equally likely.
 *
 * @param {number} n
 */
function below(n) {
  const limit = ALL - (ALL % n);
  let number = drawn();
  while (number >= limit) number = drawn();
  return number % n;
}

/**
 * One part of the guess, drawn without looking at it: its cell, or by the coin any other.
 *
 * @param {number[]} cells of the guess
 * @param {{cells: number, truths: number}} room the coin says the truth in `truths` of 2**32 cases
 * @returns {[part: number, cell: number]}
 */
export function toldBy(cells, { cells: count, truths }) {
  const part = below(cells.length);
  const truth = /** @type {number} */ (cells[part]);
  return [part, drawn() < truths ? truth : (truth + 1 + below(count - 1)) % count];
}

/** A name for this phone in one room that says nothing about it. */
export function newToken() {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: 26 }, () => letters[below(letters.length)]).join("");
}
