// @ts-check
/** Stops that are computed in the browser, when they are asked for. */

import { inHundred } from "../stage/tie.js";
import { edgesView } from "./views.js";

const BELIEF = 0.5; // before the release, in one edge
const MARGIN = 0.05; // of a chart's height

/** @typedef {Record<"light" | "dark", import("../pair/types.js").Theme>} Themes */
/** @typedef {import("./views.js").Drawn} Drawn */

/** One view of one graph with one noise draw. */
export class Computed {
  /**
   * @param {import("./subject.js").Subject} subject
   * @param {{id: string, draw: import("./views.js").View, ties: boolean}} view
   * @param {{epsilons: number[], themes: Themes}} page
   */
  constructor(subject, view, { epsilons, themes }) {
    this.subject = subject;
    this.view = view;
    this.stops = epsilons.map((epsilon) => ({ epsilon, label: `ε = ${epsilon}` }));
    this.id = `${subject.given.id} ${subject.seed} ${view.id}`;
    /** @type {import("../stage/types.js").Shared} */
    this.shared = {
      header: { id: this.id, stage: this.id, themes, names: subject.given.names, graph: subject.given.id, n: subject.n },
      arrays: new Map(Object.entries({
        places: Float32Array.from(subject.given.positions, (place) => place / 1000),
        quiet: new Uint8Array(subject.n).fill(255),
        sizes: sizesOf(subject.graph.degrees, subject.n),
      })),
    };
    /** @type {(import("../stage/types.js").Stop | undefined)[]} */
    this.made = [];
    /** @type {(stop: number) => void} */
    this.arrived = () => {};
  }

  /** @param {number} stop what is there already */
  at(stop) {
    return this.made[stop];
  }

  /** @param {number} stop that is there at once */
  want(stop) {
    this.made[stop] ??= this.packed(this.stops[stop].epsilon, this.view);
  }

  /** A stop that shows where the nodes are in the graph. @param {number} stop */
  inGraph(stop) {
    return { stop: this.packed(this.stops[stop].epsilon, { ...this.view, draw: edgesView }), shared: this.shared };
  }

  /**
   * @param {number} epsilon
   * @param {typeof this.view} view
   * @returns {import("../stage/types.js").Stop}
   */
  packed(epsilon, { draw, ties }) {
    const drawn = draw(this.subject, epsilon), { answer, detail, figures } = drawn;
    const after = 1 / (1 + Math.exp(-epsilon));
    /** @type {import("../stage/types.js").Stop} */
    const stop = {
      header: {
        shared: this.id,
        words: {
          epsilon, label: `ε = ${epsilon}`, answer, detail, figures, protects: true, notes: [],
          statement: `Protects the presence or absence of any one edge, proved: ε = ${epsilon}.`,
          odds: `Someone who knows all the rest and is ${100 * BELIEF}% sure of one edge ${after > 0.9999 ? "may be" : "is at most"} ${inHundred(after)}% sure after the release.`,
          tie: [1 - after, after], rest: ties ? "" : "What is released lists no ties.",
        },
      },
      arrays: new Map(),
    };
    if (drawn.sides) this.addPair(stop, drawn, epsilon);
    if (drawn.law) addLaw(stop, drawn.law, drawn.alt);
    if (ties) {
      stop.arrays.set("released", gapsOf(this.subject.release(epsilon)));
      stop.header.released = { gaps: "released", n: this.subject.n };
      stop.arrays.set("real", gapsOf(this.subject.graph));
      stop.header.real = { gaps: "real", n: this.subject.n };
    }
    return stop;
  }

  /**
   * @param {import("../stage/types.js").Stop} stop
   * @param {Drawn} drawn
   * @param {number} epsilon
   */
  addPair({ header, arrays }, { sides = /** @type {any} */ ([]), names = [], words = {}, widths = null, alt }, epsilon) {
    // Arrays have names that tell a side that changed from one that did not.
    const packed = sides.map(({ detail, edges, categories, degrees }, i) => {
      const own = i ? `${epsilon} ` : "true ";
      /** @param {string} name @param {import("../pair/types.js").Numbers} array */
      const put = (name, array) => {
        const known = [...this.shared.arrays].find(([, one]) => same(one, array));
        if (known) return known[0];
        const key = i ? own + name : `${own}${name} ${hashOf(array)}`;
        arrays.set(key, array);
        return key;
      };
      const kinds = Object.entries(edges).filter(([, pairs]) => pairs.length);
      return {
        title: i ? `With ε = ${epsilon}` : "Without privacy", role: /** @type {const} */ (["baseline", "accent"])[i], detail,
        positions: { array: "places", dimensions: 2 },
        categories: categories ? put("classes", categories) : "quiet",
        sizes: degrees ? put("sizes", sizesOf(degrees, this.subject.n)) : "sizes",
        edges: Object.fromEntries(kinds.map(([kind, pairs]) => [kind, { pairs: put(kind, pairs) }])),
        totals: Object.fromEntries(kinds.map(([kind, pairs]) => [kind, pairs.length / 2])),
      };
    });
    header.pair = {
      sides: packed, draws: [], category_names: names, axes: null, words, widths, single: false, bounds: this.bounds,
      degrees: true, caption: "", alt,
    };
  }

