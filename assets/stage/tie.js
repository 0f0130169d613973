// @ts-check
/** Two marked nodes: what may be believed of their tie, in odds out of 100, and what is released. */

import { element, make } from "../pair/frame.js";
import { DASHES } from "../pair/palette.js";
import { spread } from "../pair/payload.js";

const BEFORE = 50; // in 100, of an adversary that knows nothing of this tie
const INSIDER = "An insider knows all the rest of the graph, but not this tie.";

/** One line below the promise. */
export class Tie {
  /**
   * @param {() => void} [example] marks the ends of some tie; without it nothing is said until two nodes are marked
   * @param {boolean} [onlyExamples] nodes cannot be marked by hand
   */
  constructor(example, onlyExamples = false) {
    this.example = example;
    this.onlyExamples = onlyExamples;
    this.words = make("span", {});
    this.range = make("span", { className: "range", "aria-hidden": "true" });
    this.ends = make("span", { className: "ends", "aria-hidden": "true" });
    this.button = make("button", { type: "button", className: "example there" }, "Show me one");
    this.button.addEventListener("click", () => example?.());
    this.root = make("p", { className: "tie", title: INSIDER }, this.ends, this.range, this.words, this.button);
    this.root.hidden = !example;
    /** @type {number[]} */
    this.selection = [];
    /** @type {WeakMap<import("./types.js").Gaps, Set<string>>} */
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
    const { selection, onlyExamples } = this, two = selection.length === 2;
    this.root.hidden = onlyExamples ? !stop.header.words.pairs?.length : !two && !this.example;
    this.range.hidden = this.ends.hidden = true;
    this.button.hidden = selection.length > 0 && !onlyExamples;
    this.button.classList.toggle("there", !this.button.hidden);
    this.button.textContent = onlyExamples && two ? "Another" : "Show me one";
    this.root.toggleAttribute("data-two", two);
    if (!two) {
      this.words.textContent = onlyExamples ? "" : selection.length === 0
        ? "Your own tie: mark two nodes (click, tap, or arrows and Enter)."
        : selection.length === 1 ? `${nameOf(selection[0], shared)} is marked: mark one more to see their tie.`
        : `${selection.length.toLocaleString("en-GB")} nodes are marked, in every view. Mark two for one tie.`;
      return;
    }
    const [a, b] = selection.map((node) => nameOf(node, shared));
    const { tie, rest = "" } = stop.header.words;
    const shows = released && this.isAmong(released, "released"), isReal = released && this.isAmong(released, "real");
    const high = typeof tie === "string" ? "" : inHundred(tie[1]);
    const seen = shows === undefined ? "" : told(shows, isReal, high);
    this.ends.hidden = shows === undefined || isReal === undefined;
    this.ends.replaceChildren("true", pictured(isReal, false), "released", pictured(shows, shows !== isReal));
    if (typeof tie === "string") {
      this.words.textContent = sentences(`${a} and ${b}: ${tie}`, seen, rest);
      return;
    }
    this.range.hidden = onlyExamples;
    this.range.style.setProperty("--low", `${100 * tie[0]}%`);
    this.range.style.setProperty("--high", `${100 * tie[1]}%`);
    const after = high === `${BEFORE}` ? `still ${BEFORE}` : `${inHundred(tie[0])} to ${high}`;
    this.words.textContent = onlyExamples && seen ? sentences(`${a} and ${b}: t${seen.slice(1)}`, rest) : sentences(
      `${a} and ${b}: an insider believes in their tie ${BEFORE} in 100 before, ${after} in 100 after.`, seen, rest);
  }

  /**
   * Whether a release says of a pair what is not so.
   *
   * @param {import("./types.js").Stop} stop
   * @param {number[]} pair
   */
  isLie(stop, pair) {
    return this.isAmong(stop, "released", pair) !== this.isAmong(stop, "real", pair);
  }

  /**
   * @param {import("./types.js").Stop} stop
   * @param {"released" | "real"} which
   * @param {number[]} pair
   * @returns {boolean | undefined} nothing where these edges are not told
   */
  isAmong(stop, which, pair = this.selection) {
    const told = stop.header[which];
    if (!told) return undefined;
    let pairs = this.read.get(told);
    if (!pairs) {
      const flat = spread(/** @type {Uint8Array} */ (stop.arrays.get(told.gaps)), told.n);
      pairs = new Set(Array.from({ length: flat.length / 2 }, (_, i) => `${flat[2 * i]} ${flat[2 * i + 1]}`));
      this.read.set(told, pairs);
    }
    const [a, b] = [...pair].sort((x, y) => x - y);
    return pairs.has(`${a} ${b}`);
  }
}

/**
 * Two nodes and what is said to be between them.
 *
 * @param {boolean | undefined} isTie
 * @param {boolean} isLie
 */
function pictured(isTie, isLie) {
  const ink = isLie ? (isTie ? "var(--invented)" : "var(--lost)") : "var(--kept)";
  const dash = isLie ? (isTie ? DASHES.invented : DASHES.lost) : DASHES.kept;
  const line = element("path", { d: isTie || isLie ? "M10 8h50" : "", stroke: ink, "stroke-width": 2,
    "stroke-dasharray": dash?.join(" ") ?? "none" });
  const dots = [10, 60].map((cx) => element("circle", { cx, cy: 8, r: 5, fill: "var(--accent)" }));
  return element("svg", { viewBox: "0 0 70 16" }, line, ...dots);
}

/**
 * @param {number} node
 * @param {import("./types.js").Shared | undefined} shared
 */
function nameOf(node, shared) {
  const name = shared?.header.names?.[node] ?? `${node}`;
  return /^\d+$/.test(name) ? `node ${name}` : name;
}

/**
 * A belief out of 100, to a tenth away from one half, never 0 or 100: as the promise rounds it.
 *
 * @param {number} belief
 */
export function inHundred(belief) {
  const isLow = belief < 0.5, most = isLow ? 1 - belief : belief;
  for (const step of [1000, 100]) {
    const up = step * Math.ceil(Math.round(1e6 * most) / step);
    if (up < 1e6) return `${+((isLow ? 1e6 - up : up) / 1e4).toFixed(2)}`;
  }
  return isLow ? "less than 0.01" : "more than 99.99";
}

/**
 * What the release says of the tie, and whether that is true.
 *
 * @param {boolean} shows
 * @param {boolean | undefined} isReal
 * @param {string} high how sure an insider may become, in 100; "" where that is not known
 */
function told(shows, isReal, high) {
  if (isReal === undefined) return shows ? "This release shows the tie." : "This release does not show the tie.";
  const unsure = Number(high) < 99 ? ", and cannot tell" : "";
  const sure = (/** @type {string} */ of) => (high ? `: an insider may be ${high} in 100 sure of ${of}${unsure}` : "");
  if (shows === isReal) return `This release shows ${shows ? "the tie, and it is there" : "no tie, and there is none"}${sure("the truth")}.`;
  return `This release shows ${shows ? "a tie that is not there" : "no tie where there is one"}${sure("a falsehood")}.`;
}

/** @param {...string} parts */
function sentences(...parts) {
  return parts.filter(Boolean).join(" ");
}
