// @ts-check
/** What a teacher has beside a lesson: timing, expected answers, discussion; also as a printed sheet. */

import { make } from "../pair/frame.js";
import { rich } from "./words.js";

export const CHANNEL = "graphdp.lecture";

/** @typedef {{title: string, begins: number, minutes: number, lines: string[], questions?: [question: string, expected: string][]}} Part
 * It begins so many minutes after the lesson did. */

/**
 * The sheet of a lesson, in the order of its steps; where a lecture runs, its step is marked.
 *
 * @param {import("./types.js").Lesson} lesson
 * @param {Part[]} plan the last part is the discussion
 */
export function notes(lesson, plan) {
  const steps = plan.map(({ title, begins, minutes, lines, questions = [] }) => make("li", {},
    make("h2", {}, `${title} (from ${clock(begins)}, for ${clock(minutes)})`),
    ...lines.map((line) => rich("p", line)),
    ...questions.map(([question, expected]) => make("div", { className: "talk" },
      rich("p", question), make("p", { className: "small" }, `Expected: ${expected}`)))));
  const box = make("section", { className: "lesson notes" },
    make("p", { className: "story" }, `Teacher's sheet, ${lesson.title}: ${lesson.minutes} min`),
    make("h1", {}, lesson.question), make("p", { className: "story" }, lesson.story),
    make("ol", { className: "parts" }, ...steps));
  follow(lesson.id, steps);
  return box;
}

/**
 * Mark the step that a lecture in another window of this browser shows.
 *
 * @param {string} id
 * @param {HTMLElement[]} steps
 */
function follow(id, steps) {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    if (data?.id !== id) return;
    steps.forEach((step, i) => step.toggleAttribute("data-now", i === data.step));
  });
  channel.postMessage({ id, asks: true });
}

/** @param {number} minutes */
function clock(minutes) {
  const seconds = 5 * Math.round(12 * minutes);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
