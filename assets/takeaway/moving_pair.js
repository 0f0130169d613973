// @ts-check
/** A page with a pair of node pictures that follows its slider, without any server. */

import { svgOf } from "../pair/export.js";
import { Store } from "../pair/payload.js";
import { PairWidget } from "../pair/widget.js";
import { open } from "./stage.js";

open((place, [shared, message], { own }) => {
  const store = new Store();
  store.put(shared);
  const widget = new PairWidget(store);
  widget.receive({ data: message, parentElement: place, setStateValue: () => {} });
  return {
    move: (stop) => (stop === own ? widget.showOwn() : widget.showStop(widget.stops.list[stop])),
    wear: () => widget.wear(),
    still: () => svgOf(widget.saved()),
  };
});
