// @ts-check
/** What a teacher has beside a lesson: timing, expected answers, discussion; also as a printed sheet. */

import { make } from "../pair/frame.js";
import { rich } from "./words.js";

export const CHANNEL = "graphdp.lecture";

/**
 * The sheet of a lesson, in the order of its steps; where a lecture runs, its step is marked.
 *
 * @param {import("./types.js").Lesson} lesson
 */
export function notes(lesson) {
  const { prediction, control, exercise, measured } = lesson;
  const minutes = [0.25, 0.25, 0.25, 0.25].map((share) => share * lesson.minutes);
  const parts = [
    ["Ask, and let them guess", [prediction.prompt,
      prediction.shy.length ? `Common guesses: ${prediction.shy.map(({ text }) => text).join("; ")}.`
        : `The choices: ${prediction.names.join("; ")}.`]],
    ["Try it together", [control.prompt]],
    ["Reveal", [lesson.happened, `Cross out: ${lesson.misconception}`, `Takeaway: ${lesson.takeaway}`]],
    ["Exercise", [exercise.prompt, `Answer: ${exercise.unit === "%" ? "" : `${exercise.unit} `}` +
      `${Number(measured.answer.toPrecision(3))}${exercise.unit === "%" ? " %" : ""}, within ` +
      `${Math.round(100 * exercise.tolerance)} % of it.`,
    ...exercise.hints.map(({ text }) => `A wrong answer hears: ${text}`)]],
  ];
  const steps = parts.map(([title, lines], i) => make("li", {},
    make("h2", {}, `${title} (about ${clock(minutes[i] ?? 0)})`),
    .../** @type {string[]} */ (lines).map((line) => rich("p", line))));
  const talk = lesson.discussion.map((question, i) => make("li", {},
    rich("p", question), make("p", { className: "small" }, `Expected: ${lesson.expected[i] ?? ""}`)));
  const box = make("section", { className: "lesson notes" },
    make("p", { className: "story" }, `Teacher's sheet, ${lesson.title}: ${lesson.minutes} min`),
    make("h1", {}, lesson.question), make("p", { className: "story" }, lesson.story),
    make("ol", { className: "parts" }, ...steps),
    make("h2", {}, "To discuss"), make("ol", { className: "talk" }, ...talk));
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
  return minutes < 1 ? `${Math.round(60 * minutes)} s` : `${Math.round(minutes)} min`;
}
