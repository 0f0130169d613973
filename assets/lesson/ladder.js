// @ts-check
/** One graph at one epsilon for larger and larger units: a row of small pictures below the reveal. */

import { make } from "../pair/frame.js";
import { extent, paint } from "./picture.js";
import { raised } from "./words.js";

const FINE = 0.4; // of the lines and points of a large picture

export class Ladder {
  /** @param {import("./types.js").Measured["ladder"]} told */
  constructor(told) {
    this.drawn = (told?.rungs ?? []).map(({ name, price, says, kept, invented }) => {
      const panel = { title: name, places: [told?.places ?? []], kept: [kept], invented: [invented] };
      const canvas = make("canvas", { role: "img", "aria-label": `${name}: ${says}` });
      const box = make("li", {}, make("p", { className: "unit" }, name), canvas,
        make("p", { className: "says" }, says), make("p", { className: "price" }, ...raised(price)));
      return { panel, canvas, box };
    });
    this.extent = extent(this.drawn.map(({ panel }) => panel));
    /** Nothing where a lesson has none. @type {HTMLElement[]} */
    this.parts = told ? [make("p", { className: "ladder-title" }, told.title),
      make("ol", { className: "ladder", tabindex: "0", "aria-label": told.title }, ...this.drawn.map(({ box }) => box))] : [];
  }

  /** @param {import("./types.js").Dress | null} dress */
  paint(dress) {
    if (dress) for (const { panel, canvas } of this.drawn) paint(canvas, panel, 0, dress, this.extent, FINE);
  }
}
