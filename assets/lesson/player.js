// @ts-check
/** One lesson on one screen: guess, try, see, your turn. */

import { make } from "../pair/frame.js";
import { Bars } from "./bars.js";
import { metWords } from "./crowd.js";
import { Curves } from "./curves.js";
import { Exercise } from "./exercise.js";
import { CHANNEL } from "./notes.js";
import { Poll } from "./poll.js";
import { painted, shareButtons } from "../share/button.js";
import { keep } from "./progress.js";
import { ClassRoom } from "./room.js";
import { readyGuesses } from "./shy.js";
import { ladder } from "./ladder.js";
import { thumb } from "./thumb.js";
import { Tried } from "./tried.js";
import { raised, rich, toPage } from "./words.js";

const QUIET = 400; // milliseconds without a step until the address says it: a run of the app for many quick ones
const FEW = 3; // lines of a guess that leave room below them
const STEPS = ["Your guess", "Try it", "What happens", "Your turn"];

export class Player {
  /**
   * `moved` hears of every step, `left` of the wish for another lesson ("" for the list).
   *
   * @param {import("./types.js").Lesson} lesson
   * @param {{moved: (step: number) => void, left: (id: string) => void, next: string}} hears
   * @param {"" | "lecture" | "alone"} where in front of a class: large, by arrow keys, with notes in
   *   another window; or in a file of its own, without the app
   * @param {string} server its address, for a class with phones; "" if there is none
   */
  constructor(lesson, { moved, left, next }, where = "", server = "") {
    const isLecture = where === "lecture";
    this.isAlone = where === "alone";
    this.lesson = lesson;
    this.moved = moved;
    this.left = left;
    this.next = next;
    this.step = 0;
    this.late = 0;
    this.isLecture = isLecture;
    const { prediction } = lesson;
    this.own = prediction.horizontal ? new Curves(lesson) : new Bars(lesson);
    /** The prediction, or the question to the class while its room is open. @type {Curves | Bars} */
    this.figure = this.own;
    this.tried = new Tried(lesson, (stop) => {
      this.showWay();
      this.room?.lead(this.step, stop);
    });
    this.room = isLecture && server ? new ClassRoom(lesson, server, () => this.heardClass()) : null;
    this.exercise = new Exercise(lesson, () => keep(lesson.id, { step: this.step, done: true }));
    /** What it is about, before anything is hidden: below a guess of few lines, else beside it. */
    this.truth = make("div", { className: "truth" }, thumb(lesson.picture));
    this.isLow = !prediction.horizontal && prediction.names.length * Math.max(1, prediction.under.length) <= FEW;
    this.crowdSaid = make("p", { className: "small" });
    this.oneSaid = make("p", { className: "one-answer" });
    this.metSaid = make("p", { className: "one-answer" });
    this.leftSide = make("div", { className: "show" });
    this.rightSide = make("div", { className: "say" });
    this.sides = make("div", { className: "sides" }, this.leftSide, this.rightSide);
    this.dots = make("ol", { className: "dots" });
    this.open = make("a", { target: isLecture ? "_blank" : "_self" }, // the room stays on the screen
       "Open this in the app");
    this.open.hidden = this.isAlone;
    this.ladder = ladder(lesson.measured.ladder);
    this.back = make("button", { type: "button", className: "quiet" }, "← Back");
    this.forth = make("button", { type: "button", className: "main" });
    this.back.addEventListener("click", () => this.go(this.step - 1));
    this.forth.addEventListener("click", () => this.go(this.step + 1));
    const shut = make("button", { type: "button", className: "main" }, "Back to the lesson");
    shut.addEventListener("click", () => this.joining.close());
    /** How to join, large, for the last row and for people who come late. */
    this.joining = make("dialog", { className: "joining", "aria-label": "How to join" }, shut);
    this.joining.addEventListener("close", () => this.show());
    this.room?.badge.addEventListener("click", () => this.showDoor());
    this.title = make("h1", { tabindex: "-1" }, lesson.question);
    this.story = make("p", { className: "story" });
    this.box = make("section", { className: "lesson", "aria-label": lesson.title },
      this.head(), this.title, this.story,
      this.sides,
      make("div", { className: "ways" }, this.back, this.open, this.forth), this.joining);
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

  /** The class has guessed, or the room was opened or closed. */
  heardClass() {
    const { room, lesson } = this;
    const isNew = this.figure.isOwn === Boolean(room?.isOpen);
    if (isNew) this.figure = this.poll ? new Poll(lesson, this.poll) : this.own;
    const { figure } = this;
    figure.isOwn = !room?.isOpen;
    figure.crowd = room?.tally ?? null;
    if (isNew) {
      if (this.joining.open) this.joining.close();
      this.show();
      room?.lead(this.step, this.tried.stop);
    } else figure.paint();
    this.sayCrowd();
  }

  /** What the class said, and what that tells of one of it. */
  sayCrowd() {
    const { figure } = this;
    this.crowdSaid.textContent = figure.crowd ? figure.crowdWords(figure.crowd) : "";
    this.oneSaid.replaceChildren(...rich("p", figure.isRevealed ? figure.oneAnswer() : "").childNodes);
    this.oneSaid.hidden = !this.oneSaid.textContent;
    const met = this.room?.met ?? [];
    this.metSaid.hidden = !met.length;
    this.metSaid.replaceChildren(...met.length ? rich("p", metWords(met, figure.prediction.names)).childNodes : []);
  }

  showDoor() {
    if (this.room) this.joining.prepend(this.room.door);
    this.joining.showModal();
  }

  remove() {
    clearTimeout(this.late);
    this.room?.leave();
    this.tried.remove();
    document.removeEventListener("keydown", this.heard);
    this.channel?.close();
  }

  head() {
    const { id, count, title, minutes } = this.lesson;
    const list = make("button", { type: "button", className: "plain" }, "All lessons");
    list.addEventListener("click", () => {
      clearTimeout(this.late); // a step that is told later would bring the lesson back
      this.left("");
    });
    list.hidden = this.isAlone;
    return make("div", { className: "head" },
      make("span", {}, `Lesson ${Number(id.slice(1)) + 1} of ${count} `, make("b", {}, title)),
      make("span", { className: "far" }, ...this.room ? [this.room.badge] : [], ...this.links(),
        make("span", { className: "minutes" }, `${minutes} min`), this.dots, list));
  }

  /** Ways to the lecture, and in it to the notes and back. */
  links() {
    if (this.isAlone) return [];
    const { id } = this.lesson;
    const step = `&step=${this.step + 1}`;
    return this.isLecture
      ? [make("a", { href: `?lecture=${id}&notes=1`, target: "_blank" }, "Notes in a window"),
        make("a", { href: `?lesson=${id}${step}`, target: "_self" }, "Leave the class")]
      : [make("a", { href: `?lecture=${id}`, target: "_self", className: "teacher" }, "For a class")];
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
    clearTimeout(this.late);
    if (step >= STEPS.length) {
      this.left(this.next);
      return;
    }
    this.stand(step);
    this.late = setTimeout(() => this.moved(this.step), QUIET);
  }

  /** @param {number} step of those that there are */
  stand(step) {
    clearTimeout(this.late);
    this.step = Math.max(0, Math.min(step, STEPS.length - 1)) || 0;
    if (this.joining.open) this.joining.close();
    this.show();
    this.room?.lead(this.step, this.tried.stop);
    keep(this.lesson.id, { step: this.step });
    this.title.focus({ preventScroll: true });
  }

  /** The question to the class itself, while it is asked. */
  get poll() {
    return this.room?.isOpen ? this.lesson.poll : null;
  }

  show() {
    const { step } = this;
    this.story.textContent = (this.poll ?? this.lesson).story;
    this.figure.isOpen = step === 0 && this.figure.isOwn;
    this.figure.isRevealed = step >= 2;
    const isTold = step >= 2 && this.figure === this.own && this.lesson.prediction.kind === "bet"; // by each bar's name
    this.sides.classList.toggle("trying", step === 1);
    const isLadder = step === 3 && this.ladder.length > 0 && !this.poll;
    this.leftSide.replaceChildren(...step === 1 ? [this.tried.box] : isLadder ? this.ladder : [this.figure.box, ...isTold ? [] : [this.crowdSaid, this.oneSaid],
      ...step === 0 && this.isLow && !this.room?.isOpen ? [this.truth] : [],
      ...step >= 2 && !this.poll ? [this.measured()] : []]);
    const parts = [() => this.asking(), () => this.trying(), () => this.telling(), () => [this.exercise.box, this.takeaway()]];
    this.rightSide.replaceChildren(.../** @type {() => Node[]} */ (parts[step])());
    this.dots.replaceChildren(...STEPS.map((name, i) => make("li", {
      className: i <= step ? "past" : "", "aria-current": i === step ? "step" : null, title: name,
    }, make("span", { className: "unseen" }, name))));
    this.back.disabled = step === 0;
    this.box.dataset.step = String(step + 1);
    this.showWay();
    const last = this.isAlone ? "Once more" : this.next ? "Next lesson →" : "All lessons";
    this.forth.textContent = ["Try it →", "Show what happens →", "Your turn →", last][step] ?? last;
    this.figure.paint();
    this.sayCrowd();
    if (step === 1) this.tried.seen();
    this.tell();
  }

  /** The setting that stands in the picture, in the app. */
  showWay() {
    const { addresses, start } = this.lesson.control;
    this.open.href = toPage(addresses[this.tried.stop] ?? addresses[start] ?? "");
  }

  takeaway() {
    return make("p", { className: "takeaway" }, ...raised(this.lesson.takeaway));
  }

  measured() {
    return make("p", { className: "small" }, `${this.lesson.measured.draws} draws of the noise; bands hold eight of ten.`);
  }

  asking() {
    const { poll, lesson: { prediction } } = this;
    if (this.room?.isOpen) {
      return [make("h2", {}, poll ? "A question to each of you" : "Your guess first"),
        rich("p", poll?.question ?? prediction.prompt), this.room.door];
    }
    return [make("h2", {}, "Your guess first"), rich("p", prediction.prompt),
      ...readyGuesses(prediction, (guess) => this.figure.set(guess)), ...this.room ? [this.room.offer] : [],
      ...this.isLow || this.room ? [] : [this.truth]]; // a lecture has room for one of them
  }

  trying() {
    const { control } = this.lesson;
    return [make("h2", {}, "Try it"), rich("p", control.prompt)];
  }

  telling() {
    const { poll, lesson: { happened, misconception } } = this;
    return [
      ...this.figure.isOwn ? [make("div", { className: "gap" }, make("p", {}, this.figure.gap()),
        ...this.isLecture ? [] : shareButtons(() => this.wish()))] : [],
      make("h2", {}, "What just happened"), rich("p", poll?.happened ?? happened),
      make("p", { className: "misconception" }, make("span", { className: "unseen" }, "Not true: "),
        make("s", {}, ...raised(misconception))),
      this.takeaway(), ...this.room ? [this.metSaid, this.room.table] : [],
    ];
  }

  /** What a shared card says. @returns {import("../share/button.js").Wish} */
  wish() {
    const { lesson: { id, question, graph, control: { addresses, start }, prediction: { horizontal, vertical } }, figure } = this;
    const [low = ["", ""]] = horizontal?.ticks ?? [], high = horizontal?.ticks.at(-1) ?? low;
    const one = new URLSearchParams(addresses[start]?.split("?")[1]).get("epsilon");
    const epsilon = horizontal ? `ε = ${low[1]} to ${high[1]}` : one && !vertical.label.includes("ε") ? `ε = ${one}` : "";
    const picture = painted(figure.svg);
    return { question, said: figure.gap(true), graph, epsilon, query: `lesson=${id}`,
      picture: picture.replace(/\byour\b/g, "my").replace(/>you: /g, ">me: ") };
  }

  /** The page has another look. */
  wear() {
    this.tried.wear();
    this.figure.paint();
  }
}
