// @ts-check
/** The button that shares what stands on the screen, and a drawing that needs no style sheet. */

import { make } from "../pair/frame.js";

const PAINT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin",
  "opacity", "paint-order", "font-size", "font-weight", "text-anchor"];

/** @typedef {{question: string, said?: string, picture: string, epsilon: string, graph?: string, query?: string}} Wish
 * What was asked, the guess and the truth, an SVG with a viewBox; graph and query where they are not the page's. */

/**
 * @param {() => Wish} wish
 * @returns {HTMLButtonElement[]} none where no app listens, as in a file
 */
export function shareButtons(wish) {
  if (!("page" in document.documentElement.dataset)) return [];
  const one = make("button", { type: "button", className: "quiet share" }, "Share");
  one.addEventListener("click", () => document.dispatchEvent(new CustomEvent("graphdp-share", { detail: wish() })));
  return [one];
}

/** @param {SVGElement} svg on the page, which a style sheet colours */
export function painted(svg) {
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true)), parts = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((part, i) => {
    const style = getComputedStyle(part);
    for (const name of PAINT) parts[i]?.setAttribute(name, style.getPropertyValue(name));
  });
  return new XMLSerializer().serializeToString(copy);
}
