// @ts-check
/** When the picture is painted, and what of it has to be painted again. */

import { fit, fresh, paintGrid, paintMarks } from "./paint.js";
import { edgeCount, palette } from "./palette.js";
import { Renderer } from "./renderer.js";
import { KINDS } from "./payload.js";
import { shuffled, styleBytes } from "./sides.js";

/** @typedef {{name: string, side: import("./types.js").Side, weight: number}} Layer */

/**
 * @typedef {object} Look
 * @property {import("./types.js").Frame} frame
 * @property {import("./types.js").Transform} transform
 * @property {number} ratio
 * @property {number} share of the edges
 * @property {number} phase of the glide
 */

const NO_EDGES = new Uint32Array();
const MOVING_EDGES = 12000;
const SHUFFLED_EDGES = 20000;
const REST_MS = 140;
const OUTLINED_POINTS = 1000;

/** Owns the three canvases, what the graphics card holds, and the one animation frame. */
export class Painter {
  /**
   * @param {import("./types.js").Parts} parts
   * @param {import("./scene.js").Scene} scene
   */
  constructor(parts, scene) {
    this.parts = parts;
    this.scene = scene;
    this.renderer = new Renderer(parts.scene);
    this.versions = [0, 0];
    this.painted = ["", ""];
    this.paintedGrid = "";
    this.frames = "";
    /** @type {Layer[] | null} */
    this.overlay = null;
    this.asked = 0;
    this.resting = 0;
    this.busy = false;
  }

  get works() {
    return this.renderer.works;
  }

  // What the graphics card holds -------------------------------------------------------------

  /**
   * Hand over what has changed since the sides `old`; points start where the glide starts.
   *
   * @param {import("./types.js").Side[] | null} old
   */
  upload(old = null) {
    const { picture, glide, marks } = this.scene;
    picture.sides.forEach((side, i) => {
      this.versions[i] += 1;
      const before = (glide.length ? glide.from[i] : null) ?? side.points;
      this.renderer.setPositions(i, before, side.points);
      this.renderer.setStyles(i, styleBytes(side, marks.selection));
      for (const kind of KINDS) {
        const pairs = side.edges[kind] ?? NO_EDGES;
        if (old && old[i].edges[kind] === pairs) continue;
        this.renderer.setEdges(i, kind, pairs.length > SHUFFLED_EDGES ? shuffled(pairs) : pairs);
      }
    });
  }

  /** Other nodes are marked. */
  restyle() {
    const { picture, marks } = this.scene;
    picture.sides.forEach((side, i) => {
      this.versions[i] += 1;
      this.renderer.setStyles(i, styleBytes(side, marks.selection));
    });
    for (const { name, side } of this.overlay ?? []) {
      this.renderer.setStyles(name, styleBytes(side, marks.selection));
    }
  }

  /**
   * Lay these sides over each other on the right panel; null for the plain picture.
   *
   * @param {import("./types.js").Side[] | null} sides
   */
  lay(sides) {
    const { marks } = this.scene;
    this.versions[1] += 1;
    this.overlay = sides && sides.map((side, i) => {
      const name = `repeat${i}`;
      this.renderer.setPositions(name, side.points, side.points);
      this.renderer.setStyles(name, styleBytes(side, marks.selection));
      for (const [kind, pairs] of Object.entries(side.edges)) {
        this.renderer.setEdges(name, kind, pairs);
      }
      return { name, side, weight: Math.max(0.08, 1.5 / sides.length) };
    });
  }

  /** Solid points are seen from elsewhere. */
  turned() {
    const { picture, marks } = this.scene;
    this.upload(picture.sides);
    const layers = this.overlay ?? [];
    picture.lookAgain(layers.map(({ side }) => side));
    for (const { name, side } of layers) {
      this.renderer.setPositions(name, side.points, side.points);
      this.renderer.setStyles(name, styleBytes(side, marks.selection));
    }
  }

  /** What is on the canvases is no longer right, though no side has changed. */
  forget() {
    this.painted = ["", ""];
    this.paintedGrid = "";
  }

  /** The card has lost everything and is there again. */
  rebuild() {
    this.renderer.build();
    this.painted = ["", ""];
    if (!this.scene.picture.sides) return;
    this.upload();
    this.draw();
  }

  release() {
    cancelAnimationFrame(this.asked);
    clearTimeout(this.resting);
    this.renderer.release();
  }

  // When -------------------------------------------------------------------------------------

