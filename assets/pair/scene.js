// @ts-check
/** The pair as it is seen now: where its points stand in pixels, and what there is to say of them. */

import { counted } from "./frame.js";
import { DASHES, edgeStyles } from "./palette.js";
import { nearest } from "./picking.js";
import { edgesAt, edgesOfNodes, NONE, styleNumbers } from "./sides.js";

const LONGEST_NAME = 22;
const LISTED_CATEGORIES = 8;
const MOST_STRETCHED = 2; // of a drawing, to fill its panel
const ROOMY = 420; // pixels of a square panel in which marks have their own size
/** @type {import("./types.js").Kind[][]} */
const MARKED_KINDS = [["kept", "lost"], ["kept", "invented"]]; // left and right

/** Reads picture, camera, glide and marks; changes none of them. */
export class Scene {
  /**
   * @param {object} parts
   * @param {import("./picture.js").Picture} parts.picture
   * @param {import("./camera.js").Camera} parts.camera
   * @param {import("./glide.js").Glide} parts.glide
   * @param {import("./marks.js").Marks} parts.marks
   */
  constructor({ picture, camera, glide, marks }) {
    this.picture = picture;
    this.camera = camera;
    this.glide = glide;
    this.marks = marks;
    /** @type {number | null} */
    this.moment = null;
  }

  /**
   * Do something at one moment: all that is asked meanwhile belongs to the same frame.
   *
   * @param {number} moment
   * @param {() => void} act
   */
  at(moment, act) {
    this.moment = moment;
    try {
      act();
    } finally {
      this.moment = null;
    }
  }

  get share() {
    return this.glide.progress(this.moment ?? performance.now());
  }

  /** @param {number} side */
  transformOf(side) {
    const [, , width, height] = this.camera.frames[side];
    const bounds = this.glide.boundsAt(this.share) ?? [];
    return this.camera.view.transform(bounds[side], width, height, this.isDrawing ? MOST_STRETCHED : 1);
  }

  /** Whether places say who is near whom and no more: no axes, no map. */
  get isDrawing() {
    const { header, shared, box } = this.picture;
    return !header.axes && !box && !shared.placed;
  }

  /**
   * How large marks are drawn in a panel: a larger one has larger ones.
   *
   * @param {number} side
   */
  growth(side) {
    const [, , width, height] = this.camera.frames[side];
    return Math.min(1.8, Math.max(0.6, Math.sqrt(width * height) / ROOMY));
  }

  /**
   * @param {number} side
   * @param {number} share
   */
  pointsNow(side, share = this.share) {
    return this.glide.points(side, this.picture.sides[side].points, share);
  }

  /** @param {number} side */
  edgeStylesOf(side) {
    const { sides, theme, header, veiled } = this.picture;
    return edgeStyles(sides[side], theme, header.widths, this.marks.any, veiled);
  }

  /**
   * The edges of the marked nodes on a side, by kind: those that its picture draws.
   *
   * @param {number} index
   * @returns {import("./types.js").Edges}
   */
  markedEdges(index) {
    const { picture, marks } = this;
    if (!marks.any || !marks.edges) return {};
    const edges = edgesOfNodes(picture.sides[index].edges, marks.selection);
    const shown = picture.header.single ? MARKED_KINDS.flat() : MARKED_KINDS[index];
    return Object.fromEntries(Object.entries(edges).filter(([kind]) =>
      shown.includes(/** @type {import("./types.js").Kind} */ (kind))));
  }

  /**
   * Where a node stands in its panel, in pixels.
   *
   * @param {number} side
   * @param {number} node
   * @returns {import("./types.js").Point}
   */
  spot(side, node) {
    const [sx, sy, ox, oy] = this.transformOf(side);
    const { points } = this.picture.sides[side];
    return [points[2 * node] * sx + ox, points[2 * node + 1] * sy + oy];
  }

  /**
   * @param {number} side
   * @param {import("./types.js").Point} at
   */
  nodeAt(side, [x, y]) {
    if (!this.picture.sides || !this.camera.frames) return -1;
    const { points, sizes } = this.picture.sides[side];
    return nearest(points, this.transformOf(side), x, y, 12, sizes);
  }

  /**
   * Name, category, degrees: what there is to say of a node.
   *
   * @param {number} node
   */
  wordsFor(node) {
    const { sides, shared, header } = this.picture;
    const words = [this.picture.nameOf(node)];
    const name = shared.category_names[sides[1].categories[node]];
    if (name) words.push(name);
    if (header.degrees) {
      const [left, right] = sides.map((side) =>
        edgesAt(side, node).filter(([, kind]) => kind !== "lost").length);
      words.push(`${counted(left, "edge")} → ${right.toLocaleString("en-GB")}`);
    }
    if (this.marks.selection.has(node)) words.push("marked");
    return words;
  }

  /**
   * Colour and symbol of a node.
   *
   * @param {number} side
   * @param {number} node
   */
  styleOf(side, node) {
    const [colour, symbol] = styleNumbers(this.picture.sides[side], node);
    const { categorical, accent, symbols } = this.picture.theme;
    return { colour: colour === 8 ? accent : categorical[colour], symbol: symbols[symbol] };
  }

  /** @returns {import("./types.js").Legend} */
  legendEntries() {
    const { theme, header, shared, sides } = this.picture;
    const present = new Set();
    for (const { categories } of sides) categories.forEach((c) => present.add(c));
    const categories = shared.category_names.slice(0, LISTED_CATEGORIES)
      .map((name, category) => ({
        name: name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name, category,
        colour: theme.categorical[category % 8],
        symbol: theme.symbols[category % 8],
      }))
      .filter(({ category }) => present.has(category));
    const widths = Object.fromEntries(this.edgeStylesOf(1).map(({ kind, width }) => [kind, width]));
    const totals = { ...sides[0].totals, ...sides[1].totals };
    const words = /** @type {[import("./types.js").Kind, string][]} */ (Object.entries(header.words));
    const kinds = words.filter(([kind]) => kind in totals).map(([kind, word]) => ({
      word: `${word} (${(totals[kind] ?? 0).toLocaleString("en-GB")})`,
      colour: theme[kind], width: Math.max(1.6, widths[kind] ?? 0), dash: DASHES[kind] ?? null,
    }));
    return { categories, kinds, more: present.size - categories.length - Number(present.has(NONE)) };
  }
}
