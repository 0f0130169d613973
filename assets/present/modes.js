// @ts-check
/** The two modes of a lecture, kept in the address: presenting, and the private side hidden. */

import { withWords } from "./address_bar.js";

/** @type {import("./types.js").Mode[]} */
const MODES = ["present", "hide"];

/**
 * A link switches them on by `present=1` and `hide=1`. The app rewrites its address with every page
 * and every choice, and knows nothing of these words: they are put back each time.
 */
export class Modes {
  /** @param {() => void} changed called after every change of a mode */
  constructor(changed) {
    this.changed = changed;
    const asked = new URLSearchParams(location.search);
    /** @type {Set<import("./types.js").Mode>} */
    this.on = new Set(MODES.filter((mode) => asked.get(mode) === "1"));
  }

  /** @param {import("./types.js").Mode} mode */
  has(mode) {
    return this.on.has(mode);
  }

  /** @param {import("./types.js").Mode} mode */
  toggle(mode, on = !this.has(mode)) {
    if (on) this.on.add(mode);
    else this.on.delete(mode);
    this.changed();
  }

  /**
   * An address with the words of the modes that are on, and without the others.
   *
   * @param {import("./address_bar.js").Url} url
   */
  worded(url) {
    return withWords(url, Object.fromEntries(MODES.map((mode) => [mode, this.has(mode) ? "1" : ""])));
  }
}
