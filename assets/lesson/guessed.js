// @ts-check
/** What both pictures of a prediction have: a guess that can be moved until it is revealed. */

import { element as draw, make } from "../pair/frame.js";
import { crowdWords } from "./crowd.js";
import { heldOf } from "./svg.js";

export class Guessed {
  /** @param {import("./types.js").Lesson} lesson */
  constructor({ prediction }) {
    this.prediction = prediction;
    this.guess = [...prediction.start];
    this.isOpen = true; // to guesses
    this.isRevealed = false;
    this.isOwn = true; // whether the viewer's own guess is asked for
    this.isGuessed = false; // where the marks begin is no guess
    /** @type {import("./crowd.js").Tally | null} */
    this.crowd = null; // how a class guessed
    /** Hears of every change of the guess. */
    this.changed = () => {};
    /** @type {SVGElement[]} */
    this.grips = [];
    this.svg = draw("svg", { role: "group", class: "axes" });
    this.box = make("div", { className: "figure" });
    this.box.append(this.svg);
    new ResizeObserver(() => this.paint()).observe(this.box);
  }

  /** Whether the viewer's own guess is drawn: once the truth is shown, only if there is one. */
  get showsOwn() {
    return this.isOwn && (this.isGuessed || !this.isRevealed);
  }

  /** What is said of it. @param {boolean} [isMine] whether the person says it */
  gap(isMine = false) {
    return this.isGuessed ? this.far(isMine) : isMine ? "" : "You did not guess: here is what was measured.";
  }

  /** How far it is off. @param {boolean} _isMine */
  far(_isMine) {
    return "";
  }

  /** Pixels of a unit of the drawing: it grows with the type around it. */
  get unit() {
    return parseFloat(getComputedStyle(this.box).fontSize) / 16 || 1;
  }

  get width() {
    return Math.max(260, (this.box.clientWidth || 600) / this.unit);
  }

  /**
   * Where the pointer is in the drawing.
   *
   * @param {Event} event
   * @returns {[x: number, y: number]}
   */
  under(event) {
    const { clientX, clientY } = /** @type {PointerEvent} */ (event);
    const { left, top } = this.svg.getBoundingClientRect();
    return [(clientX - left) / this.unit, (clientY - top) / this.unit];
  }

  /** @param {number[]} guess */
  set(guess) {
    this.guess = [...guess];
    this.isGuessed = true;
    this.paint();
    this.changed();
  }

  /**
   * @param {number} i
   * @param {number} value
   */
  move(i, value) {
    if (!this.isOpen) return;
    this.guess[i] = value;
    this.isGuessed = true;
    this.paint();
    this.changed();
  }

  /**
   * Let a place follow the pointer from its press until it is let go.
   *
   * @param {PointerEvent} press
   * @param {(x: number, y: number) => void} moved hears of places in the picture
   */
  follow(press, moved) {
    const hear = (/** @type {Event} */ event) => moved(...this.under(event));
    hear(press);
    this.svg.setPointerCapture(press.pointerId);
    this.svg.addEventListener("pointermove", hear);
    for (const end of ["pointerup", "pointercancel"]) {
      this.svg.addEventListener(end, () => this.svg.removeEventListener("pointermove", hear), { once: true });
    }
  }

  /**
   * Draw anew; a handle that has the focus keeps it.
   *
   * @param {number} height
   * @param {string} words what is shown, for people who do not see it
   * @param {Element[]} parts
   */
  fill(height, words, parts) {
    const held = heldOf(this.grips);
    const { width, unit } = this;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("width", String(width * unit));
    this.svg.setAttribute("height", String(height * unit));
    this.svg.setAttribute("aria-label", this.isRevealed ? words : this.prediction.prompt);
    this.svg.classList.toggle("open", this.isOpen);
    this.svg.replaceChildren(...parts);
    if (held >= 0 && this.isOpen) this.grips[held]?.focus();
  }

  /**
   * How a class guessed, in words.
   *
   * @param {import("./crowd.js").Tally} tally
   */
  crowdWords(tally) {
    return crowdWords(this.prediction, tally);
  }

  /** What is said of one who answered; nothing but in a poll. */
  oneAnswer() {
    return "";
  }

  paint() {}
}
