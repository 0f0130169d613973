// @ts-check
/** Invites people who are here for the first time to a minute's guess; dismissed once, it does not come back. */

import { make } from "../pair/frame.js";
import { progress } from "../lesson/progress.js";
import { here, linkTo } from "../snapshots/place.js";
import { Minute } from "./minute.js";

const KEY = "graphdp.welcomed";
const FIRST = { page: "lessons", query: "lesson=L0" };
const MOST_MS = 30_000, LOOK_MS = 100; // until the board is there

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
  const link = make("a", { href: linkTo(FIRST), title: "A guess and two moves, in a minute" }, "New here?");
  const close = make("button", { type: "button", "aria-label": "Do not show this again" }, "×");
  const card = make("section", { className: "graphdp-welcome", "aria-label": "Welcome" }, link, close);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    remember();
    link.textContent = "Drawing a graph; then guess: how many ties survive?"; // may take seconds
    close.remove();
    begin(go).finally(() => card.remove());
  });
  close.addEventListener("click", () => {
    remember();
    card.remove();
  });
  document.body.append(card);
  addEventListener("popstate", () => card.remove(), { once: true });
}

/**
 * The minute on the board, once it is there; a lesson where the board shows no ties.
 *
 * @param {(place: {page: string, query: string}) => void} go
 */
export async function begin(go) {
  if (here().page) go({ page: "", query: here().query });
  for (let waited = 0; waited < MOST_MS && !here().page && !Minute.canBegin(); waited += LOOK_MS) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  if (!Minute.on(() => go(FIRST))) go(FIRST);
}
