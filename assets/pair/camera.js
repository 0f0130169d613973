// @ts-check
/** How both panels are looked at: pan, zoom and direction, and where they stand in the stage. */

import { View } from "./view.js";
import { Turn } from "./view3d.js";

/** One camera for both panels, so that they always show the same part. */
export class Camera {
  constructor() {
    this.view = new View();
    this.turn = new Turn();
    /**
     * Left, top, width and height of each panel in the stage, in pixels.
     *
     * @type {import("./types.js").Frame[]}
     */
    this.frames = /** @type {any} */ (null);
  }

  /**
   * Read where the panels stand.
   *
   * @param {HTMLElement} stage
   * @param {import("./types.js").Panel[]} panels
   */
  measure(stage, panels) {
    const outer = stage.getBoundingClientRect();
    this.frames = panels.map(({ plot }) => {
      const box = plot.getBoundingClientRect();
      return [box.left - outer.left, box.top - outer.top, box.width, box.height];
    });
  }

  /**
   * Zoom about a point of a panel, in pixels from its upper left corner; else its middle.
   *
   * @param {number} side
   * @param {number} factor
   * @param {import("./types.js").Point} [at]
   */
  zoom(side, factor, at) {
    const [, , width, height] = this.frames[side];
    const [x, y] = at ?? [width / 2, height / 2];
    this.view.zoomAt(factor, x - width / 2, y - height / 2);
  }

  /**
   * Pan just so far that a spot of a panel is well inside it.
   *
   * @param {number} side
   * @param {import("./types.js").Point} spot
   */
  bringIntoSight(side, [x, y]) {
    const [, , width, height] = this.frames[side];
    /** @type {(value: number, most: number) => number} */
    const push = (value, most) => (value < 12 ? 40 - value : value > most - 12 ? most - 40 - value : 0);
    this.view.pan(push(x, width), push(y, height));
  }

  reset() {
    this.view.reset();
    this.turn.reset();
  }
}
