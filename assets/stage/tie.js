// @ts-check
/** Two marked nodes: what may be believed of their tie, in odds out of 100, and what is released. */

import { make } from "../pair/frame.js";
import { spread } from "../pair/payload.js";

const BEFORE = 50; // in 100, of who knows nothing of this tie
const INSIDER = "An insider knows all the rest of the graph, but not this tie.";

/** One line below the promise. */
export class Tie {
  /** @param {() => void} [example] marks the ends of some tie; without it nothing is said until two nodes are marked */
  constructor(example) {
    this.example = example;
    this.words = make("span", {});
    this.range = make("span", { className: "range", "aria-hidden": "true" });
    this.button = make("button", { type: "button", className: "example" }, "Show me one");
    this.button.addEventListener("click", () => example?.());
    this.root = make("p", { className: "tie", title: INSIDER }, this.range, this.words, this.button);
    this.root.hidden = !example;
    /** @type {number[]} */
    this.selection = [];
    /** @type {WeakMap<import("./types.js").Stop, Set<string>>} */
    this.read = new WeakMap();
  }

  /** @param {number[]} selection */
  mark(selection) {
    this.selection = selection;
  }

  /**
   * @param {import("./types.js").Stop} stop
   * @param {import("./types.js").Shared | undefined} shared
   * @param {import("./types.js").Stop | undefined} released the stop that has the released edges, if it is there
   */
  show(stop, shared, released) {
    const { selection } = this, two = selection.length === 2;
    this.root.hidden = !two && !this.example;
    this.range.hidden = true;
    this.button.hidden = selection.length > 0;
    this.root.toggleAttribute("data-two", two);
    if (!two) {
      this.words.textContent = selection.length === 0
        ? "Your own tie: mark two nodes (click, tap, or arrows and Enter)."
        : selection.length === 1 ? `${nameOf(selection[0], shared)} is marked: mark one more to see their tie.`
        : `${selection.length.toLocaleString("en-GB")} nodes are marked, in every view. Mark two for one tie.`;
      return;
    }
    const [a, b] = selection.map((node) => nameOf(node, shared));
    const { tie, rest = "" } = stop.header.words;
    const shows = released && this.isReleased(released);
    const seen = shows === undefined ? "" : shows ? "This release shows the tie." : "This release does not show the tie.";
    if (typeof tie === "string") {
      this.words.textContent = sentences(`${a} and ${b}: ${tie}`, seen, rest);
      return;
    }
    const [low, high] = [Math.floor(100 * tie[0]), Math.ceil(100 * tie[1])];
    this.range.hidden = false;
    this.range.style.setProperty("--low", `${low}%`);
    this.range.style.setProperty("--high", `${high}%`);
    const after = low === high ? `still ${low}` : `${low} to ${high}`;
    this.words.textContent = sentences(
      `${a} and ${b}: an insider believes in their tie ${BEFORE} in 100 before, ${after} in 100 after.`, seen, rest);
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
    const [a, b] = [...this.selection].sort((x, y) => x - y);
    return pairs.has(`${a} ${b}`);
  }
}

/**
 * @param {number} node
 * @param {import("./types.js").Shared | undefined} shared
 */
function nameOf(node, shared) {
  const name = shared?.header.names?.[node] ?? `${node}`;
  return /^\d+$/.test(name) ? `node ${name}` : name;
}

/** @param {...string} parts */
function sentences(...parts) {
  return parts.filter(Boolean).join(" ");
}
