// @ts-check
/** Shows possible truths of a release, one after another; side by side where motion is reduced. */

const SLOW_MS = 2000; // that each is seen

/**
 * @typedef {object} Component One call of the page's mount.
 * @property {{drawn: string, still: boolean}} data
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
  const ghosts = place.querySelector(".ghosts");
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!ghosts || data.still || calm) return;
  ghosts.classList.add("moving");
  const truths = [...ghosts.querySelectorAll(".truth")];
  let now = 0;
  truths[now]?.classList.add("now");
  const clock = setInterval(() => {
    if (!ghosts.isConnected) {
      clearInterval(clock);
      return;
    }
    truths[now]?.classList.remove("now");
    now = (now + 1) % truths.length;
    truths[now]?.classList.add("now");
  }, SLOW_MS);
  return () => clearInterval(clock);
}
