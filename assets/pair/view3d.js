// @ts-check
/** Clouds in three dimensions: the direction of view, and where their points stand seen from it. */

const AROUND = -0.6; // radians, at first
const TILT = 0.4;
const SPEED = 0.01; // radians a pixel
const NEAR = 0.4; // how much larger the nearest points are drawn than those in the middle
const CLOSE = 0.9; // of the box's half diagonal fills the panel

/** A direction of view: turned about the upright axis, then tilted. */
export class Turn {
  constructor() {
    this.around = AROUND;
    this.tilt = TILT;
  }

  reset() {
    this.around = AROUND;
    this.tilt = TILT;
  }

  get moved() {
    return this.around !== AROUND || this.tilt !== TILT;
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  by(dx, dy) {
    this.around += SPEED * dx;
    this.tilt = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.tilt + SPEED * dy));
  }

  /**
   * Place right, place up and nearness of a point; all relative to the middle.
   *
   * @param {number} x
   * @param {number} y
   * @param {number} z
   */
  apply(x, y, z) {
    const [c, s] = [Math.cos(this.around), Math.sin(this.around)];
    const [ct, st] = [Math.cos(this.tilt), Math.sin(this.tilt)];
    const away = c * z - s * x;
    return [c * x + s * z, ct * y - st * away, st * y + ct * away];
  }
}

/**
 * A box [low x, y, z, high x, y, z] as its middle and the radius that a panel shows.
 *
 * @param {import("./types.js").Bounds} box
 */
export function middleOf(box) {
  const middle = [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
  const half = [0, 1, 2].map((k) => (box[k + 3] - box[k]) / 2);
  return { middle, radius: Math.max(CLOSE * Math.hypot(...half), 1e-9) };
}

/**
 * The edges of a box as lines in pixels of a panel, and each axis' title at its outermost edge.
 *
 * @param {import("./types.js").Frame} frame
 * @param {import("./types.js").Transform} transform
 * @param {import("./types.js").Bounds} box
 * @param {Turn} turn
 * @param {string[]} titles
 * @returns {import("./types.js").Guides}
 */
export function boxMarks([left, top, width, height], [sx, sy, ox, oy], box, turn, titles) {
  const { middle } = middleOf(box);
  /**
   * @param {number[]} corner
   * @returns {import("./types.js").Point}
   */
  const spot = (corner) => {
    const [right, up, near] = [0, 1, 2].map((k) => box[k + 3 * corner[k]] - middle[k]);
    const [x, y] = turn.apply(right, up, near);
    return [left + x * sx + ox, top + y * sy + oy];
  };
  const [centreX, centreY] = [left + ox, top + oy];
  /** @type {import("./types.js").Guides} */
  const { lines, texts } = { lines: [], texts: [] };
  for (let axis = 0; axis < 3; axis++) {
    let farthest = -1, place = [centreX, centreY];
    for (const [a, b] of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
      const [[x, y], [u, v]] = [0, 1].map((end) => spot([0, 1, 2].map((k) =>
        k === axis ? end : k === (axis + 1) % 3 ? a : b)));
      lines.push([x, y, u, v]);
      const [dx, dy] = [(x + u) / 2 - centreX, (y + v) / 2 - centreY];
      // Of two edges as far out, the lower or left one.
      const far = Math.hypot(dx, dy) + 1e-3 * (dy - dx);
      if (far > farthest) [farthest, place] = [far, [centreX + dx, centreY + dy]];
    }
    const [x, y] = place;
    const shown = x > left && x < left + width && y > top + 12 && y < top + height - 4;
    if (shown) texts.push({ text: titles[axis], x, y: y + 4, anchor: "middle" });
  }
  return { lines, texts };
}

/**
 * Where the points of a solid side stand seen from a direction, nearer ones larger; in place.
 *
 * @param {import("./types.js").Side} side
 * @param {import("./types.js").Bounds} box
 * @param {Turn} turn
 */
export function lookAt(side, box, turn) {
  const { middle: [x, y, z], radius } = middleOf(box);
  const { solid: all = new Float32Array() } = side;
  side.plain ??= side.sizes;
  side.points = new Float32Array(2 * all.length / 3);
  side.sizes = side.plain.map((size, i) => {
    const [right, up, near] = turn.apply(all[3 * i] - x, all[3 * i + 1] - y, all[3 * i + 2] - z);
    side.points[2 * i] = right;
    side.points[2 * i + 1] = up;
    return size * (1 + NEAR * Math.max(-1, Math.min(1, near / radius)));
  });
}
