// @ts-check
/** Which nodes the reader has marked, points at, or stands on with the keyboard. */

/** Marks and attention; -1 is no node. */
export class Marks {
  constructor() {
    /** @type {Set<number>} */
    this.selection = new Set();
    this.hovered = -1;
    this.focused = -1;
    /** Whether the edges of the marked nodes are drawn. */
    this.edges = true;
    /**
     * A loop that is being drawn: {side, corners in pixels}, or null.
     *
     * @type {{side: number, corners: import("./types.js").Point[]} | null}
     */
    this.loop = null;
  }

  /** The node to light up: under the pointer, else under the keyboard. */
  get lit() {
    return this.hovered >= 0 ? this.hovered : this.focused;
  }

  get any() {
    return this.selection.size > 0;
  }

  /** @param {Iterable<number>} nodes */
  select(nodes) {
    this.selection = new Set([...nodes].sort((a, b) => a - b));
  }

  /**
   * The marks with one node added, or taken away if it was marked.
   *
   * @param {number} node
   */
  toggled(node) {
    const next = new Set(this.selection);
    if (!next.delete(node)) next.add(node);
    return next;
  }

  /**
   * True if that changed anything.
   *
   * @param {number} node
   */
  hover(node) {
    const changed = node !== this.hovered;
    this.hovered = node;
    return changed;
  }

  /**
   * True if that changed anything.
   *
   * @param {number} node
   */
  focus(node) {
    const changed = node !== this.focused;
    this.focused = node;
    return changed;
  }

  /** @param {{side: number, corners: import("./types.js").Point[]} | null} loop */
  draw(loop) {
    this.loop = loop;
  }
}
