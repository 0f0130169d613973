// @ts-check
/** Words of the address that a stage alone decides, whoever writes the address. */

/**
 * The app writes whole addresses, with the words of the moment at which it was asked. A stage says
 * which words are true by now: they are put in.
 */
export class Kept {
  constructor() {
    /** @type {{path: string, words: Record<string, string>} | null} */
    this.said = null;
    const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
    history.pushState = (state, unused, url) => push(state, unused, this.worded(url));
    history.replaceState = (state, unused, url) => replace(state, unused, this.worded(url));
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

  /** @param {string | URL | null | undefined} url */
  worded(url) {
    const { said } = this;
    if (url == null || !said) return url;
    const next = new URL(url, location.href), before = next.search;
    if (next.pathname !== said.path) return url;
    for (const [key, word] of Object.entries(said.words)) {
      if (word === (next.searchParams.get(key) ?? "")) continue;
      if (word) next.searchParams.set(key, word);
      else next.searchParams.delete(key);
    }
    return next.search === before ? url : next;
  }
}
