// @ts-check
/** Two marked nodes: what may be believed of their tie, in odds out of 100, and what is released. */

import { make } from "../pair/frame.js";
import { spread } from "../pair/payload.js";

const BEFORE = 50; // in 100, of who knows nothing of this tie

/** One line below the promise, while exactly two nodes are marked. */
export class Tie {
  constructor() {
    this.words = make("span", {});
    this.range = make("span", { className: "range", "aria-hidden": "true" });
    this.root = make("p", { className: "tie" }, this.range, this.words);
    this.root.hidden = true;
    /** @type {number[]} */
    this.ends = [];
    /** @type {WeakMap<import("./types.js").Stop, Set<string>>} */
    this.read = new WeakMap();
  }

  /** @param {number[]} selection */
  mark(selection) {
    this.ends = selection.length === 2 ? selection : [];
  }

  /**
   * @param {import("./types.js").Stop} stop
   * @param {import("./types.js").Shared | undefined} shared
   * @param {import("./types.js").Stop | undefined} edges the stop that has the released edges, if it is there
   */
  show(stop, shared, edges) {
    this.root.hidden = !this.ends.length;
    if (!this.ends.length) return;
    const [a, b] = this.ends.map((node) => {
      const name = shared?.header.names?.[node] ?? `${node}`;
      return /^\d+$/.test(name) ? `node ${name}` : name;
    });
    const { tie } = stop.header.words;
    const shows = edges && this.isReleased(edges);
    const seen = shows === undefined ? "" : shows ? " This release shows the tie." : " This release shows none.";
    if (typeof tie === "string") {
      this.words.textContent = `${a} and ${b}: ${tie}${seen}`;
      this.range.hidden = true;
      return;
    }
    const [low, high] = [Math.floor(100 * tie[0]), Math.ceil(100 * tie[1])];
    this.range.hidden = false;
    this.range.style.setProperty("--low", `${low}%`);
    this.range.style.setProperty("--high", `${high}%`);
    this.words.textContent = `A tie of ${a} and ${b}? Before: ${BEFORE} in 100. After, for someone who knows ` +
      `all the rest: between ${low} and ${high} in 100.${seen}`;
  }

  /**
   * @param {import("./types.js").Stop} stop
   * @returns {boolean | undefined} nothing where its edges are not told
   */
  isReleased(stop) {
    const { released } = stop.header;
    if (!released) return undefined;
    let pairs = this.read.get(stop);
    if (!pairs) {
      const flat = spread(/** @type {Uint8Array} */ (stop.arrays.get(released.gaps)), released.n);
      pairs = new Set(Array.from({ length: flat.length / 2 }, (_, i) => `${flat[2 * i]} ${flat[2 * i + 1]}`));
      this.read.set(stop, pairs);
    }
    const [a, b] = [...this.ends].sort((x, y) => x - y);
    return pairs.has(`${a} ${b}`);
  }
}
