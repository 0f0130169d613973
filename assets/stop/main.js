// @ts-check
/** A button that stops what this page's script computes: the script itself hears no button meanwhile. */

import { make } from "../pair/frame.js";

/**
 * @typedef {object} Component One call of the page's mount.
 * @property {{address: string, words: string}} data
 * @property {HTMLElement | ShadowRoot} parentElement
 */

/** @param {Component} component */
export default function ({ data: { address, words }, parentElement }) {
  const old = parentElement.querySelector("button");
  const button = old ?? parentElement.appendChild(make("button", { type: "button" }));
  button.textContent = words;
  button.disabled = false;
  button.onclick = async () => {
    button.disabled = true;
    const answer = await fetch(address, { method: "POST" }).catch(() => null);
    button.disabled = Boolean(answer?.ok);
  };
}
