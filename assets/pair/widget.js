// @ts-check
/** One pair: its parts, its life with the page, and what is heard of it. */

import { Camera } from "./camera.js";
import { Captions } from "./captions.js";
import { buildFrame } from "./frame.js";
import { Glide, mayMove } from "./glide.js";
import { Interaction } from "./interaction.js";
import { listenToKeys } from "./keyboard.js";
import { Link } from "./link.js";
import { lookAt, wordsOf } from "./looking.js";
import { Marks } from "./marks.js";
import { Painter } from "./painter.js";
import { Picture } from "./picture.js";
import { listenToPointer } from "./pointer.js";
import { Repeats } from "./repeats.js";
import { Scene } from "./scene.js";
import { Toolbar } from "./toolbar.js";

const GLIDE_MS = 220;
const LOOK = "graphdp-look", RESET = "graphdp-reset"; // what the page tells all its pictures
const PORTRAIT = "graphdp-portrait"; // what reads our canvases next asks for
const ASK_VIEW = "graphdp-view", SET_VIEW = "graphdp-look-at"; // how pictures are looked at
const UNSUPPORTED = "This browser has no WebGL 2: the picture stands still.";

/** Each part owns what it changes; the widget says which part does what, and when. */
export class PairWidget {
  /** @param {(selection: number[]) => void} told hears of other marks */
  constructor(told) {
    this.told = told;
    /** @type {PairWidget | null} */
    this.beside = null; // a third picture
    this.life = new AbortController();
    this.link = new Link((act) => this.follow(act), this.life.signal);
    this.parts = buildFrame();
    this.camera = new Camera();
    this.picture = new Picture(this.camera.turn);
    this.glide = new Glide();
    this.marks = new Marks();
    this.scene = new Scene(this);
    this.painter = new Painter(this.parts, this.scene);
    this.interaction = new Interaction({
      parts: this.parts, scene: this.scene, painter: this.painter,
      told: (selection) => this.marked(selection),
      tooled: (tool) => this.tooled(tool),
      looked: () => this.link.tell({ view: this.lookedAt }), pointed: (hovered) => this.link.tell({ hovered }),
    });
    this.captions = new Captions(this.parts, this.scene, {
      choose: (category) => this.interaction.chooseCategory(category),
    });
    this.repeats = new Repeats({
      shown: (place) => this.showRepeat(place), overlaid: (on) => this.showOverlay(on),
    });
    this.toolbar = new Toolbar(this.parts.tools, {
      interaction: this.interaction, repeats: this.repeats, saved: () => this.saved(),
    });
    this.listen();
  }

  listen() {
    this.repeats.fill(0);
    this.interaction.setTool("pan");
    this.parts.panels.forEach((panel, side) => {
      listenToPointer(this.interaction, panel, side);
      listenToKeys(this.interaction, panel, side);
    });
    this.parts.root.addEventListener("keyup", (event) => event.stopPropagation());
    const { signal } = this.life;
    const redraw = () => this.painter.draw();
    const observer = new ResizeObserver(redraw);
    observer.observe(this.parts.stage);
    signal.addEventListener("abort", () => observer.disconnect());
    window.addEventListener("resize", redraw, { signal });
    document.addEventListener(LOOK, () => this.wear(), { signal });
    document.addEventListener(RESET, () => this.interaction.restart(), { signal });
    document.addEventListener(ASK_VIEW, (event) => {
      if (event instanceof CustomEvent && this.lookedAt) event.detail.words = this.lookedAt;
    }, { signal });
    document.addEventListener(SET_VIEW, (event) => {
      if (event instanceof CustomEvent) this.look(String(event.detail));
    }, { signal });
    document.addEventListener(PORTRAIT, () => this.painter.paintLarge(1), { signal });
    this.parts.scene.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.parts.scene.addEventListener("webglcontextrestored", () => this.painter.rebuild());
  }

  // Life with the page -----------------------------------------------------------------------

  /**
   * Stand in a place; whether this browser can draw there.
   *
   * @param {HTMLElement} place
   */
  attach(place) {
    place.append(this.parts.root);
    this.picture.wornBy(place);
    if (this.painter.works) return true;
    this.parts.stage.hidden = true;
    this.parts.tools.hidden = true;
    this.parts.message.textContent = UNSUPPORTED;
    return false;
  }

  /**
   * Show another picture; what is marked stays marked.
   *
   * @param {import("./types.js").Message} message
   * @param {import("./types.js").SharedPart} shared
   */
  apply(message, shared) {
    const { picture } = this;
    picture.take(message, shared);
    picture.dress();
    this.captions.dress();
    this.toolbar.nameMover(Boolean(picture.box));
    this.showOwn();
    const { dataset } = document.documentElement;
    if (dataset.view) this.look(dataset.view);
    delete dataset.view; // the first picture alone is looked at as a link says
    this.painter.draw();
  }

  /** Width of a panel. */
  get wide() {
    return this.camera.frames?.[1][2] || this.parts.stage.clientWidth || 1;
  }

  /** How the picture is looked at, in words. */
  get lookedAt() {
    return wordsOf(this.camera, this.wide);
  }

