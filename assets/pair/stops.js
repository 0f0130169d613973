/** Other pictures of the same pair: prepared stops of epsilon, and draws with other noise. */

import { writeAround } from "./around.js";
import { styleBytes } from "./sides.js";

/** Methods of the widget. */
export const stops = {
  showStop(index) {
    const stop = this.shared.stops[index];
    this.showing = null;
    this.draws.fill(0);
    this.overlay = null;
    const onPage = Object.keys(stop.around).length > 0;
    this.show([this.sides[0], this.sideOf(stop.side)], onPage ? { caption: stop.caption } : stop);
    if (onPage) writeAround(stop);
    this.draw();
  },

  /** The prepared stop that the page's slider stands on; -1 if there is none. */
  get followed() {
    const { value } = this.follower;
    return this.shared.stops.findIndex(({ epsilon }) => epsilon === value);
  },

  /** Whether the person has moved on since the server drew this stop. */
  isAhead(stop) {
    return this.followed >= 0 && this.followed !== stop;
  },

  follow() {
    const stop = this.followed;
    if (stop < 0 || !this.sides || this.scrubber.held) return;
    this.scrubber.mark(stop);
    this.showStop(stop);
  },

  settleStop(index) {
    const stop = this.shared.stops[index];
    this.say(`${stop.label}. ${stop.finding ?? ""}`);
    this.tell({ epsilon: stop.epsilon });
  },

  showDraw(index) {
    const side = index < 0 ? this.header.sides[1] : this.header.draws[index];
    this.show([this.sides[0], this.sideOf(side)], this.header);
    this.draw();
  },

  showOverlay(on) {
    this.versions[1] += 1;
    this.overlay = on ? this.header.draws.map((header, i) => {
      const side = this.sideOf(header);
      const name = `draw${i}`;
      this.renderer.setPositions(name, side.points, side.points);
      this.renderer.setStyles(name, styleBytes(side, this.selection));
      for (const [kind, pairs] of Object.entries(side.edges)) this.renderer.setEdges(name, kind, pairs);
      return { name, side, weight: Math.max(0.08, 1.5 / this.header.draws.length) };
    }) : null;
    this.draw();
  },
};
