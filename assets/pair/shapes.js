// @ts-check
/** The eight marker symbols: one list of corners serves the graphics card, the legend and the SVG. */

const CIRCLE = "circle";

/**
 * Corners of a symbol of radius 1, y pointing down; null for the circle.
 *
 * @param {string} symbol
 * @returns {[x: number, y: number][] | null}
 */
export function corners(symbol) {
  /** @type {(count: number, radius: number, turn?: number) => [number, number][]} */
  const regular = (count, radius, turn = -Math.PI / 2) =>
    Array.from({ length: count }, (_, i) => {
      const angle = turn + (2 * Math.PI * i) / count;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  switch (symbol) {
    case "diamond":
      return regular(4, 1.3);
    case "square":
      return [[-0.89, -0.89], [0.89, -0.89], [0.89, 0.89], [-0.89, 0.89]];
    case "triangle-up":
      return [[0, -1.22], [1.15, 0.78], [-1.15, 0.78]];
    case "triangle-right":  // the end of what never ends
      return [[1.22, 0], [-0.78, 1.15], [-0.78, -1.15]];
    case "cross": {
      const a = 0.4, b = 1.2;
      return [[-a, -b], [a, -b], [a, -a], [b, -a], [b, a], [a, a], [a, b], [-a, b], [-a, a],
        [-b, a], [-b, -a], [-a, -a]];
    }
    case "pentagon":
      return regular(5, 1.08);
    case "star":
      return regular(10, 1).map(([x, y], i) => (i % 2 ? [0.6 * x, 0.6 * y] : [1.4 * x, 1.4 * y]));
    case "hexagon":
      return regular(6, 1.05, 0);
    default:
      return null;
  }
}

/**
 * SVG path data of a symbol with the given centre and diameter.
 *
 * @param {string} symbol
 * @param {number} x
 * @param {number} y
 * @param {number} diameter
 */
export function symbolPath(symbol, x, y, diameter) {
  const r = diameter / 2;
  const shape = corners(symbol);
  if (!shape) {
    return `M${fixed(x - r)},${fixed(y)}a${fixed(r)},${fixed(r)} 0 1 0 ${fixed(2 * r)},0` +
      `a${fixed(r)},${fixed(r)} 0 1 0 ${fixed(-2 * r)},0Z`;
  }
  return "M" + shape.map(([a, b]) => `${fixed(x + r * a)},${fixed(y + r * b)}`).join("L") + "Z";
}

/**
 * Two decimals: a hundredth of a pixel.
 *
 * @param {number} value
 */
export function fixed(value) {
  return String(Math.round(value * 100) / 100);
}

/** How far a symbol reaches from its centre, in radii; room for the largest of them. */
export const REACH = 1.5;
export const TILE = 48;

/**
 * Signed distances to the outlines, one tile of TILE x TILE bytes per symbol.
 * 128 is the outline; one radius inside is 255, one radius outside 0.
 *
 * @param {string[]} symbols
 */
export function distanceTiles(symbols) {
  const tiles = new Uint8Array(TILE * TILE * symbols.length);
  symbols.forEach((symbol, layer) => {
    const shape = symbol === CIRCLE ? null : corners(symbol);
    for (let row = 0; row < TILE; row++) {
      for (let column = 0; column < TILE; column++) {
        const x = (((column + 0.5) / TILE) * 2 - 1) * REACH;
        const y = (((row + 0.5) / TILE) * 2 - 1) * REACH;
        const distance = shape ? outlineDistance(shape, x, y) : 1 - Math.hypot(x, y);
        const byte = Math.round(128 + 127 * Math.max(-1, Math.min(1, distance)));
        tiles[(layer * TILE + row) * TILE + column] = byte;
      }
    }
  });
  return tiles;
}

/**
 * @param {[x: number, y: number][]} shape
 * @param {number} x
 * @param {number} y
 */
function outlineDistance(shape, x, y) {
  let nearest = Infinity;
  let inside = false;
  for (let i = 0, j = shape.length - 1; i < shape.length; j = i++) {
    const [ax, ay] = shape[j];
    const [bx, by] = shape[i];
    const dx = bx - ax, dy = by - ay;
    const t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    const s = Math.max(0, Math.min(1, t));
    nearest = Math.min(nearest, Math.hypot(x - ax - s * dx, y - ay - s * dy));
    if (by > y !== ay > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx) inside = !inside;
  }
  return inside ? nearest : -nearest;
}
