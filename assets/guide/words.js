// @ts-check
/** Finds the glossary's words in a page's sentences and underlines them, without touching the page. */

const PROSE = "[data-testid=stMarkdownContainer] :is(p, li), [data-testid=stCaptionContainer] :is(p, li)";
const INSIDE = ".lesson :is(p, li, h1)"; // of a widget with a shadow tree
const NOT_HERE = "button, a, label, summary, [role=tab], .graphdp-foot, [data-testid=stSidebar], .dots, .ranks, .unseen";
const MARK = "graphdp-terms";
const BOUND = "(?<![\\p{L}\\p{N}-])";

export class Words {
  /** @param {import("./types.js").Term[]} terms */
  constructor(terms) {
    this.terms = new Map(terms.map((term) => [term.name.toLowerCase(), term]));
    this.terms.set("ε", /** @type {import("./types.js").Term} */ (this.terms.get("epsilon")));
    this.terms.set("ari", /** @type {import("./types.js").Term} */ (this.terms.get("adjusted rand index")));
    this.terms.set("δ", /** @type {import("./types.js").Term} */ (this.terms.get("delta")));
    const names = [...this.terms.keys()].sort((a, b) => b.length - a.length);
    const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.pattern = new RegExp(`${BOUND}(${escaped.join("|")})s?(?![\\p{L}\\p{N}-])`, "giu");
    /** @type {{range: Range, term: import("./types.js").Term}[]} */
    this.found = [];
  }

  /**
   * Underline each word where it first stands in the page's sentences.
   *
   * @param {Element} body
   * @returns {import("./types.js").Term[]} in their order
   */
  look(body) {
    this.found = [];
    const seen = new Set();
    for (const piece of sentences(body)) {
      if (piece.closest(NOT_HERE) || !piece.checkVisibility()) continue; // also in what is closed
      const walk = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        for (const match of (node.nodeValue ?? "").matchAll(this.pattern)) {
          const term = this.terms.get(match[1].toLowerCase());
          if (!term || seen.has(term)) continue;
          seen.add(term);
          const range = new Range();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          this.found.push({ range, term });
        }
      }
    }
    const marks = /** @type {any} */ (CSS).highlights;
    const Highlight = /** @type {any} */ (window).Highlight;
    if (marks && Highlight) marks.set(MARK, new Highlight(...this.found.map((one) => one.range)));
    return this.found.map((one) => one.term);
  }

  /**
   * The word at a place of the window, if one of those underlined stands there.
   *
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    for (const { range, term } of this.found) {
      if (!range.startContainer.isConnected) continue;
      for (const box of range.getClientRects()) {
        if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return { box, term };
      }
    }
    return null;
  }
}

/**
 * What is written on a page, also in its lessons.
 *
 * @param {Element} body
 * @returns {Element[]}
 */
function sentences(body) {
  const hosts = [...body.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
  const roots = hosts.flatMap((host) => host.shadowRoot ?? [...host.children].flatMap((child) => child.shadowRoot ?? []));
  return [...body.querySelectorAll(PROSE), ...roots.flatMap((root) => [...root.querySelectorAll(INSIDE)])];
}
