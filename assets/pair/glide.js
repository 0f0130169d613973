// @ts-check
/** Where a picture stands between two stops: points and bounds glide from the old to the new. */

import { mixed } from "./sides.js";

/** One glide; a finished one rests at its end. */
export class Glide {
  constructor() {
    /** @type {(Float32Array | null)[]} */
    this.from = [null, null];
    this.start = 0;
    this.length = 0;
    /** @type {(import("./types.js").Bounds[] | null)[]} */
    this.bounds = [null, null];
  }

  /**
   * Begin at `from`, the points of both sides, and at the first of two bounds.
   *
   * @param {{from: Float32Array[], length: number, bounds: import("./types.js").Bounds[][]}} way
   */
  begin({ from, length, bounds }) {
    this.from = from;
    this.length = length;
    this.bounds = bounds;
    this.start = performance.now();
  }

  /**
   * Stay at these points.
   *
   * @param {Float32Array[]} points
   */
  rest(points) {
    this.from = points;
    this.length = 0;
  }

  /** The share of the way at a moment, 1 at the end. */
  progress(now = performance.now()) {
    if (!this.length) return 1;
    const t = Math.min(1, Math.max(0, (now - this.start) / this.length));
    return t * t * (3 - 2 * t);
  }

  get moving() {
    return this.progress() < 1;
  }

  /**
   * A side's points at a share of the way to `points`.
   *
   * @param {number} side
   * @param {Float32Array} points
   * @param {number} share
   */
  points(side, points, share) {
    const from = this.from[side];
    return share >= 1 || !from || from === points ? points : mixed(from, points, share);
  }

  /**
   * Whether this side has the same points at both ends.
   *
   * @param {number} side
   * @param {Float32Array} points
   */
  isStill(side, points) {
    return this.from[side] === points;
  }

  /**
   * Both panels' bounds at a share of the way; null before the first picture.
   *
   * @param {number} share
   */
  boundsAt(share) {
    const [from, to] = this.bounds;
    if (!to || !from || share >= 1 || from === to) return to;
    return to.map((box, i) => box.map((value, k) => from[i][k] + share * (value - from[i][k])));
  }
}

/** Whether the reader's system allows motion. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
