// @ts-check
/** A phone in a class: it joins by a code, guesses, and follows the lesson on the teacher's screen. */

import { Bars } from "../lesson/bars.js";
import { cellsOf } from "../lesson/crowd.js";
import { Curves } from "../lesson/curves.js";
import { Exercise } from "../lesson/exercise.js";
import { Poll } from "../lesson/poll.js";
import { readyGuesses } from "../lesson/shy.js";
import { Tried } from "../lesson/tried.js";
import { raised, rich } from "../lesson/words.js";
import { make } from "../pair/frame.js";
import { toldBy } from "./coin.js";

/**
 * @typedef {object} Room
 * @property {string} lesson
 * @property {number | null} epsilon
 * @property {number} step
 * @property {number} stop
 * @property {boolean} revealed
 * @property {number} parts
 * @property {number} cells
 * @property {number} [truths] in how many of `of` cases the coin says the truth
 * @property {number} [of]
 * @property {import("../lesson/crowd.js").Tally} [tally]
 * @property {Member | null} [member] of the lesson's graph, whom this phone is; told with the room alone
 * @property {string[]} [met] for each phone by its seat, and each release "1" if it is recognised there
 */

/** @typedef {{name: string, ties: number, seat: number, isNamed: boolean}} Member */

/** @typedef {{guess: number[], told: number[]}} Sent The guess stays away where it is about oneself. */

/** @param {import("../lesson/types.js").Lesson} lesson */
function figureOf(lesson) {
  if (lesson.poll) return new Poll(lesson, lesson.poll);
  return lesson.prediction.horizontal ? new Curves(lesson) : new Bars(lesson);
}

export class Phone {
  /**
   * @param {import("../lesson/types.js").Lesson} lesson
   * @param {Room} room
   * @param {Sent | null} sent before the page was loaded
   * @param {(sent: Sent, waiting: (said: string) => void) => Promise<Sent>} send what arrived; refuses with a sentence
   */
  constructor(lesson, room, sent, send) {
    this.lesson = lesson;
    this.room = room;
    this.member = room.member ?? null;
    this.sent = sent;
    this.send = send;
    this.step = -1;
    this.follows = true;
    this.figure = figureOf(lesson);
    this.exercise = new Exercise({ ...lesson, links: [] }, () => {});
    this.tried = new Tried(lesson, () => this.explore());
    this.same = make("input", { type: "checkbox" });
    this.same.checked = true;
    this.same.addEventListener("change", () => this.follow(this.same.checked));
    this.button = make("button", { type: "button", className: "main wide" });
    this.button.addEventListener("click", () => this.tell());
    this.told = make("p", { className: "told", role: "status" });
    this.title = make("h1", { tabindex: "-1" }, lesson.question);
    this.body = make("div", { className: "say" });
    this.box = make("section", { className: "lesson", "aria-label": lesson.title }, this.title, this.body);
    this.figure.changed = () => this.offer();
    if (sent) this.remember(sent);
  }

  /** @param {Sent} sent what left this phone */
  remember(sent) {
    this.sent = sent;
    if (this.figure instanceof Poll) this.figure.said = sent.told[1] ?? null;
    this.figure.set(sent.guess);
  }

  /** @param {Room} room as it is now */
  hear(room) {
    this.room = room;
    if (this.follows && room.stop >= 0) this.put(room.stop);
    this.figure.crowd = room.tally ?? null;
    if (room.step !== this.step) this.go(room.step);
    else this.figure.paint();
  }

  /** @param {number} step */
  go(step) {
    const isFirst = this.step < 0;
    this.step = step;
    this.box.dataset.step = String(step + 1);
    this.figure.isOpen = step < 2 && !this.isDone;
    this.figure.isRevealed = step >= 2;
    this.body.replaceChildren(...[() => this.asking(), () => this.trying(), () => this.telling(),
      () => [this.figure.box, this.exercise.box]][step]?.() ?? []);
    this.figure.paint();
    if (step === 1) this.tried.seen();
    this.offer();
    if (!isFirst) this.title.focus();
  }

  /** A private room takes one answer; none counts once the truth is out. */
  get isDone() {
    return this.room.revealed || (this.room.epsilon !== null && this.sent !== null);
  }

  asking() {
    const { prediction } = this.figure;
    const { poll } = this.lesson;
    return [rich("p", (poll ?? this.lesson).story, "story"), ...this.cast(),
      make("h2", {}, poll ? "One question to you" : "Your guess first"), rich("p", prediction.prompt),
      this.figure.box, ...this.isDone ? [] : readyGuesses(prediction, (guess) => this.figure.set(guess)),
      ...this.promise(), this.button, this.told];
  }

  /** Whom of the lesson's graph this phone is. */
  cast() {
    if (!this.member) return [];
    const { name, ties, isNamed } = this.member;
    return [rich("p", `**You are ${name}**, in ${this.lesson.graph}, with ${ties} contacts. ` +
      (isNamed ? "You are one of the ten known by name." : "Your name is taken off. Will you be recognised?"), "coin")];
  }

