// @ts-check
/** Brings what has just appeared into sight, once, and saves the first file of a place. */

import { whenThere } from "./when_there.js";

const MOST = 100; // looks for the button, which comes later than its place

/** @param {{data: {of: string, saves: string}, parentElement: HTMLElement | ShadowRoot}} component */
export default function ({ data, parentElement }) {
  const place = document.querySelector(`.st-key-${data.of}`);
  if (!(place instanceof HTMLElement) || place.dataset.seen) return;
  place.dataset.seen = "yes";
  place.scrollIntoView({ block: "center" });
  if (!data.saves) return;
  whenThere(`.st-key-${data.saves} [data-testid=stDownloadButton] button`, MOST,
    (button) => button instanceof HTMLElement && button.click());
}
