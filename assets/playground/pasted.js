// @ts-check
/** Pasted lines become a graph, or one line that says why not and what to do. */

import { placed } from "./layout.js";
import { MOST_NODES } from "./flips.js";

const LONGEST_NAME = 60;
const MOST_LETTERS = 500_000;
const EXAMPLE = "“Ann, Bob” or “Ann Bob”";

/** What cannot be taken; its message is the line to show. */
export class Refusal extends Error {}

/**
 * One edge a line: two names, with a comma, a semicolon, a tab or blanks between. Empty lines and
 * lines that begin with # are left out; an edge that comes twice is one.
 *
 * @param {string} text
 * @returns {import("./subject.js").Given}
 */
export function pasted(text) {
  if (text.length > MOST_LETTERS) {
    throw new Refusal(`At most ${MOST_LETTERS.toLocaleString("en-GB")} letters are read here: paste a smaller part, or take the app.`);
  }
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Set<string>} */
  const found = new Set();
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [u, v] = endsOf(line, i + 1).map((name) => {
      if (!numbers.has(name)) numbers.set(name, numbers.size);
      return /** @type {number} */ (numbers.get(name));
    });
    found.add(u < v ? `${u} ${v}` : `${v} ${u}`);
  }
  const names = [...numbers.keys()], n = names.length;
  if (!n) throw new Refusal(`There is no edge yet: write one a line, as in ${EXAMPLE}.`);
  if (n > MOST_NODES) {
    throw new Refusal(`These are ${n.toLocaleString("en-GB")} nodes, and at most ${MOST_NODES} are taken here: paste a smaller part, or take the app.`);
  }
  const pairs = [...found].map((pair) => pair.split(" ").map(Number)).sort(([a, b], [c, d]) => a - c || b - d);
  const edges = pairs.flat();
  return { id: `own ${hashOf(text)}`, title: `Yours: ${n} nodes`, names, edges, positions: placed(n, edges) };
}

/**
 * @param {string} line
 * @param {number} number
 */
function endsOf(line, number) {
  const parts = line.split(/[,;\t]/.test(line) ? /[,;\t]/ : /\s+/).map((part) => part.trim()).filter(Boolean);
  const shown = line.trim().length > 40 ? `${line.trim().slice(0, 40)}…` : line.trim();
  if (parts.length !== 2) {
    const has = parts.length === 1 ? "one name" : `${parts.length} parts`;
    throw new Refusal(`Line ${number}, “${shown}”, has ${has}: an edge is two names, as in ${EXAMPLE}; weights are not read here.`);
  }
  if (parts[0] === parts[1]) throw new Refusal(`Line ${number} joins “${parts[0].slice(0, 40)}” with itself: an edge has two different ends.`);
  const long = parts.find((part) => part.length > LONGEST_NAME);
  if (long) throw new Refusal(`Line ${number} has a name of ${long.length} letters: at most ${LONGEST_NAME} are taken.`);
  return parts;
}

/** @param {string} text */
function hashOf(text) {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + /** @type {number} */ (letter.codePointAt(0))) | 0;
  return hash;
}
