// @ts-check
/** A page with a chart that follows its slider, without any server. */

import { svgOf } from "../chart/saved.js";
import { ChartWidget } from "../chart/widget.js";
import { decode } from "../pair/payload.js";
import { open } from "./stage.js";

open((place, [shelf, message], { stops }) => {
  const part = /** @type {import("../chart/types.js").StopsPart} */ (decode(shelf));
  const widget = new ChartWidget(new Map([[part.header.id, part]]));
  widget.receive({ data: message, parentElement: place, setStateValue: () => {} });
  return {
    move: (stop) => widget.follow(stops[stop].epsilon),
    wear: () => widget.paint(),
    still: () => svgOf(widget.saved),
  };
});
