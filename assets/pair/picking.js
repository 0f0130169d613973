// @ts-check
/** Which node is meant: nearest to the pointer, inside a loop, next in a direction. */

/**
 * Number of the nearest point within `reach` pixels, or -1. `sizes` are diameters in pixels.
 *
 * @param {Float32Array} points
 * @param {import("./types.js").Transform} transform
 * @param {number} px
 * @param {number} py
 * @param {number} reach
 * @param {Float32Array | null} sizes
 */
export function nearest(points, transform, px, py, reach = 14, sizes = null) {
  const [sx, sy, ox, oy] = transform;
  let best = -1, least = Infinity;
  for (let i = 0; 2 * i < points.length; i++) {
    const dx = points[2 * i] * sx + ox - px;
    const dy = points[2 * i + 1] * sy + oy - py;
    const square = dx * dx + dy * dy;
    const limit = Math.max(reach, sizes ? sizes[i] / 2 + 2 : 0);
    if (square < least && square <= limit * limit) {
      least = square;
      best = i;
    }
  }
  return best;
}

/**
 * Numbers of the points inside a closed loop of pixels [[x, y], ...].
 *
 * @param {Float32Array} points
 * @param {import("./types.js").Transform} transform
 * @param {import("./types.js").Point[]} loop
 */
export function inside(points, transform, loop) {
  const [sx, sy, ox, oy] = transform;
  const xs = loop.map((corner) => corner[0]), ys = loop.map((corner) => corner[1]);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const picked = [];
  for (let i = 0; 2 * i < points.length; i++) {
    const x = points[2 * i] * sx + ox, y = points[2 * i + 1] * sy + oy;
    if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) continue;
    let within = false;
    for (let k = 0, j = loop.length - 1; k < loop.length; j = k++) {
      const crosses = ys[k] > y !== ys[j] > y;
      if (crosses && x < ((xs[j] - xs[k]) * (y - ys[k])) / (ys[j] - ys[k]) + xs[k]) {
        within = !within;
      }
    }
    if (within) picked.push(i);
  }
  return picked;
}

/**
 * The next point from `start` towards (dx, dy), y pointing down: near ones first, and those
 * straight ahead before those to the side. -1 if nothing lies that way.
 *
 * @param {Float32Array} points
 * @param {import("./types.js").Transform} transform
 * @param {number} start
 * @param {number} dx
 * @param {number} dy
 */
export function neighbour(points, transform, start, dx, dy) {
  const [sx, sy] = transform;
  let best = -1, least = Infinity;
  for (let i = 0; 2 * i < points.length; i++) {
    if (i === start) continue;
    const x = (points[2 * i] - points[2 * start]) * sx;
    const y = (points[2 * i + 1] - points[2 * start + 1]) * sy;
    const ahead = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
    if (ahead <= 1e-6 || aside > 1.8 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) {
      least = cost;
      best = i;
    }
  }
  return best;
}

/**
 * The point nearest to the middle of a panel: where a walk begins.
 *
 * @param {Float32Array} points
 * @param {import("./types.js").Transform} transform
 * @param {number} width
 * @param {number} height
 */
export function central(points, transform, width, height) {
  return nearest(points, transform, width / 2, height / 2, Infinity);
}
