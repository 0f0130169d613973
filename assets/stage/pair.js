// @ts-check
/** A stop drawn as a pair of node pictures. */

import { svgOf } from "../pair/export.js";
import { PairWidget } from "../pair/widget.js";

const TURN_MS = 560; // of a glide to another view

/**
 * A pair of node pictures, and beside it a third that is linked with both; from stop to stop, and
 * from view to view, nodes glide.
 *
 * @param {HTMLElement} place
 * @param {import("./types.js").Host} host
 * @returns {import("./types.js").Drawing}
 */
export function pairDrawing(place, host) {
  let can = true;
  const begun = () => {
    const widget = new PairWidget((selection) => host.marked?.(selection));
    can = widget.attach(place) && can;
    return widget;
  };
  const widget = begun();
  const all = () => (widget.beside ? [widget, widget.beside] : [widget]);
  return {
    get works() {
      return can;
    },
    show(shared, { header, arrays }, { file, footnote }, turned = false) {
      if (!can) return;
      const { epsilon } = header.words;
      const apply = (/** @type {PairWidget} */ one, /** @type {import("./types.js").PairHeader} */ drawn, name = "") => {
        const { category_names, ...pair } = drawn;
        one.apply(
          { header: {
            ...pair, stamp: `${header.shared} ${epsilon}${name}`, glide: turned ? TURN_MS : null, file, footnote,
          }, arrays },
          { header: { ...shared.header, category_names }, arrays: shared.arrays },
        );
      };
      apply(widget, /** @type {import("./types.js").PairHeader} */ (header.pair));
      place.toggleAttribute("data-three", Boolean(header.beside));
      if (!header.beside) {
        widget.beside?.remove();
        widget.beside = null;
        return;
      }
      widget.beside ??= begun();
      widget.beside.marks.select(widget.marks.selection);
      apply(widget.beside, header.beside, "-b");
    },
    mark(selection) {
      for (const one of all()) {
        one.marks.select(selection);
        if (can) one.follow({ selection: [...selection] });
      }
    },
    places() {
      return can ? widget.places(place) : [];
    },
    land: () => all().forEach((one) => one.land()),
    wear: () => all().forEach((one) => one.wear()),
    still: () => (can ? svgOf(widget.saved()) : ""),
    remove: () => all().forEach((one) => one.remove()),
  };
}
