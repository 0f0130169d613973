// @ts-check
/** Places and handles of a drawing. */

/**
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
export function pair(x, y) {
  return [x, y];
}

/** @param {[number, number][]} points */
export function path(points) {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");
}

/**
 * What makes an element of a drawing a slider for mouse, touch and keys.
 *
 * @param {SVGElement} element
 * @param {{label: string, moved: (steps: number) => void, end: (high: boolean) => void}} hears
 */
export function asSlider(element, { label, moved, end }) {
  element.setAttribute("role", "slider");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", label);
  element.addEventListener("keydown", (event) => {
    const steps = {
      ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5,
    }[event.key];
    if (steps) moved(steps);
    else if (event.key === "Home" || event.key === "End") end(event.key === "End");
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * @param {SVGElement} element
 * @param {{value: number, low: number, high: number, words: string}} state
 */
export function say(element, { value, low, high, words }) {
  for (const [name, text] of Object.entries({
    "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": Number(value.toPrecision(3)),
    "aria-valuetext": words,
  })) element.setAttribute(name, String(text));
}

/**
 * Which of several elements has the focus; -1 for none.
 *
 * @param {Element[]} elements
 */
export function heldOf(elements) {
  const tree = /** @type {ShadowRoot | Document | undefined} */ (elements[0]?.getRootNode());
  return elements.findIndex((element) => element === tree?.activeElement);
}
