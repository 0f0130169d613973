// @ts-check
/** What has come: two sides, their words, and the theme that they are drawn in. */

import { isDark } from "./palette.js";
import { readSide } from "./sides.js";
import { boundsOf, steadyBounds } from "./view.js";
import { lookAt, middleOf } from "./view3d.js";

const NUMBER = /^\d+$/;

/** The data of the pair that is on the screen. */
export class Picture {
  /** @param {import("./view3d.js").Turn} turn the direction from which solid sides are seen */
  constructor(turn) {
    this.turn = turn;
    /** @type {import("./types.js").Header} */
    this.header = /** @type {any} */ (null);
    /** @type {import("./types.js").SharedHeader} */
    this.shared = /** @type {any} */ (null);
    /** @type {import("./types.js").Side[]} */
    this.sides = /** @type {any} */ (null);
    /** @type {import("./types.js").Bounds[] | null} */
    this.bounds = null;
    /** @type {Element} */
    this.host = /** @type {any} */ (null);
    /** @type {import("./types.js").Bounds | null} */
    this.box = null;
    /** @type {import("./types.js").Theme} */
    this.theme = /** @type {any} */ (null);
    this.font = "sans-serif";
    this.type = 1; // times the usual size of letters
    this.veiled = false;
    /** @type {import("./types.js").Arrays} */
    this.arrays = new Map();
    /** @type {import("./types.js").Arrays} */
    this.sharedArrays = new Map();
  }

  /**
   * Take over the words and arrays of a message; its sides are shown by `show`.
   *
   * @param {import("./types.js").Message} message
   * @param {import("./types.js").SharedPart} shared
   */
  take({ header, arrays }, shared) {
    this.header = header;
    this.arrays = arrays;
    this.shared = shared.header;
    this.sharedArrays = shared.arrays;
    this.box = header.bounds?.[0].length === 6 ? header.bounds[0] : null;
  }

  /** @param {Element} host whose colours and type the picture wears */
  wornBy(host) {
    this.host = host;
  }

  /** Colours and type of the page around, and whether it hides the private side. */
  dress() {
    const style = getComputedStyle(this.host);
    const paper = style.getPropertyValue("--st-background-color").trim();
    this.theme = this.shared.themes[isDark(paper) ? "dark" : "light"];
    this.font = style.getPropertyValue("--st-font").trim() || "sans-serif";
    this.type = Number(style.getPropertyValue("--type-scale")) || 1;
    this.veiled = style.getPropertyValue("--private-side").trim() === "hidden";
  }

  /** The sides of the message; one that has not changed is the one on the screen again. */
  arrived() {
    return this.header.sides.map((header, i) => {
      const key = JSON.stringify([header, this.box]);
      if (this.sides?.[i].key === key) return this.sides[i];
      return { ...this.sideOf(header), key };
    });
  }

  /**
   * A side as a header tells it, seen from the present direction.
   *
   * @param {import("./types.js").SideHeader} header
   */
  sideOf(header) {
    const side = readSide(header, (name) => this.arrays.get(name) ?? this.sharedArrays.get(name));
    if (side.solid && this.box) lookAt(side, this.box, this.turn);
    return side;
  }

  /**
   * Put two sides on the screen; their bounds were asked for by `fitted`.
   *
   * @param {import("./types.js").Side[]} sides
   * @param {import("./types.js").Bounds[]} bounds
   */
  show(sides, bounds) {
    this.sides = sides;
    this.bounds = bounds;
  }

  /**
   * The bounds of both panels that hold these sides.
   *
   * @param {import("./types.js").Side[]} sides
   * @returns {import("./types.js").Bounds[]}
   */
  fitted(sides) {
    if (this.box) {
      const { radius } = middleOf(this.box);
      return sides.map(() => [-radius, -radius, radius, radius]);
    }
    if (this.header.bounds) return this.header.bounds;
    const box = boundsOf(...sides.map((side) => boundsOf(side.points)));
    return sides.map((_, i) => steadyBounds(this.bounds?.[i], box));
  }

  /**
   * Solid sides are seen from a new direction.
   *
   * @param {import("./types.js").Side[]} sides
   */
  lookAgain(sides = this.sides) {
    const { box } = this;
    if (box) for (const side of sides) lookAt(side, box, this.turn);
  }

  /**
   * What a node is called; a bare number says of what.
   *
   * @param {number} node
   */
  nameOf(node) {
    const name = this.shared.names?.[node] ?? `${node}`;
    return NUMBER.test(name) ? `node ${name}` : name;
  }
}