  /** @param {string} words of a link or of a snapshot; "" for everything in sight */
  look(words) {
    if (!this.picture.sides) return;
    lookAt(this.camera, this.wide, words);
    if (this.picture.box) this.interaction.turn(0, 0);
    this.painter.draw();
  }

  /**
   * Put two sides on the screen, gliding there from where the points are.
   *
   * @param {import("./types.js").Side[]} sides
   */
  show(sides) {
    const { picture, glide } = this;
    const old = picture.sides;
    const share = glide.progress();
    const from = sides.map((side, i) =>
      old?.[i].points.length === side.points.length ? this.scene.pointsNow(i, share) : side.points);
    const target = picture.fitted(sides);
    const moves = sides.some((side, i) => from[i] !== side.points && !same(from[i], side.points));
    const length = moves && mayMove() ? picture.header.glide ?? GLIDE_MS : 0;
    glide.begin({ from, length, bounds: [glide.boundsAt(share) ?? target, target] });
    picture.show(sides, target);
    this.painter.upload(old);
    this.captions.describe();
    this.toolbar.marked(this.marks);
    this.parts.root.toggleAttribute("data-transition", length > 0);
  }

  /** End a glide at once. */
  land() {
    const { picture, glide } = this;
    if (!picture.sides) return;
    glide.rest(picture.sides.map((side) => side.points));
    this.parts.root.toggleAttribute("data-transition", false);
    this.painter.upload(picture.sides);
    this.painter.draw();
  }

  /**
   * Where the nodes stand within an element, and how they look, for those who glide from there;
   * one map a side, empty for a side that is not drawn.
   *
   * @param {HTMLElement} within
   */
  places(within) {
    const { scene, camera, parts, picture } = this;
    if (!picture.sides || !parts.stage.clientWidth) return [];
    camera.measure(parts.stage, parts.panels);
    const inner = parts.stage.getBoundingClientRect(), outer = within.getBoundingClientRect();
    return picture.sides.map((side, index) => {
      /** @type {import("./types.js").Places} */
      const places = new Map();
      const [left, top, width] = camera.frames[index];
      if (!width) return places;
      const [sx, sy, ox, oy] = scene.transformOf(index), points = scene.pointsNow(index);
      for (let node = 0; 2 * node < points.length; node++) {
        const { colour, symbol } = scene.styleOf(index, node); // spreading it costs as much as all else
        places.set(node, {
          x: inner.left - outer.left + left + points[2 * node] * sx + ox,
          y: inner.top - outer.top + top + points[2 * node + 1] * sy + oy,
          size: side.sizes[node] * scene.growth(index), own: true, colour, symbol,
        });
      }
      return places;
    });
  }

  /** The page has another look: its letters have grown, or it hides the private side. */
  wear() {
    if (!this.picture.sides) return;
    this.picture.dress();
    this.captions.dress();
    this.captions.describe();
    this.painter.forget();
    this.painter.draw();
  }

  remove() {
    this.repeats.stop();
    this.life.abort();
    this.painter.release();
    this.parts.root.remove();
  }

  // Other pictures of the same pair ----------------------------------------------------------

  /** The message's own picture again, with its repeats. */
  showOwn() {
    const { header } = this.picture;
    this.painter.lay(null);
    this.show(this.picture.arrived());
    this.repeats.fill(header.draws.length, header.flickers, header.steps);
    this.painter.draw();
  }

  /** @param {number} place */
  showRepeat(place) {
    const { header, sides } = this.picture;
    const side = place < 0 ? header.sides[1] : header.draws[place];
    this.show([sides[0], this.picture.sideOf(side)]);
    this.painter.draw();
  }

  /** @param {boolean} on */
  showOverlay(on) {
    const { header } = this.picture;
    this.painter.lay(on ? header.draws.map((draw) => this.picture.sideOf(draw)) : null);
    this.painter.draw();
  }

  /**
   * What the toolbar saves.
   *
   * @returns {import("./types.js").Saved}
   */
  saved() {
    const { scene, painter, parts, captions } = this;
    return { scene, painter, stage: parts.stage, footnotes: captions.footnotes, beside: this.beside?.saved() };
  }

  /**
   * Do what was done in another pair of the page.
   *
   * @param {import("./link.js").Act} act
   */
  follow({ view, hovered, selection, tool }) {
    if (!this.picture.sides) return;
    if (tool && tool !== this.interaction.tool) this.interaction.setTool(tool);
    if (view !== undefined) this.look(view);
    if (hovered !== undefined && this.marks.hover(hovered)) this.painter.draw();
    if (!selection) return;
    this.marks.select(selection);
    this.painter.restyle();
    this.toolbar.marked(this.marks);
    this.painter.draw();
  }

  /** @param {"pan" | "lasso"} tool */
  tooled(tool) {
    this.toolbar.pressed(tool);
    if (this.picture.sides) this.link.tell({ tool });
  }

  /** @param {number[]} selection */
  marked(selection) {
    this.toolbar.marked(this.marks);
    this.link.tell({ selection });
    this.told(selection);
  }
}

/**
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
function same(a, b) {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
