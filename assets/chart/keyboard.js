// @ts-check
/** Marking nodes on a chart, by pointer and by keys. */

import { neighbour } from "../pair/picking.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {import("./widget.js").ChartWidget} chart */
export function listenToMarking(chart) {
  const { stage } = chart;
  let focused = -1;
  stage.addEventListener("click", (event) => {
    const spot = chart.under(event);
    if (spot) chart.choose(spot, { add: event.ctrlKey || event.metaKey || event.shiftKey });
  });
  stage.addEventListener("blur", () => {
    focused = -1;
    chart.attend(null);
  });
  stage.addEventListener("keydown", (event) => {
    const { key } = event, spots = chart.spots.filter(({ members }) => members.length);
    if (event.ctrlKey || event.metaKey || event.altKey || !spots.length) return;
    if (key in STEPS) {
      const [dx, dy] = STEPS[key];
      const next = focused < 0 || !spots[focused] ? 0
        : neighbour(Float32Array.from(spots.flatMap(({ x, y }) => [x, y])), [1, 1, 0, 0], focused, dx, dy);
      if (next >= 0) {
        focused = next;
        chart.attend(spots[next]);
      }
      chart.live.textContent = next < 0 ? "No mark further that way." : chart.wordsFor(spots[next]).join(": ");
    } else if ((key === "Enter" || key === " ") && spots[focused]) chart.choose(spots[focused], { add: event.shiftKey });
    else if (key === "Escape" && chart.selection.size) {
      chart.mark([]);
      chart.live.textContent = "Nothing marked";
      chart.marked?.([]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
