// @ts-check
/** Pan and zoom: where a data point stands in a panel. */

const MOST = 200;
const LEAST = 0.5;
const MARGIN = 18;

/** A view relative to "everything fits": zoom factor and shift in pixels from the middle. */
export class View {
  constructor() {
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
  }

  reset() {
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
  }

  get moved() {
    return this.zoom !== 1 || this.x !== 0 || this.y !== 0;
  }

  /**
   * Zoom so that the pixel (px, py), counted from the panel's middle, stays where it is.
   *
   * @param {number} factor
   */
  zoomAt(factor, px = 0, py = 0) {
    const next = Math.max(LEAST, Math.min(MOST, this.zoom * factor));
    const real = next / this.zoom;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.zoom = next;
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
  }

  /**
   * Multipliers and shifts from data to pixels of a panel: [scale x, scale y, x, y].
   *
   * @param {import("./types.js").Bounds} bounds
   * @param {number} width
   * @param {number} height
   * @param {number} [stretch] times the scale of one axis that the other may have
   * @returns {import("./types.js").Transform}
   */
  transform(bounds, width, height, stretch = 1) {
    const [left, low, right, high] = bounds;
    const rooms = [(width - 2 * MARGIN) / Math.max(right - left, 1e-12), (height - 2 * MARGIN) / Math.max(high - low, 1e-12)];
    const least = Math.max(Math.min(...rooms), 1e-12);
    const [across, up] = rooms.map((room) => Math.min(room, stretch * least) * this.zoom);
    const middleX = (left + right) / 2, middleY = (low + high) / 2;
    return [
      across,
      -up,
      width / 2 + this.x - across * middleX,
      height / 2 + this.y + up * middleY,
    ];
  }
}

/**
 * The box around all finite points: [left, low, right, high].
 *
 * @param {...ArrayLike<number>} clouds
 */
export function boundsOf(...clouds) {
  let left = Infinity, low = Infinity, right = -Infinity, high = -Infinity;
  for (const points of clouds) {
    for (let i = 0; i < points.length; i += 2) {
      const x = points[i], y = points[i + 1];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < low) low = y;
      if (y > high) high = y;
    }
  }
  if (!(left <= right)) return [-1, -1, 1, 1];
  const flat = Math.max(right - left, high - low, 1e-9) * 0.02;
  return [
    right - left ? left : left - flat, high - low ? low : low - flat,
    right - left ? right : right + flat, high - low ? high : high + flat,
  ];
}

/**
 * The old frame if the new box sits well in it: pictures then do not breathe with every step.
 *
 * @param {import("./types.js").Bounds | undefined} old
 * @param {import("./types.js").Bounds} next
 */
export function steadyBounds(old, next) {
  if (!old) return next;
  const inside = next[0] >= old[0] && next[1] >= old[1] && next[2] <= old[2] && next[3] <= old[3];
  const share = Math.max(
    (next[2] - next[0]) / (old[2] - old[0]),
    (next[3] - next[1]) / (old[3] - old[1]),
  );
  return inside && share > 0.7 ? old : next;
}
