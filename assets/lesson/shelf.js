// @ts-check
/** The list of lessons, with what was done in this browser. */

import { make } from "../pair/frame.js";
import { progress } from "./progress.js";

/**
 * @param {{id: string, title: string, question: string, minutes: number}[]} lessons
 * @param {(id: string) => void} open
 */
export function shelf(lessons, open) {
  const kept = progress();
  const rows = lessons.map(({ id, title, question, minutes }) => {
    const state = kept[id]?.done ? "done" : kept[id] ? "begun" : "";
    const button = make("button", { type: "button", className: "card" },
      make("span", { className: "number" }, id.slice(1)),
      make("span", { className: "what" }, make("b", {}, title), make("span", {}, question)),
      make("span", { className: "far" }, state ? `${state} ` : "",
        minutes < 2 ? `${Math.round(60 * minutes)} s` : `${minutes} min`));
    button.addEventListener("click", () => open(id));
    return make("li", { className: state }, button);
  });
  return make("section", { className: "lesson" },
    make("h1", {}, "What does privacy do to a graph?"),
    make("p", { className: "story" },
      "Short lessons: guess first, then see. No account; what you did is kept in this browser alone."),
    make("ol", { className: "shelf" }, ...rows));
}
