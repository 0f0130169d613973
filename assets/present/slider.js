// @ts-check
/** The one slider of a page, moved from anywhere on it. */

const PAGE = ".st-key-page-slider input[type=range]";
const BOARD = ".st-key-board-widget *";
const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;

/** @returns {HTMLInputElement | null} the page's slider, or the board's own; null without one */
export function slider() {
  const boards = [...document.querySelectorAll(BOARD)].map((place) =>
    place.shadowRoot?.querySelector("input[type=range]"));
  return /** @type {HTMLInputElement | null} */ (boards.find(Boolean) ?? document.querySelector(PAGE));
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
  if (input.closest("[data-testid=stApp]")) moveByKey(input, next);
  else {
    input.value = String(next);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return true;
}

/**
 * The page's slider tells the server only what its keys have done: put it beside the stop, and
 * let a key do the last step.
 *
 * @param {HTMLInputElement} input
 * @param {number} stop
 */
function moveByKey(input, stop) {
  const up = stop > Number(input.value);
  const beside = up ? stop - 1 : stop + 1;
  if (beside !== Number(input.value)) {
    write?.call(input, String(beside));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const key = up ? "ArrowRight" : "ArrowLeft";
  for (const type of ["keydown", "keyup"]) {
    input.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  }
}
