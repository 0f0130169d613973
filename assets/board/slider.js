// @ts-check
/** The one slider of epsilon, with the places from which on each property survives. */

import { make } from "../pair/frame.js";

const ROWS = 4; // of words under the slider, where they need so many
const GAP = 6; // pixels between two words

export class EpsilonSlider {
  /**
   * `shown` hears of every stop on the way, `settled` of the one where the slider was let go.
   *
   * @param {Record<"shown" | "settled", (stop: number) => void>} hears
   */
  constructor({ shown, settled }) {
    this.held = false;
    /** @type {string[]} */
    this.labels = [];
    this.input = make("input", { type: "range", min: "0", step: "1", id: "epsilon" });
    this.input.addEventListener("input", () => {
      this.held = true;
      this.write();
      shown(this.stop);
    });
    this.input.addEventListener("change", () => {
      this.held = false;
      settled(this.stop);
    });
    this.output = make("output", { className: "now", for: "epsilon" });
    this.marks = make("div", { className: "marks", "aria-hidden": "true" });
    this.box = make("div", { className: "slider" },
      make("div", { className: "reading" },
        this.output, make("label", { for: "epsilon", className: "what" }, "privacy loss ε (epsilon)")),
      make("div", { className: "track" },
        make("div", { className: "ends", "aria-hidden": "true" },
          make("span", {}, "◂ more private"), make("span", {}, "more accurate ▸")),
        this.input, this.marks));
  }

  get stop() {
    return Number(this.input.value);
  }

  /**
   * @param {string[]} labels one a stop
   * @param {number} stop where the server has it
   */
  fill(labels, stop) {
    this.labels = labels;
    this.input.max = String(labels.length - 1);
    if (!this.held) this.move(stop);
  }

  /** @param {number} stop */
  move(stop) {
    this.input.value = String(stop);
    this.write();
  }

  write() {
    const { stop } = this;
    const text = this.labels[stop] ?? "";
    this.output.textContent = text;
    this.input.setAttribute("aria-valuetext", text);
    this.input.style.setProperty("--share", `${(100 * stop) / Math.max(1, this.labels.length - 1)}%`);
  }

  /**
   * Words below the slider, each at the stop from which on the property survives; those that would
   * overlap are shifted as long as they touch their stroke, then go one row down; what finds no
   * room is a stroke alone.
   *
   * @param {{stop: number, word: string}[]} marks
   */
  mark(marks) {
    const places = new Map();
    for (const { stop, word } of marks) places.set(stop, [...places.get(stop) ?? [], word]);
    const sorted = [...places].sort(([a], [b]) => a - b);
    const elements = sorted.map(([stop, words]) => {
      const share = stop / Math.max(1, this.labels.length - 1);
      const element = make("span", { className: "mark" }, make("span", {}, words.join(", ")));
      element.style.setProperty("--at", String(share));
      return element;
    });
    this.marks.replaceChildren(...elements);
    const ends = Array(ROWS).fill(-Infinity);
    const room = this.marks.getBoundingClientRect();
    let rows = 1;
    for (const element of elements) {
      const word = /** @type {HTMLElement} */ (element.firstElementChild);
      const at = element.getBoundingClientRect().left - room.left;
      if (word.offsetWidth > room.width / 2) word.textContent = shortened(word.textContent ?? "");
      const width = word.offsetWidth;
      const centred = Math.max(0, Math.min(room.width - width, at - width / 2));
      const last = Math.min(room.width - width, at);
      const row = ends.findIndex((end) => end + GAP <= last);
      word.hidden = row < 0;
      if (row < 0) continue;
      const left = Math.max(centred, ends[row] + GAP);
      word.style.left = `${left - at}px`;
      ends[row] = left + width;
      rows = Math.max(rows, row + 1);
      element.style.setProperty("--row", String(row));
    }
    this.marks.style.setProperty("--rows", String(rows));
  }
}

/**
 * The first of several words and how many more there are.
 *
 * @param {string} words separated by commas
 */
function shortened(words) {
  const [first, ...others] = words.split(", ");
  return others.length ? `${first} +${others.length}` : first;
}
