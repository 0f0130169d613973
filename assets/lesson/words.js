// @ts-check
/** Sentences of a lesson, in which two stars stress what stands between them. */

import { make } from "../pair/frame.js";

/**
 * @param {"p" | "span"} tag
 * @param {string} text
 * @param {string} [className]
 */
export function rich(tag, text, className = "") {
  const parts = text.split("**").map((part, i) => i % 2 ? make("strong", {}, part) : part);
  return make(tag, { className }, ...parts);
}
