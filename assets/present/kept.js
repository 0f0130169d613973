// @ts-check
/** Words of the address that a stage alone decides, whoever writes the address. */

import { withWords } from "./address_bar.js";

/**
 * The app writes whole addresses, with the words of the moment at which it was asked. A stage says
 * which words are true by now: they are put in.
 */
export class Kept {
  constructor() {
    /** @type {{path: string, words: Record<string, string>} | null} */
    this.said = null;
    document.addEventListener("graphdp-address", (event) => {
      const { path, words } = /** @type {CustomEvent} */ (event).detail;
      if (words) this.said = { path, words };
      else if (this.said?.path === path) this.leave();
    });
    addEventListener("popstate", () => this.leave()); // the address leads
  }

  leave() {
    this.said = null;
  }

  /** @param {import("./address_bar.js").Url} url */
  worded(url) {
    const { said } = this;
    const isHere = url != null && said?.path === new URL(url, location.href).pathname;
    return isHere ? withWords(url, said.words) : url;
  }
}
