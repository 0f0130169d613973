// @ts-check
/** Ready guesses for people who do not want to draw one. */

import { make } from "../pair/frame.js";

/**
 * @param {import("./types.js").Prediction} prediction
 * @param {(guess: number[]) => void} take
 * @returns {HTMLElement[]} nothing for a bet, which is a choice already
 */
export function readyGuesses({ kind, shy }, take) {
  if (!shy.length || kind === "bet") return [];
  const buttons = shy.map(({ text, guess }) => {
    const button = make("button", { type: "button", className: "quiet" }, text);
    button.addEventListener("click", () => take(guess));
    return button;
  });
  return [make("p", { className: "small" }, `Drag the mark${shy[0]?.guess.length === 1 ? "" : "s"}, use the arrow keys, or take one of these:`),
    make("div", { className: "shy" }, ...buttons)];
}
