// @ts-check
/** What comes later than the press that asks for it. */

const OFTEN_MS = 100;

/** Act on a part of the page as soon as it is there. @param {string} selector @param {number} most looks @param {(part: Element) => void} act */
export function whenThere(selector, most, act) {
  const part = document.querySelector(selector);
  if (part) act(part);
  else if (most) setTimeout(whenThere, OFTEN_MS, selector, most - 1, act);
}
