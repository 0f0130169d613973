// @ts-check
/** Sentences of a lesson: two stars stress what stands between them, a hat raises what follows it. */

import { make } from "../pair/frame.js";

/**
 * @param {"p" | "span" | "li"} tag
 * @param {string} text
 * @param {string} [className]
 */
export function rich(tag, text, className = "") {
  const parts = text.split("**").map((part, i) => i % 2 ? make("strong", {}, ...raised(part)) : raised(part));
  return make(tag, { className }, ...parts.flat());
}

/**
 * Powers of e and of 10 as they are written by hand.
 *
 * @param {string} text
 */
export function raised(text) {
  return text.split(/\^(ε|\d+(?:\.\d+)?)/).map((part, i) => i % 2 ? make("sup", {}, part) : part);
}

/**
 * A page's address, seen from the lessons: the first page has no name of its own.
 *
 * @param {string} address
 */
export function toPage(address) {
  return address.startsWith("?") ? `./${address}` : address;
}
