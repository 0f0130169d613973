// @ts-check
/** The address of a page with a stage: who else writes it too finds the page's true words in it. */

export const WRITTEN = "graphdp-address"; // heard by what hands all writing of addresses on

export class Address {
  /** @param {() => Record<string, string>} own where the stage stands */
  constructor(own) {
    this.own = own;
    this.page = "";
    this.path = ""; // where it was kept last
    /** @type {Record<string, string>} */
    this.words = {}; // what the page's menus say; "" for those to leave out
  }

  /** @param {{page: string, words: Record<string, string>}} told by the page */
  hear({ page, words }) {
    this.page = page;
    this.words = words;
  }

  /** Whether the browser is on the stage's page still; the first page has the name "". */
  isHere() {
    const last = location.pathname.split("/").pop() ?? "";
    return last === this.page;
  }

  /** A link, a reload, Back and Forward show the same: the address follows at once. */
  keep() {
    if (!this.isHere()) return;
    this.path = location.pathname;
    const said = { ...this.words, ...this.own() }, words = new URLSearchParams(location.search);
    this.tell(said);
    for (const [key, word] of Object.entries(said)) {
      if (word) words.set(key, word);
      else words.delete(key);
    }
    if (`${words}` === `${new URLSearchParams(location.search)}`) return;
    history.replaceState(history.state, "", `?${words}${location.hash}`);
  }

  /** After Back and Forward the address leads, until the page has heard of it. */
  follow() {
    const words = new URLSearchParams(location.search);
    this.words = Object.fromEntries(Object.keys(this.words).map((key) => [key, words.get(key) ?? ""]));
    return words;
  }

  /**
   * Another page is asked for, whose words the app writes here before it leaves: all that this
   * address says stays true.
   *
   * @param {string[]} others words of that page alone
   */
  hold(others) {
    const absent = Object.fromEntries(others.map((key) => [key, ""]));
    this.tell({ ...absent, ...Object.fromEntries(new URLSearchParams(location.search)) });
  }

  /**
   * Whether the page shows something else than the address asks for.
   *
   * @param {Record<string, string>} said by the page
   */
  differs(said) {
    const own = this.own(), words = new URLSearchParams(location.search);
    return Object.entries(said).some(([key, word]) => !(key in own) && word !== (words.get(key) ?? ""));
  }

  leave() {
    this.tell(null);
  }

  /** @param {Record<string, string> | null} words */
  tell(words) {
    const detail = { path: this.path, words };
    document.dispatchEvent(new CustomEvent(WRITTEN, { detail }));
  }
}
