// @ts-check
/** What a reader can do with the picture, by pointer, keys or buttons. */

import { counted, hideTip, showTip } from "./frame.js";

/** @typedef {"pan" | "lasso"} Tool */

/** Carries out what is asked and paints it; the functions hear of new marks, tools and views. */
export class Interaction {
  /**
   * @param {object} needs
   * @param {import("./types.js").Parts} needs.parts
   * @param {import("./scene.js").Scene} needs.scene
   * @param {import("./painter.js").Painter} needs.painter
   * @param {(selection: number[]) => void} needs.told
   * @param {(tool: Tool) => void} needs.tooled
   * @param {() => void} needs.looked
   * @param {(node: number) => void} needs.pointed
   */
  constructor({ parts, scene, painter, told, tooled, looked, pointed }) {
    this.parts = parts;
    this.scene = scene;
    this.painter = painter;
    this.told = told;
    this.tooled = tooled;
    this.looked = looked;
    this.pointed = pointed;
    /** @type {Tool} */
    this.tool = "pan";
  }

  get marks() {
    return this.scene.marks;
  }

  // View -------------------------------------------------------------------------------------

  /**
   * A drag moves a flat picture and turns a solid one.
   *
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    const { camera, picture } = this.scene;
    if (picture.box) this.turn(dx, dy);
    else camera.view.pan(dx, dy);
    this.painter.move();
    this.looked();
  }

  /**
   * Turn both sides alike, by pixels of a drag.
   *
   * @param {number} dx
   * @param {number} dy
   */
  turn(dx, dy) {
    const { camera, picture, glide } = this.scene;
    camera.turn.by(dx, dy);
    picture.lookAgain();
    glide.rest(picture.sides.map((side) => side.points));
    this.parts.root.toggleAttribute("data-transition", false);
    this.painter.turned();
  }

  /**
   * `at` is in pixels from the panel's upper left corner; without it the middle stays.
   *
   * @param {number} side
   * @param {number} factor
   * @param {import("./types.js").Point} [at]
   */
  zoom(side, factor, at) {
    this.scene.camera.zoom(side, factor, at);
    this.painter.move();
    this.looked();
  }

  fit() {
    this.scene.camera.reset();
    if (this.scene.picture.box) this.turn(0, 0);
    this.painter.draw();
    this.looked();
  }

  /** Everything in sight, nothing marked. */
  restart() {
    if (!this.scene.picture.sides) return;
    this.fit();
    if (this.marks.any) this.select([]);
  }

  /** @param {Tool} tool */
  setTool(tool) {
    this.tool = tool;
    this.parts.root.dataset.tool = tool;
    this.tooled(tool);
  }

  // Attention --------------------------------------------------------------------------------

  /**
   * @param {number} side
   * @param {import("./types.js").Point | null} at
   */
  hover(side, at) {
    const node = at ? this.scene.nodeAt(side, at) : -1;
    this.parts.panels[side].plot.classList.toggle("picking", node >= 0);
    if (node >= 0) this.tip(side, node);
    else hideTip(this.parts.tip);
    if (!this.marks.hover(node)) return;
    this.painter.draw();
    this.pointed(node);
  }

  /**
   * @param {number} side
   * @param {number} node
   */
  focus(side, node, { aloud = false } = {}) {
    if (!this.marks.focus(node)) return;
    if (node < 0) hideTip(this.parts.tip);
    else {
      this.scene.camera.bringIntoSight(side, this.scene.spot(side, node));
      this.tip(side, node);
      if (aloud) this.say(this.scene.wordsFor(node).join(", "));
    }
    this.painter.draw();
  }

  /**
   * @param {number} side
   * @param {number} node
   */
  tip(side, node) {
    const [left, top] = this.scene.camera.frames[side];
    const [x, y] = this.scene.spot(side, node);
    showTip(this.parts.tip, this.parts.stage, left + x, top + y, this.scene.wordsFor(node));
  }

  /**
   * Words for a screen reader.
   *
   * @param {string} text
   */
  say(text) {
    this.parts.live.textContent = text;
  }

  // Marking ----------------------------------------------------------------------------------

  /** @param {Iterable<number>} nodes */
  select(nodes) {
    this.marks.select(nodes);
    const { size } = this.marks.selection;
    this.painter.restyle();
    this.say(size ? `${counted(size, "node")} marked` : "Nothing marked");
    this.painter.draw();
    this.told([...this.marks.selection]);
  }

  /** @param {number} node */
  toggle(node) {
    this.select(this.marks.toggled(node));
  }

  /** Draw the edges of the marked nodes, or leave them out. */
  toggleEdges() {
    this.marks.edges = !this.marks.edges;
    this.say(this.marks.edges ? "Edges of the marked nodes shown" : "Edges hidden");
    this.painter.draw();
  }

  /** @param {number} category */
  chooseCategory(category) {
    const { categories } = this.scene.picture.sides[1];
    this.select([...categories.keys()].filter((i) => categories[i] === category));
  }

  /**
   * Show a loop while it is drawn; null takes it away.
   *
   * @param {number} side
   * @param {import("./types.js").Point[] | null} corners
   */
  loop(side, corners) {
    this.marks.draw(corners ? { side, corners } : null);
    this.painter.draw();
  }
}
