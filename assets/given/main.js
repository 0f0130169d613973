// @ts-check
/** Puts possible truths side by side; the style shows them where less motion is wanted. */

/**
 * @typedef {object} Component One call of the page's mount.
 * @property {{drawn: string}} data
 * @property {HTMLElement | ShadowRoot} parentElement
 */

/** @param {Component} component */
export default function ({ data, parentElement }) {
  let place = parentElement.querySelector(".ghost-place");
  if (!place) {
    place = document.createElement("div");
    place.className = "ghost-place";
    parentElement.append(place);
  }
  place.innerHTML = data.drawn; // the server's own markup: numbers alone
}
