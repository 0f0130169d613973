/** When the picture is painted, and where it stands between two stops. */

import { paint, strokes } from "./paint.js";
import { mixed } from "./sides.js";

const REST = 140;

/** Methods of the widget. */
export const moments = {
  get gliding() {
    return this.progress(performance.now()) < 1;
  },

  progress(now) {
    const { start, length } = this.glide;
    if (!length) return 1;
    const t = Math.min(1, Math.max(0, (now - start) / length));
    return t * t * (3 - 2 * t);
  },

  mayMove() {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  },

  pointsNow(side, glide) {
    const { points } = this.sides[side];
    const from = this.glide.from[side];
    return glide >= 1 || from === points ? points : mixed(from, points, glide);
  },

  boundsNow(glide) {
    if (!this.bounds) return null;
    const [from, to] = this.glide.bounds;
    if (glide >= 1 || from === to) return to;
    return to.map((box, i) => box.map((value, k) => from[i][k] + glide * (value - from[i][k])));
  },

  transformOf(side) {
    const [, , width, height] = this.frames[side];
    const bounds = this.boundsNow(this.progress(this.moment ?? performance.now()))[side];
    return this.view.transform(bounds, width, height);
  },

  strokesOf(side) {
    return strokes(this.sides[side], this.theme, this.header.widths, this.selection.size > 0);
  },

  /** Ask for one frame; several wishes make one. */
  draw() {
    if (this.asked || !this.sides) return;
    this.asked = requestAnimationFrame((now) => {
      this.asked = 0;
      this.frame(now);
    });
  },

  frame() {
    if (!this.stage.clientWidth || this.renderer.gl.isContextLost()) return;
    this.measure();
    this.moment = performance.now();
    const glide = this.progress(this.moment);
    paint(this, glide, this.busy || glide < 1);
    this.moment = undefined;
    const { root } = this.parts;
    root.dataset.painted = this.stamp();
    if (glide < 1) this.draw();
    else {
      if (root.hasAttribute("data-transition")) this.rest();
      root.toggleAttribute("data-transition", false);
      root.dataset.settled = this.stamp();
    }
  },

  stamp() {
    return this.header.stamp;
  },

  measure() {
    const stage = this.stage.getBoundingClientRect();
    this.frames = this.parts.panels.map(({ plot }) => {
      const box = plot.getBoundingClientRect();
      return [box.left - stage.left, box.top - stage.top, box.width, box.height];
    });
  },

  /** While things move, many edges are drawn in part; this draws them all again. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.busy = false;
      this.draw();
    }, REST);
  },

  move() {
    this.busy = true;
    this.draw();
    this.rest();
  },
};
