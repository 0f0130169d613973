// @ts-check
/** Tells the server that the page's theme is another than the one its figures were drawn for. */

import { isDark } from "../pair/palette.js";

/**
 * @typedef {object} Component One call of the page's mount, with every change of data or theme.
 * @property {{drawn: string | null}} data
 * @property {HTMLElement | ShadowRoot} parentElement
 * @property {(name: string, value: unknown) => void} setTriggerValue
 */

/** @type {{asked: string}} */
const last = { asked: "" };

/** @param {Component} component */
export default function ({ data, parentElement, setTriggerValue }) {
  const host = "host" in parentElement ? parentElement.host : parentElement;
  const paper = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
  const shown = isDark(paper) ? "dark" : "light";
  if (!data?.drawn || shown === data.drawn) last.asked = "";
  else if (last.asked !== shown) {
    last.asked = shown; // once: should the server see it otherwise, it is not asked again
    setTriggerValue("changed", shown);
  }
}
