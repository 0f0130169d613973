// @ts-check
/** The pictures that have come, by tile: a stop that is there once is not lost again. */

import { decode } from "../pair/payload.js";

const LOW = -1, SPAN = 3; // the range that places are sent in
const KEPT_PARTS = 24;

export class TileStore {
  constructor() {
    /** @type {Map<string, import("./types.js").Part>} */
    this.parts = new Map();
  }

  /**
   * Read one message; its stops join those that came under the same name before.
   *
   * @param {Uint8Array} bytes
   */
  put(bytes) {
    const { header, arrays } = decode(bytes);
    /** @param {string} name */
    const find = (name) => arrays.get(name);
    for (const tile of header.tiles) this.join(tile, find);
    while (this.parts.size > KEPT_PARTS) this.parts.delete([...this.parts.keys()][0]);
  }

  /**
   * @param {import("./types.js").PartHeader} header
   * @param {import("../pair/types.js").Find} find
   */
  join({ name, baseline, stops }, find) {
    const part = this.parts.get(name) ?? { baseline: null, stops: new Map() };
    if (baseline) part.baseline ??= sketchOf(baseline, find);
    for (const { epsilon, figure, words, alt, private: drawing } of stops) {
      if (part.stops.has(epsilon)) continue;
      part.stops.set(epsilon, { figure, words, alt, private: sketchOf(drawing, find) });
    }
    this.parts.delete(name);
    this.parts.set(name, part);
  }

  /** @param {string} name */
  get(name) {
    return this.parts.get(name);
  }
}

/**
 * @param {import("./types.js").SketchHeader} header
 * @param {import("../pair/types.js").Find} find
 * @returns {import("./types.js").Sketch}
 */
function sketchOf({ size, square, labels, ...names }, find) {
  return {
    dots: places(find(names.dots)), inks: find(names.inks),
    lines: find(names.lines), strokes: find(names.strokes),
    boxes: places(find(names.boxes)), fills: find(names.fills),
    size, square, labels,
  };
}

/** @param {Uint16Array} steps */
function places(steps) {
  return Float32Array.from(steps, (step) => LOW + (SPAN * step) / 65535);
}
