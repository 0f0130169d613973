// @ts-check
/** Every choice is one step of Back and Forward; Ctrl+Z and Ctrl+Shift+Z are the same two. */

import { sorted } from "./place.js";

const OTHERS = "input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, " +
  "[contenteditable]:not([contenteditable=false])"; // they undo their own letters
const RUN_MS = 900; // between two presses of the same arrow that move on together
const WAIT_MS = 20_000; // after an act, until an address that changes is no longer its doing
const ACTS = ["pointerdown", "keydown", "change", "drop"];

/**
 * The app writes its address in several parts, now as a step and now without. Here the first change
 * after an act of the reader's is a step, and all others belong to the step before them: a drag, a
 * run of arrow keys and a graph with all that follows from it are one each.
 */
export class Steps {
  constructor() {
    this.acted = -Infinity; // when the reader last did something that no step has been made of
    this.arrow = { key: "", at: -Infinity };
    if (this.count() === 0) history.replaceState({ ...history.state, graphdp: 0 }, "");
    for (const kind of ACTS) addEventListener(kind, (event) => this.act(event), { capture: true });
    addEventListener("popstate", () => this.rest());
    addEventListener("keydown", (event) => this.undo(event), { capture: true });
  }

  /** How many steps lie before this one, as far as they are ours. */
  count() {
    return Number(history.state?.graphdp ?? 0);
  }

  /** From here on the address changes for other reasons than an act. */
  rest() {
    this.acted = -Infinity;
  }

  /** The next change of the address is a step, whoever asks for it. */
  begin() {
    this.acted = performance.now();
  }

  /** @param {Event} event */
  act(event) {
    if (!event.isTrusted) return;
    if (event instanceof KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { key, timeStamp: at } = event;
      const goesOn = key === this.arrow.key && at - this.arrow.at < RUN_MS;
      this.arrow = { key: key.startsWith("Arrow") ? key : "", at };
      if (goesOn) return;
    }
    this.begin();
  }

  /** @param {string | URL | null | undefined} url */
  isStep(url) {
    if (url == null) return false;
    const next = new URL(url, location.href);
    if (next.pathname !== location.pathname) return true;
    return sorted(next.search) !== sorted(location.search) &&
      performance.now() - this.acted < WAIT_MS;
  }

  /** @param {KeyboardEvent} event */
  undo(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!event.isTrusted || !(ctrlKey || metaKey) || altKey) return;
    const name = key.toLowerCase();
    const back = name === "z" && !shiftKey;
    const forward = (name === "z" && shiftKey) || name === "y";
    if (!(back || forward)) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest(OTHERS)) return;
    event.preventDefault();
    if (forward) history.forward();
    else if (this.count() > 0) history.back(); // never out of the app
  }
}
