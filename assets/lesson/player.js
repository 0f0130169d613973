// @ts-check
/** One lesson on one screen: guess, try, see, your turn. */

import { make } from "../pair/frame.js";
import { Bars } from "./bars.js";
import { Curves } from "./curves.js";
import { Exercise } from "./exercise.js";
import { CHANNEL } from "./notes.js";
import { Picture } from "./picture.js";
import { keep } from "./progress.js";
import { rich } from "./words.js";

const STEPS = ["Your guess", "Try it", "What happens", "Your turn"];

export class Player {
  /**
   * `moved` hears of every step, `left` of the wish for another lesson ("" for the list).
   *
   * @param {import("./types.js").Lesson} lesson
   * @param {{moved: (step: number) => void, left: (id: string) => void, next: string}} hears
   * @param {"" | "lecture" | "alone"} where in front of a class: large, by arrow keys, with notes in
   *   another window; or in a file of its own, without the app
   */
  constructor(lesson, { moved, left, next }, where = "") {
    const isLecture = where === "lecture";
    this.isAlone = where === "alone";
    this.lesson = lesson;
    this.moved = moved;
    this.left = left;
    this.next = next;
    this.step = 0;
    this.isLecture = isLecture;
    const { prediction } = lesson;
    this.figure = prediction.horizontal ? new Curves(lesson) : new Bars(lesson);
    this.picture = new Picture(lesson);
    this.exercise = new Exercise(lesson, () => keep(lesson.id, { step: this.step, done: true }));
    this.leftSide = make("div", { className: "show" });
    this.rightSide = make("div", { className: "say" });
    this.dots = make("ol", { className: "dots" });
    this.back = make("button", { type: "button", className: "quiet" }, "← Back");
    this.forth = make("button", { type: "button", className: "main" });
    this.back.addEventListener("click", () => this.go(this.step - 1));
    this.forth.addEventListener("click", () => this.go(this.step + 1));
    this.title = make("h1", { tabindex: "-1" }, lesson.question);
    this.box = make("section", { className: "lesson", "aria-label": lesson.title },
      this.head(), this.title, make("p", { className: "story" }, lesson.story),
      make("div", { className: "sides" }, this.leftSide, this.rightSide),
      make("div", { className: "ways" }, this.back, this.forth));
    this.box.classList.toggle("lecture", isLecture);
    this.channel = isLecture && typeof BroadcastChannel !== "undefined" ? new BroadcastChannel(CHANNEL) : null;
    this.channel?.addEventListener("message", ({ data }) => {
      if (data?.asks && data.id === lesson.id) this.tell();
    });
    (isLecture ? document : this.box).addEventListener("keydown", this.heard);
  }

  /** A key, wherever the focus is in a lecture. */
  heard = (/** @type {Event} */ event) => {
    this.key(/** @type {KeyboardEvent} */ (event));
  };

  /** The step for the notes in another window. */
  tell() {
    this.channel?.postMessage({ id: this.lesson.id, step: this.step });
  }

  remove() {
    document.removeEventListener("keydown", this.heard);
    this.channel?.close();
  }

  head() {
    const { id, count, title, minutes } = this.lesson;
    const list = make("button", { type: "button", className: "plain" }, "All lessons");
    list.addEventListener("click", () => this.left(""));
    list.hidden = this.isAlone;
    return make("div", { className: "head" },
      make("span", {}, `Lesson ${id.slice(1)} of ${count - 1} `, make("b", {}, title)),
      make("span", { className: "far" }, ...this.links(), `${minutes < 2 ? `${Math.round(60 * minutes)} seconds` : `${minutes} min`}`, this.dots, list));
  }

