// @ts-check
/** Brings what has just appeared into sight, once; a screen reader is told by the page itself. */

/** @param {{data: {of: string}, parentElement: HTMLElement | ShadowRoot}} component */
export default function ({ data, parentElement }) {
  const place = document.querySelector(`.st-key-${data.of}`);
  if (!(place instanceof HTMLElement) || place.dataset.seen) return;
  place.dataset.seen = "yes";
  place.scrollIntoView({ block: "center" });
}
