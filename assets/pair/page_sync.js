// @ts-check
/** The page around the widget: all that the widget reads and writes outside itself. */

const BOX = ".st-key-";

/**
 * Where the words of a prepared stop stand, by their names in the payload.
 *
 * @type {Record<string, string>}
 */
const PLACES = {
  answer: `${BOX}page-top h1`,
  detail: `${BOX}page-top [data-testid=stMarkdown]`,
  statement: `${BOX}guarantee [data-testid=stMarkdown]`,
  odds: `${BOX}guarantee [data-testid=stCaptionContainer]`,
};

/**
 * Writes a prepared stop's words into texts that the page has drawn, so that cards and sentences
 * follow the slider while it is dragged. The stop is the exact result: the page will say the same
 * when the server has answered, and draws its texts anew then. A text that is not found, or whose
 * form is not known, is left as it is.
 *
 * @param {Pick<import("./types.js").Stop, "around" | "metrics">} stop
 */
export function writeOnPage({ around = {}, metrics = [] }) {
  for (const [place, words] of Object.entries(around)) {
    writeText(document.querySelector(PLACES[place] ?? "none"), words);
  }
  const figures = document.querySelectorAll(`${BOX}page-metrics [data-testid=stMarkdown] p`);
  figures.forEach((figure, place) => {
    const number = figure.querySelector("strong");
    const [label, value] = metrics[place] ?? ["", ""];
    const words = figure.textContent?.slice(number?.textContent?.length ?? 0).trim() ?? "";
    if (label && words.startsWith(label)) writeText(number, value);
  });
}

/**
 * Change the one text of an element. Beside it an icon may stand, which is a text too: that of
 * its font, marked as a picture. With more than one text nothing is changed.
 *
 * @param {Element | null} element
 * @param {string} words
 */
export function writeText(element, words) {
  if (!element) return;
  const texts = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    if (node.data.trim() && !node.parentElement?.closest("[role=img]")) texts.push(node);
  }
  if (texts.length !== 1) return;
  const [text] = texts;
  const { data } = text;
  const next = data.slice(0, data.length - data.trimStart().length) + words;
  if (data !== next) text.data = next;
}

/**
 * Calls `moved` with the slider's number whenever it changes. A slider of the page says its value
 * in the attribute that screen readers read, so nothing of the page's insides is relied on.
 */
export class PageSlider {
  /** @param {(value: number) => void} moved */
  constructor(moved) {
    /** @type {Element | null} */
    this.box = null;
    this.last = NaN;
    this.observer = new MutationObserver(() => {
      const value = this.value;
      if (value === this.last) return;
      this.last = value;
      moved(value);
    });
  }

  /**
   * Follow the slider in the element of this class; an empty name follows none.
   *
   * @param {string} name
   */
  watch(name) {
    const box = name ? document.querySelector(`.${name}`) : null;
    if (box === this.box) return;
    this.observer.disconnect();
    this.box = box;
    this.last = this.value;
    if (box) {
      this.observer.observe(box, { subtree: true, attributeFilter: ["aria-valuetext"] });
    }
  }

  /** What the slider shows now; nan without one. */
  get value() {
    const input = this.box?.isConnected && this.box.querySelector("input[type=range]");
    return input ? Number(input.getAttribute("aria-valuetext")) : NaN;
  }

  stop() {
    this.observer.disconnect();
  }
}
