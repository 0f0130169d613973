// @ts-check
/** Chooses which node names to write so that none covers another or a mark: large nodes first. */

const MOST_LABELS = 60;
const MOST_MARKS = 600;  // of nodes that names keep clear of; among more there is no room
const HEIGHT = 14;

/**
 * Names that fit into a panel of width x height pixels.
 * `measure` gives the width of a text in pixels. Returns [{ text, x, y }] with y on the baseline.
 *
 * @param {object} what
 * @param {Float32Array} what.points
 * @param {Float32Array} what.sizes
 * @param {(node: number) => string} what.names
 * @param {import("./types.js").Transform} what.transform
 * @param {number} what.width
 * @param {number} what.height
 * @param {(text: string) => number} what.measure
 * @param {number} [what.type] times the usual size of letters
 * @param {number[] | null} what.only the nodes to name; null for all
 * @returns {import("./types.js").Label[]}
 */
export function placeLabels({ points, sizes, names, transform, width, height, measure, only, type = 1 }) {
  const [sx, sy, ox, oy] = transform;
  const line = HEIGHT * type;
  const inSight = [];
  for (let i = 0; i < points.length / 2; i++) {
    const x = points[2 * i] * sx + ox, y = points[2 * i + 1] * sy + oy;
    if (x > 0 && y > 0 && x < width && y < height) inSight.push({ i, x, y });
  }
  const named = only && new Set(only);
  const seen = inSight.filter(({ i }) => !named || named.has(i));
  // Beside marked nodes all others are faint: a name may lie on those.
  const avoided = named ? seen : inSight.length > MOST_MARKS ? [] : inSight;
  const marks = avoided.map(({ i, x, y }) => {
    const half = sizes[i] / 2;
    return [x - half, y - half, x + half, y + half];
  });
  seen.sort((a, b) => sizes[b.i] - sizes[a.i] || a.i - b.i);
  /** @type {number[][]} */
  const taken = [];
  const placed = [];
  for (const { i, x, y } of seen) {
    if (placed.length >= MOST_LABELS) break;
    const text = shortened(names(i));
    const wide = measure(text);
    const gap = sizes[i] / 2 + 4;
    const middle = Math.max(2, Math.min(x - wide / 2, width - wide - 2)); // at an edge, moved inwards
    const tries = [[x + gap, y + 4], [x - gap - wide, y + 4], [middle, y - gap], [middle, y + gap + 9 * type]];
    const free = (/** @type {number} around its letters */ air) => tries.find(([left, base]) => {
      const box = [left - 2 + air, base - line + 3 + air, left + wide + 2 - air, base + 3 - air];
      return box[0] >= 0 && box[2] <= width && box[1] >= 0 && box[3] <= height && ![...marks, ...taken].some((other) => overlap(other, box));
    });
    const spot = free(0) ?? free(2);
    if (!spot) continue;
    taken.push([spot[0], spot[1] - line + 3, spot[0] + wide, spot[1] + 3]);
    placed.push({ text, x: spot[0], y: spot[1] });
  }
  return placed;
}

/** @param {string} text */
function shortened(text, most = 22) {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function overlap(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}
