// @ts-check
/** The two modes of a lecture, kept in the address: presenting, and the private side hidden. */

/** @type {import("./types.js").Mode[]} */
const MODES = ["present", "hide"];

/**
 * A link switches them on by `present=1` and `hide=1`. The app rewrites its address with every page
 * and every choice, and knows nothing of these words: they are put back each time.
 */
export class Modes {
  /** @param {() => void} changed called after every change of a mode or of the address */
  constructor(changed) {
    this.changed = changed;
    const asked = new URLSearchParams(location.search);
    /** @type {Set<import("./types.js").Mode>} */
    this.on = new Set(MODES.filter((mode) => asked.get(mode) === "1"));
    const { pushState, replaceState } = history;
    this.replace = replaceState.bind(history);
    history.pushState = this.writing(pushState);
    history.replaceState = this.writing(replaceState);
    addEventListener("popstate", () => this.write());
  }

  /** @param {import("./types.js").Mode} mode */
  has(mode) {
    return this.on.has(mode);
  }

  /** @param {import("./types.js").Mode} mode */
  toggle(mode, on = !this.has(mode)) {
    if (on) this.on.add(mode);
    else this.on.delete(mode);
    this.write();
  }

  write() {
    this.replace(history.state, "", this.worded(location.href));
    this.changed();
  }

  /**
   * @param {History["pushState"]} write
   * @returns {History["pushState"]}
   */
  writing(write) {
    return (state, unused, url) => {
      write.call(history, state, unused, url == null ? url : this.worded(url));
      this.changed();
    };
  }

  /**
   * An address with the words of the modes that are on, and without the others.
   *
   * @param {string | URL} url
   */
  worded(url) {
    const next = new URL(url, location.href);
    const before = next.search;
    for (const mode of MODES) {
      if (this.on.has(mode) === (next.searchParams.get(mode) === "1")) continue;
      if (this.on.has(mode)) next.searchParams.set(mode, "1");
      else next.searchParams.delete(mode);
    }
    return next.search === before ? url : next;
  }
}