  /** Ask for one frame; several wishes make one. */
  draw() {
    if (this.asked || !this.scene.picture.sides) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.frame();
    });
  }

  /** The view is being moved. */
  move() {
    this.busy = true;
    this.draw();
    this.rest();
  }

  /** While things move, many edges are drawn in part; this draws them all again. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.busy = false;
      this.draw();
    }, REST_MS);
  }

  frame() {
    const { parts, scene } = this;
    if (!parts.stage.clientWidth || this.renderer.gl.isContextLost()) return;
    scene.camera.measure(parts.stage, parts.panels);
    const now = performance.now();
    const glide = scene.glide.progress(now);
    scene.at(now, () => this.paint(window.devicePixelRatio || 1, glide, this.busy || glide < 1));
    const { root } = parts;
    const { stamp } = scene.picture.header;
    root.dataset.painted = stamp;
    if (glide < 1) this.draw();
    else {
      if (root.hasAttribute("data-transition")) this.rest();
      root.toggleAttribute("data-transition", false);
      root.dataset.settled = stamp;
    }
  }

  // What -------------------------------------------------------------------------------------

  /**
   * @param {number} ratio
   * @param {number} glide
   * @param {boolean} moving
   */
  paint(ratio, glide, moving) {
    this.paintGrid(ratio);
    this.paintScene(ratio, glide, moving);
    paintMarks(fresh(this.parts.over, this.parts.stage, ratio), this.scene, glide);
  }

  /**
   * The scene with its marks at another sharpness, for saving; the screen is drawn again after.
   *
   * @param {number} ratio
   */
  paintLarge(ratio) {
    if (!this.scene.picture.sides) return;
    this.scene.camera.measure(this.parts.stage, this.parts.panels); // the first frame may be to come
    this.paintScene(ratio, 1, false);
    paintMarks(fresh(this.parts.over, this.parts.stage, ratio), this.scene, 1);
    this.painted = ["", ""];
    this.draw();
  }

  /** @param {number} ratio */
  paintGrid(ratio) {
    const { picture, camera } = this.scene;
    const { stage, under } = this.parts;
    // A glide between two stops moves points, seldom the axes.
    const key = [picture.header.axes, picture.box, camera.turn.around, camera.turn.tilt,
      picture.theme.name, ratio, stage.clientWidth, stage.clientHeight, ...camera.frames,
      ...camera.frames.map((_, side) => this.scene.transformOf(side))].join();
    if (this.paintedGrid === key) return;
    this.paintedGrid = key;
    under.style.display = picture.header.axes ? "" : "none"; // a canvas cleared while it is hidden keeps its old picture in Chromium
    paintGrid(fresh(under, stage, ratio), this.scene, ratio);
  }

  /**
   * @param {number} ratio
   * @param {number} glide
   * @param {boolean} moving
   */
  paintScene(ratio, glide, moving) {
    const { picture, camera } = this.scene;
    // A panel that would look the same is left as it is: a move of epsilon redraws one side.
    const frames = camera.frames.join();
    if (fit(this.parts.scene, this.parts.stage, ratio) || frames !== this.frames) {
      this.renderer.wipe(); // axes that come or go leave strips beside the panels
      this.frames = frames;
      this.painted = ["", ""];
    }
    this.renderer.setSymbols(picture.theme.symbols);
    camera.frames.forEach((frame, index) => {
      if (!frame[2]) return; // this side is not drawn
      const side = picture.sides[index];
      const edges = edgeCount(side);
      const share = moving && edges > MOVING_EDGES ? MOVING_EDGES / edges : 1;
      const transform = this.scene.transformOf(index);
      const phase = this.scene.glide.isStill(index, side.points) ? 1 : glide;
      const key = [this.versions[index], picture.theme.name, ratio, share, phase, ...frame,
        ...transform].join();
      if (this.painted[index] === key) return;
      this.painted[index] = key;
      this.paintPanel(index, { frame, transform, ratio, share, phase });
    });
  }

  /**
   * @param {number} index
   * @param {Look} look
   */
  paintPanel(index, { frame, transform, ratio, share, phase }) {
    const { picture, marks } = this.scene;
    const outline = picture.sides[index].points.length / 2 > OUTLINED_POINTS ? 0 : 0.8;
    /** @type {{name: string | number, weight: number}[]} */
    const layers = index === 1 && this.overlay ? this.overlay : [{ name: index, weight: 1 }];
    layers.forEach(({ name, weight }, layer) => this.renderer.draw(name, {
      frame, transform, ratio, share, over: layer > 0, glide: weight < 1 ? 1 : phase,
      strokes: this.scene.edgeStylesOf(index).map((s) => ({ ...s, alpha: s.alpha * weight })),
      marks: { ...palette(picture.theme), outline: weight < 1 ? 0 : outline, alpha: 0.9 * weight,
        faded: 0.15 * weight, chosen: marks.any, growth: this.scene.growth(index) },
    }));
  }
}