  /** What became of that one, release by release. */
  met() {
    const { member, room: { met } } = this, right = member && met?.[member.seat];
    if (!member || !right) return [];
    if (member.isNamed) return [rich("p", `**You are ${member.name}**, one of the ten known by name: the search begins with you.`, "coin")];
    return [rich("p", `**You are ${member.name}.** Someone who knows ten phones here looks for you:`, "coin"),
      make("ul", { className: "met" }, ...this.lesson.prediction.names.map((name, i) => rich("li", `${name}: **${right[i] === "1" ? "recognised" : "not recognised"}**`))),
      make("p", { className: "small" }, "One draw of each. Not recognised here is no promise: another attacker may do better.")];
  }

  /** What the coin does, before it is thrown. */
  promise() {
    const { epsilon, truths = 0, of = 1, parts } = this.room;
    if (epsilon === null) return [];
    const share = Math.round((100 * truths) / of);
    if (this.lesson.poll) {
      return [make("p", { className: "coin" },
        `Your phone throws a coin: in ${share} of 100 cases it tells your answer, else the opposite. ε = ${epsilon}. ` +
        "Your answer itself is not kept, neither here nor there, and you can send once.")];
    }
    return [make("p", { className: "coin" },
      `Your phone throws a coin: in ${share} of 100 cases it tells ` +
      `${parts > 1 ? "one of your guesses, drawn by lot" : "your guess"}, else another one at ` +
      `random. ε = ${epsilon} for each lesson. Your guess itself does not leave the phone, and you can send once.`)];
  }

  /** What the button offers now. */
  offer() {
    const { guess, prediction } = this.figure;
    const isChosen = prediction.kind !== "bet" || guess.every((bet) => bet >= 0);
    const isSame = this.sent !== null && String(this.sent.guess) === String(guess);
    this.button.disabled = !isChosen || isSame || this.isDone;
    this.button.hidden = this.isDone;
    this.button.textContent = !isChosen ? "Choose one first" : isSame ? "Sent"
      : this.lesson.poll ? "Send through the coin" : this.sent ? "Send the new guess" : "Send my guess";
    if (this.room.revealed && !this.sent) this.say("The truth is on the screen already: guesses count no more.");
    else if (this.lesson.poll && this.sent) {
      this.say(`Sent. Your phone told: ${prediction.names[this.sent.told[1] ?? 0]}. Only you know whether that is true.`, "right");
    }
    else if (isSame || (this.sent && this.isDone)) {
      this.say(this.room.epsilon === null ? "Sent. You may change it until the truth is shown."
        : "Sent, through the coin.", "right");
    } else this.say("");
  }

  async tell() {
    const guess = [...this.figure.guess];
    const cells = cellsOf(this.figure.prediction, guess, this.room.cells);
    const { epsilon, truths = 0 } = this.room;
    const told = epsilon === null ? cells : toldBy(cells, { cells: this.room.cells, truths });
    this.button.disabled = true;
    try {
      this.remember(await this.send({ guess: this.lesson.poll ? [] : guess, told }, (said) => this.say(said)));
      this.figure.isOpen = !this.isDone;
      this.figure.paint();
      this.offer();
    } catch (refused) {
      this.button.disabled = false;
      this.say(refused instanceof Error ? refused.message : "");
    }
  }

  trying() {
    const { control } = this.lesson;
    return [make("h2", {}, "Try it"), rich("p", control.prompt),
      make("label", { className: "same" }, this.same, "as on the teacher's screen"),
      this.tried.box];
  }

  telling() {
    const { misconception, takeaway } = this.lesson;
    const { happened } = this.lesson.poll ?? this.lesson;
    const { tally } = this.room;
    return [
      ...this.met(), ...this.sent ? [make("p", { className: "gap" }, this.figure.gap())] : [], this.figure.box,
      make("p", { className: "small" }, tally ? this.figure.crowdWords(tally) : ""),
      make("h2", {}, "What just happened"), rich("p", happened),
      make("p", { className: "misconception" }, make("span", { className: "unseen" }, "Not true: "),
        make("s", {}, misconception)),
      make("p", { className: "takeaway" }, ...raised(takeaway))];
  }

  /** Moved by hand: from now on by oneself. */
  explore() {
    this.follows = this.same.checked = false;
  }

  /** @param {boolean} follows */
  follow(follows) {
    this.follows = follows;
    if (follows && this.room.stop >= 0) this.put(this.room.stop);
  }

  /** @param {number} stop */
  put(stop) {
    if (stop !== this.tried.stop && stop < this.lesson.control.stops.length) this.tried.lead(stop);
  }

  /**
   * @param {string} text
   * @param {"right" | ""} kind
   */
  say(text, kind = "") {
    if (this.told.textContent === text) return;
    this.told.className = `told ${kind}`;
    this.told.textContent = text;
  }

  remove() {
    this.tried.remove();
  }

  /** The page has another look. */
  wear() {
    this.tried.wear();
    this.figure.paint();
  }
}
