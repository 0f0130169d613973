// @ts-check
/** The list of lessons, with what was done in this browser, and what fits into a class's hour. */

import { make } from "../pair/frame.js";
import { progress } from "./progress.js";
import { thumb } from "./thumb.js";

const STEPS = 4;

/**
 * @param {{id: string, title: string, question: string, picture: import("./thumb.js").Picture}[]} lessons
 * @param {[minutes: number, words: string][]} plans
 * @param {(id: string) => void} open
 */
export function shelf(lessons, plans, open) {
  const kept = progress();
  const done = lessons.filter(({ id }) => kept[id]?.done).length;
  const rows = lessons.map(({ id, title, question, picture }) => {
    const state = kept[id]?.done ? "done" : kept[id] ? `step ${kept[id].step + 1} of ${STEPS}` : "";
    const button = make("button", { type: "button", className: "card" }, thumb(picture),
      make("span", { className: "what" }, make("b", {}, `${Number(id.slice(1)) + 1} ${title}`), make("span", {}, question),
        make("span", { className: "far" }, state)));
    button.addEventListener("click", () => open(id));
    return make("li", { className: kept[id]?.done ? "done" : "" }, button);
  });
  return make("section", { className: "lesson" },
    make("h1", {}, "What does privacy do to a graph?"),
    make("p", { className: "story" }, "Guess first, then see: two to four minutes each. ",
      ...done ? [make("b", {}, `${done} of ${lessons.length} done.`)] : []),
    make("ol", { className: "shelf" }, ...rows),
    make("details", { className: "plans" }, make("summary", {}, "A plan for 45 or 90 minutes"),
      ...plans.map(([minutes, words]) => make("p", {}, make("b", {}, `${minutes} minutes: `), words)),
      make("p", { className: "small" }, "Open a lesson and press “For a class”: phones can join, letters are large, notes beside.")));
}
