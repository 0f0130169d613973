// @ts-check
/** Invites people who are here for the first time; dismissed once, it does not come back. */

import { make } from "../pair/frame.js";
import { progress } from "../lesson/progress.js";
import { linkTo } from "../snapshots/place.js";

const KEY = "graphdp.welcomed";
const FIRST = { page: "lessons", query: "lesson=L0" };

function isKnown() {
  try {
    return Boolean(localStorage.getItem(KEY)) || Object.keys(progress()).length > 0;
  } catch {
    return true; // what cannot be remembered is not asked every time
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // Storage may be full or forbidden.
  }
}

/** @param {(place: {page: string, query: string}) => void} go */
export function invite(go) {
  if (isKnown() || document.querySelector(".graphdp-welcome")) return;
  const link = make("a", { href: linkTo(FIRST), title: "A first lesson of two minutes" }, "New here?");
  const close = make("button", { type: "button", "aria-label": "Do not show this again" }, "×");
  const card = make("section", { className: "graphdp-welcome", "aria-label": "Welcome" }, link, close);
  link.addEventListener("click", (event) => {
    remember();
    card.remove();
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(FIRST);
  });
  close.addEventListener("click", () => {
    remember();
    card.remove();
  });
  document.body.append(card);
  addEventListener("popstate", () => card.remove(), { once: true });
}