  /** Ways to the lecture, and in it to the notes and back. */
  links() {
    if (this.isAlone) return [];
    const { id } = this.lesson;
    const step = `&step=${this.step + 1}`;
    return this.isLecture
      ? [make("a", { href: `?lecture=${id}&notes=1`, target: "_blank" }, "Notes in a window"),
        make("a", { href: `?lesson=${id}${step}`, target: "_self" }, "Leave the lecture")]
      : [make("a", { href: `?lecture=${id}`, target: "_self" }, "For a class")];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest?.("input, [role=slider]")) return;
    if (event.key === "ArrowRight" || event.key === "PageDown") this.go(this.step + 1);
    else if (event.key === "ArrowLeft" || event.key === "PageUp") this.go(this.step - 1);
    else return;
    event.preventDefault();
  }

  /** @param {number} step one past the last asks for the next lesson */
  go(step) {
    if (step >= STEPS.length) {
      this.left(this.next);
      return;
    }
    this.step = Math.max(0, step);
    this.show();
    this.moved(this.step);
    keep(this.lesson.id, { step: this.step });
    this.title.focus({ preventScroll: true });
  }

  show() {
    const { step } = this;
    this.figure.isOpen = step === 0;
    this.figure.isRevealed = step >= 2;
    this.leftSide.replaceChildren(step === 1 ? this.picture.box : this.figure.box);
    const parts = [() => this.asking(), () => this.trying(), () => this.telling(), () => [this.exercise.box]];
    this.rightSide.replaceChildren(.../** @type {() => Node[]} */ (parts[step])());
    this.dots.replaceChildren(...STEPS.map((name, i) => make("li", {
      className: i <= step ? "past" : "", "aria-current": i === step ? "step" : null, title: name,
    }, make("span", { className: "unseen" }, name))));
    this.back.disabled = step === 0;
    const last = this.isAlone ? "Once more" : this.next ? "Next lesson →" : "All lessons";
    this.forth.textContent = ["Try it →", "Show what happens →", "Your turn →", last][step] ?? last;
    this.figure.paint();
    this.picture.paint();
    this.tell();
  }

  asking() {
    const { prompt, shy } = this.lesson.prediction;
    const ready = shy.map(({ text, guess }) => {
      const button = make("button", { type: "button", className: "quiet" }, text);
      button.addEventListener("click", () => this.figure.set(guess));
      return button;
    });
    const isBet = this.lesson.prediction.kind === "bet";
    const offer = ready.length && !isBet ? [
      make("p", { className: "small" }, "Drag the marks, use the arrow keys, or take one of these:"),
      make("div", { className: "shy" }, ...ready)] : [];
    return [make("h2", {}, "Your guess first"), rich("p", prompt), ...offer];
  }

  trying() {
    const { control } = this.lesson;
    return [make("h2", {}, "Try it"), rich("p", control.prompt), this.control(), this.picture.reading];
  }

  control() {
    const { label, stops, kind } = this.lesson.control;
    if (kind === "choice") {
      return make("div", { className: "choices", role: "radiogroup", "aria-label": label },
        ...stops.map((text, i) => {
          const input = make("input", { type: "radio", name: `stop-${this.lesson.id}` });
          input.checked = i === this.picture.stop;
          input.addEventListener("change", () => this.picture.show(i));
          return make("label", { className: "bet" }, input, text);
        }));
    }
    const output = make("output", {}, `${label} = ${stops[this.picture.stop]}`);
    const input = make("input", {
      type: "range", min: "0", max: String(stops.length - 1), step: "1", "aria-label": label,
      value: String(this.picture.stop), "aria-valuetext": stops[this.picture.stop] ?? "",
    });
    input.addEventListener("input", () => {
      const stop = Number(input.value);
      output.textContent = `${label} = ${stops[stop]}`;
      input.setAttribute("aria-valuetext", stops[stop] ?? "");
      this.picture.show(stop);
    });
    return make("div", { className: "slider" }, output, input,
      make("div", { className: "ends", "aria-hidden": "true" },
        make("span", {}, "◂ more private"), make("span", {}, "more accurate ▸")));
  }

  telling() {
    const { happened, misconception, measured } = this.lesson;
    return [
      make("p", { className: "gap" }, this.figure.gap()),
      make("h2", {}, "What just happened"), rich("p", happened),
      make("p", { className: "misconception" }, make("span", { className: "unseen" }, "Not true: "),
        make("s", {}, misconception)),
      make("p", { className: "small" }, `Measured with ${measured.draws} draws of the noise; bands hold ` +
        "eight of ten."),
    ];
  }

  /** @param {import("./types.js").Dress} dress */
  wear(dress) {
    this.picture.wear(dress);
    this.figure.paint();
  }
}
