// @ts-check
/** By keyboard: the header is one stop, within which arrows move, and one link leads to the slider. */

import { make } from "../pair/frame.js";
import { firstSlider } from "./slider.js";

const HEADER = "[data-testid=stHeader]", LINK = "[data-testid=stTopNavLink], [data-testid=stMainMenuButton]", MAIN = "[data-testid=stMain]";
const WAYS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 });

/** @param {EventTarget | null} place @returns {HTMLElement[]} all of the header, if the place is one of it */
function pagesAround(place) {
  const menu = place instanceof Element && place.closest(LINK) ? place.closest(HEADER) : null;
  return menu ? [...menu.querySelectorAll(LINK)].filter((link) => link instanceof HTMLElement) : [];
}

export function beginMenu() {
  const link = make("a", { className: "graphdp-skip", href: "#" }, "To the page");
  link.addEventListener("focus", () => {
    link.textContent = firstSlider() ? "To the slider" : "To the page";
    document.querySelector(MAIN)?.setAttribute("tabindex", "-1"); // no stop of its own
  });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const main = /** @type {HTMLElement | null} */ (document.querySelector(MAIN));
    (firstSlider() ?? main)?.focus();
  });
  document.body.prepend(make("nav", { "aria-label": "Short way" }, link)); // a landmark, as all of a page is in one
  document.addEventListener("focusin", ({ target }) => {
    for (const page of pagesAround(target)) page.tabIndex = page === target ? 0 : -1;
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (pagesAround(relatedTarget).length) return;
    for (const page of pagesAround(target)) page.removeAttribute("tabindex");
  });
  document.addEventListener("keydown", (event) => {
    const pages = pagesAround(event.target), way = WAYS[event.key];
    if (!pages.length || !way) return;
    event.preventDefault();
    const now = pages.findIndex((page) => page === event.target);
    pages.at((now + way) % pages.length)?.focus();
  });
}
