// @ts-check
/** Where the nodes of a pasted graph are drawn. */

const STEPS = 300;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const HOTTEST = 0.12, COLDEST = 0.002; // of a step, as a share of the picture

/**
 * Neighbours attract each other, all nodes repel each other by their degrees, light gravity keeps
 * parts together (Fruchterman and Reingold, 1991). The same graph always gets the same places.
 *
 * @param {number} n at least 2
 * @param {number[]} edges node numbers, two an edge
 * @returns {number[]} x and y of each node in thousandths, within -1,000 and 1,000
 */
export function placed(n, edges) {
  const degrees = new Float64Array(n);
  for (const node of edges) degrees[node] += 1;
  const order = [...degrees.keys()].sort((u, v) => degrees[v] - degrees[u] || u - v);
  const x = new Float64Array(n), y = new Float64Array(n);
  order.forEach((node, i) => {
    x[node] = Math.sqrt((i + 0.5) / n) * Math.cos(GOLDEN_ANGLE * i);
    y[node] = Math.sqrt((i + 0.5) / n) * Math.sin(GOLDEN_ANGLE * i);
  });
  const mass = degrees.map((degree) => Math.sqrt(degree + 1)), far = 1 / Math.sqrt(n);
  for (let step = 0; step < STEPS; step++) {
    const heat = HOTTEST * (COLDEST / HOTTEST) ** (step / (STEPS - 1));
    move(x, y, forces(x, y, edges, mass, far), heat);
  }
  return fitted(x, y);
}

/**
 * @param {Float64Array} x
 * @param {Float64Array} y
 * @param {number[]} edges
 * @param {Float64Array} mass
 * @param {number} far of an edge at rest, about
 */
function forces(x, y, edges, mass, far) {
  const n = x.length, fx = new Float64Array(n), fy = new Float64Array(n);
  for (let u = 0; u < n; u++) {
    for (let v = u + 1; v < n; v++) {
      const dx = x[u] - x[v], dy = y[u] - y[v];
      const push = (0.25 * far * far * mass[u] * mass[v]) / Math.max(dx * dx + dy * dy, 1e-6);
      fx[u] += push * dx;
      fy[u] += push * dy;
      fx[v] -= push * dx;
      fy[v] -= push * dy;
    }
    fx[u] -= 0.6 * mass[u] * x[u];
    fy[u] -= 0.6 * mass[u] * y[u];
  }
  for (let i = 0; i < edges.length; i += 2) {
    const u = edges[i], v = edges[i + 1], dx = x[u] - x[v], dy = y[u] - y[v], pull = Math.hypot(dx, dy) / far;
    fx[u] -= pull * dx;
    fy[u] -= pull * dy;
    fx[v] += pull * dx;
    fy[v] += pull * dy;
  }
  return { fx, fy };
}

/**
 * @param {Float64Array} x
 * @param {Float64Array} y
 * @param {{fx: Float64Array, fy: Float64Array}} forces
 * @param {number} heat the longest step
 */
function move(x, y, { fx, fy }, heat) {
  for (let u = 0; u < x.length; u++) {
    const long = Math.hypot(fx[u], fy[u]), step = Math.min(heat, 0.1 * long) / Math.max(long, 1e-12);
    x[u] += step * fx[u];
    y[u] += step * fy[u];
  }
}

/**
 * @param {Float64Array} x
 * @param {Float64Array} y
 */
function fitted(x, y) {
  const ends = [x, y].map((values) => [Math.min(...values), Math.max(...values)]);
  const half = Math.max(...ends.map(([low, high]) => (high - low) / 2), 1e-9);
  const [[left, right], [low, high]] = ends;
  return Array.from(x, (_, u) => [
    Math.round((1000 * (x[u] - (left + right) / 2)) / half), Math.round((1000 * (y[u] - (low + high) / 2)) / half),
  ]).flat();
}