  /** @returns {import("../pair/types.js").Bounds[]} */
  get bounds() {
    const places = /** @type {Float32Array} */ (this.shared.arrays.get("places"));
    const ends = [0, 1].map((k) => places.filter((_, i) => i % 2 === k));
    const box = [...ends.map((values) => Math.min(...values)), ...ends.map((values) => Math.max(...values))];
    return [box, box];
  }
}

/**
 * @param {import("../pair/types.js").Numbers} one
 * @param {import("../pair/types.js").Numbers} other
 */
function same(one, other) {
  return one.constructor === other.constructor && one.length === other.length && one.every((value, i) => value === other[i]);
}

/** @param {import("../pair/types.js").Numbers} array */
function hashOf(array) {
  let hash = array.length;
  for (const value of array) hash = (Math.imul(hash, 31) + value) | 0;
  return hash;
}

/**
 * Diameters in quarters of a pixel: the area grows with the degree, all shrink as the graph grows.
 *
 * @param {ArrayLike<number>} degrees
 * @param {number} n
 */
function sizesOf(degrees, n) {
  const most = Math.max(1, ...Array.from(degrees)), least = Math.min(9, Math.max(2, 70 / Math.sqrt(Math.max(n, 1))));
  return Float32Array.from(degrees, (degree) => 4 * least * (1 + Math.sqrt(Math.max(degree, 0) / most)));
}

/**
 * Edges as the gaps between their numbers u n + v, seven bits a byte, lowest first.
 *
 * @param {import("./graph.js").Graph} graph
 */
function gapsOf({ n, edges }) {
  const bytes = [];
  for (let i = 0, before = 0; i < edges.length; i += 2) {
    const code = edges[i] * n + edges[i + 1];
    let gap = code - before;
    for (; gap >= 128; gap >>= 7) bytes.push((gap & 127) | 128);
    bytes.push(gap);
    before = code;
  }
  return Uint8Array.from(bytes);
}

/**
 * The law of a released number as bars, with a line for the truth and one for what came out.
 *
 * @param {import("../stage/types.js").Stop} stop
 * @param {import("./views.js").Law} law
 * @param {string} alt
 */
function addLaw({ header, arrays }, { what, truth, drawn, low, chances }, alt) {
  const last = low + chances.length - 1, top = Math.max(...chances);
  const high = top * (1 + 4 * MARGIN);
  arrays.set("bars", Float32Array.from(chances.flatMap((chance, i) => [low + i - 0.5, 0, low + i + 0.5, chance])));
  arrays.set("truth", Float32Array.from([truth, 0, truth, high]));
  const shown = Math.max(low, Math.min(last, drawn));
  arrays.set("drawn", Float32Array.from([shown, 0, shown, high]));
  /** @type {(kind: "areas" | "lines", places: string, ink: import("../chart/types.js").Ink, size: number, dash: number[], word: string) => import("../chart/types.js").Marks} */
  const marks = (kind, places, ink, size, dash, word) =>
    ({ kind, places, ink, size, symbol: "circle", dash, word, tip: "", opacity: kind === "areas" ? 0.35 : 1 });
  /** @type {import("../chart/types.js").Panel} */
  const panel = {
    x: [low - 0.5, last + 0.5], y: [0, high], axes: [`number of ${what}`, "chance"],
    marks: [
      marks("areas", "bars", "accent", 1, [], "chance of each answer"), marks("lines", "truth", "text", 2, [4, 3], "true number"),
      marks("lines", "drawn", "accent", 3, [], "this release"),
    ],
    words: [], ticks: [[], []], cells: null, even: false,
  };
  header.chart = { panels: [panel], titles: [], details: [], unproved: [], alone: null, scale: [], columns: 0, alt };
}
