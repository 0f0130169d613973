// @ts-check
/** A stop drawn as a pair of node pictures. */

import { svgOf } from "../pair/export.js";
import { Store } from "../pair/payload.js";
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
    const widget = new PairWidget(new Store());
    widget.attach(place, (_, answer) => {
      if ("supported" in answer && !answer.supported) can = false;
      else if ("selection" in answer) host.marked?.(/** @type {any} */ (answer).selection);
    });
    return widget;
  };
  const widget = begun();
  /** @type {PairWidget | null} */
  let third = null;
  const all = () => (third ? [widget, third] : [widget]);
  return {
    get works() {
      return can;
    },
    show(shared, { header, arrays }, { file, footnote }, turned = false) {
      if (!can) return;
      const { epsilon } = header.words;
      const apply = (/** @type {PairWidget} */ one, /** @type {import("./types.js").PairHeader} */ drawn, name = "") => {
        const { category_names, ...pair } = drawn, id = `${header.shared} ${epsilon}${name}`;
        one.apply(
          { header: {
            ...pair, id, stamp: id, shared: header.shared, epsilon, stop: -1, shared_axes: true,
            finding: "", metrics: [], glide: turned ? TURN_MS : null, file: file + name, footnote, follows: "none", height: null,
            selected: [...widget.marks.selection], selected_edges: {}, revision: Infinity,
          }, arrays },
          { header: { ...shared.header, category_names, stops: [] }, arrays: shared.arrays },
        );
      };
      apply(widget, /** @type {import("./types.js").PairHeader} */ (header.pair));
      place.toggleAttribute("data-three", Boolean(header.beside));
      if (!header.beside) {
        third?.remove();
        third = null;
        return;
      }
      third ??= begun();
      apply(third, header.beside, "-b");
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
    still: () => (can ? all().map((one) => svgOf(one.saved())).join("") : ""),
    remove: () => all().forEach((one) => one.remove()),
  };
}
