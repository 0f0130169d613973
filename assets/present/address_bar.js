// @ts-check
/** The browser's address has one owner: whoever writes it, the app or a script, writes it here. */

/** @typedef {string | URL | null | undefined} Url */

/**
 * First those who own words of the address put theirs in; then it is decided whether what comes of
 * it is a step of Back and Forward; then it is written, once, and whoever follows it is told.
 */
export class AddressBar {
  /**
   * @param {{worded: (url: Url) => Url}[]} owners of words
   * @param {import("../snapshots/steps.js").Steps} steps
   * @param {() => void} changed called after every change of the address
   */
  constructor(owners, steps, changed) {
    this.owners = owners;
    this.steps = steps;
    this.changed = changed;
    this.push = history.pushState.bind(history);
    this.replace = history.replaceState.bind(history);
    history.pushState = history.replaceState = (state, _, url) => this.write(state, url);
    addEventListener("popstate", () => this.rewrite());
  }

  /**
   * @param {any} state
   * @param {Url} url
   */
  write(state, url) {
    const next = this.worded(url), isStep = this.steps.isStep(next);
    const kept = { ...state, graphdp: this.steps.count() + (isStep ? 1 : 0) };
    if (isStep) this.steps.rest();
    (isStep ? this.push : this.replace)(kept, "", next);
    this.changed();
  }

  /** The owners' words are other ones by now; never a step. */
  rewrite() {
    this.replace(history.state, "", this.worded(location.href));
    this.changed();
  }

  /** @param {Url} url */
  worded(url) {
    return this.owners.reduce((said, owner) => owner.worded(said), url);
  }
}

/**
 * An address in which words are as they should be; the same object where they are already.
 *
 * @param {Url} url
 * @param {Record<string, string>} words "" for those to leave out
 */
export function withWords(url, words) {
  if (url == null) return url;
  const next = new URL(url, location.href), before = next.search;
  for (const [key, word] of Object.entries(words)) {
    if (word === (next.searchParams.get(key) ?? "")) continue;
    if (word) next.searchParams.set(key, word);
    else next.searchParams.delete(key);
  }
  return next.search === before ? url : next;
}
