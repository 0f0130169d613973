// @ts-check
/** The one slider of a page, moved from anywhere on it. */

const STAGES = ":is(.st-key-stage-widget, .st-key-board-widget) *";

/** @returns {HTMLElement | null} what the short way leads to: that slider, or the page's own */
export function firstSlider() {
  return slider() ?? document.querySelector("[data-testid=stMain] .st-key-epsilon :is(input, [role=slider])");
}

/** @returns {HTMLInputElement | null} the slider of the stage or the board; null without one */
export function slider() {
  const inputs = [...document.querySelectorAll(STAGES)].map((place) =>
    place.shadowRoot?.querySelector("input[type=range]"));
  return /** @type {HTMLInputElement | null} */ (inputs.find(Boolean) ?? null);
}

/**
 * Move by so many stops, as if by the arrow keys on it.
 *
 * @param {number} steps
 */
export function moveBy(steps) {
  const input = slider();
  return input ? moveTo(Number(input.value) + steps) : false;
}

/** @param {number} stop */
export function moveTo(stop) {
  const input = slider();
  if (!input) return false;
  const next = Math.max(Number(input.min), Math.min(Number(input.max), stop));
  if (next === Number(input.value)) return true;
  input.value = String(next);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
