// @ts-check
/** Brings what has just appeared into sight, once, and saves the first file of a place. */

const OFTEN_MS = 100;
const MOST = 100; // looks for the button, which comes later than its place

/** @param {{data: {of: string, saves: string}, parentElement: HTMLElement | ShadowRoot}} component */
export default function ({ data, parentElement }) {
  const place = document.querySelector(`.st-key-${data.of}`);
  if (!(place instanceof HTMLElement) || place.dataset.seen) return;
  place.dataset.seen = "yes";
  place.scrollIntoView({ block: "center" });
  if (data.saves) save(data.saves, MOST);
}

/** @param {string} place @param {number} left */
function save(place, left) {
  const button = document.querySelector(`.st-key-${place} [data-testid=stDownloadButton] button`);
  if (button instanceof HTMLElement) button.click();
  else if (left) setTimeout(save, OFTEN_MS, place, left - 1);
}
