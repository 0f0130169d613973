// @ts-check
/** The picture of a prediction on two axes: a point or a line to drag, then the measured curves. */

import { element as draw } from "../pair/frame.js";
import { crowd } from "./crowd.js";
import { Guessed } from "./guessed.js";
import { boxOf, freest, wide } from "./labels.js";
import { Scale, inWords, spoken } from "./scale.js";
import { asSlider, pair, path, say } from "./svg.js";

const LEFT = 76, RIGHT = 16, TOP = 28, BOTTOM = 46;
const GRIP = 9;

export class Curves extends Guessed {
  /** @param {import("./types.js").Lesson} lesson */
  constructor(lesson) {
    super(lesson);
    this.curves = lesson.measured.curves ?? [];
    this.place = lesson.measured.place ?? lesson.measured.answer;
    this.grips = this.guess.map((_, i) => this.grip(i));
    this.svg.addEventListener("pointerdown", (event) => this.held(/** @type {PointerEvent} */ (event)));
  }

  /** @param {number} i */
  grip(i) {
    const { horizontal, at, kind, prompt } = this.prediction;
    const label = kind === "line" ? `${horizontal?.label ?? ""}: ${spoken(at[i] ?? 0)}` : prompt;
    const element = draw("circle", { r: GRIP, class: "grip" });
    asSlider(element, {
      label: kind === "line" ? `Your guess at ${label}` : `Your guess. ${label}`,
      moved: (steps) => this.move(i, this.scale.moved(this.guess[i] ?? 0, steps, this.prediction.step)),
      end: (high) => this.move(i, high ? this.scale.high : this.scale.low),
    });
    return element;
  }

  /** The axis along which the guess moves. */
  get scale() {
    return this.prediction.kind === "line" ? this.y : this.x;
  }

  /** Lower where there is little room, so that the words below are on the same screen. */
  get height() {
    return this.width < 420 ? 236 : Math.max(320, Math.min(innerHeight / this.unit - 360, 0.75 * this.width));
  }

  get x() {
    const axis = /** @type {import("./types.js").Axis} */ (this.prediction.horizontal);
    return new Scale(axis, LEFT, this.width - RIGHT);
  }

  get y() {
    return new Scale(this.prediction.vertical, this.height - BOTTOM, TOP);
  }

  /** @param {PointerEvent} event */
  held(event) {
    if (!this.isOpen) return;
    this.follow(event, (x, y) => {
      if (this.prediction.kind === "point") this.move(0, this.x.value(x));
      else this.move(this.nearest(x), this.y.value(y));
    });
  }

  /** @param {number} x the handle of a line that is nearest to it */
  nearest(x) {
    const away = this.prediction.at.map((place) => Math.abs(this.x.at(place) - x));
    return away.indexOf(Math.min(...away));
  }

  /** Where the guess stands, one point a handle. */
  places() {
    return this.guess.map((value, i) => this.prediction.kind === "line"
      ? pair(this.x.at(this.prediction.at[i] ?? 0), this.y.at(value))
      : pair(this.x.at(value), (TOP + this.height - BOTTOM) / 2));
  }

  /** @override */
  paint() {
    this.fill(this.height, this.words(),
      [...this.frame(), ...this.others(), ...this.showsOwn ? this.own() : [],
        ...this.isRevealed ? this.measured() : [], ...this.named()]);
  }

  /** The guesses of a class. */
  others() {
    const { crowd: tally, x, y } = this;
    const cells = tally?.shares[0]?.length ?? 0;
    if (!tally || cells < 2) return [];
    if (this.prediction.kind === "point") {
      return crowd(tally, 0, { most: 0.85 * (this.height - TOP - BOTTOM), way: "up", from: x.from, to: x.to, base: this.height - BOTTOM });
    }
    const places = this.prediction.at.map((place) => x.at(place));
    const most = 0.8 * Math.min(...places.slice(1).map((place, i) => place - (places[i] ?? 0)));
    return places.flatMap((place, part) => crowd(tally, part, { most,
      way: part < places.length - 1 ? "right" : "left", from: y.from, to: y.to, base: place }));
  }

  frame() {
    const { x, y, width, height } = this;
    const { horizontal, vertical } = this.prediction;
    const lines = vertical.ticks.map(([value, word]) => draw("g", {},
      draw("line", { class: "level", x1: LEFT, x2: width - RIGHT, y1: y.at(value), y2: y.at(value) }),
      draw("text", { x: LEFT - 14, y: y.at(value) + 4, "text-anchor": "end" }, word)));
    const ticks = (horizontal?.ticks ?? []).map(([value, word]) =>
      draw("text", { x: x.at(value), y: height - BOTTOM + 18, "text-anchor": "middle" }, word));
    const names = [
      draw("text", { x: (LEFT + width - RIGHT) / 2, y: height - 6, "text-anchor": "middle" },
        horizontal?.label ?? ""),
      draw("text", { x: LEFT, y: 12, class: "name" }, vertical.label),
    ];
    return [...lines, ...ticks, ...names];
  }

  own() {
    const points = this.places();
    const first = /** @type {[number, number]} */ (points[0]);
    if (this.prediction.kind === "point") {
      const rule = draw("line", { class: "own", x1: first[0], x2: first[0], y1: TOP, y2: this.height - BOTTOM });
      return [rule, ...this.gripsAt(points)];
    }
    return [draw("path", { class: "own", d: path(points) }), ...this.gripsAt(points)];
  }

  /** An upright line, from its top. @param {number} value @returns {[[number, number], [number, number]]} */
  rule(value) {
    return [pair(this.x.at(value), TOP), pair(this.x.at(value), this.height - BOTTOM)];
  }

  /** Whether the place that was asked about is shown. */
  get hasAnswer() {
    return this.isRevealed && this.prediction.kind === "point";
  }

  /** Where words may stand, and what they should not cover. */
  around() {
    const { x, y } = this;
    const lines = this.isRevealed ? this.curves.map(({ points }) =>
      points.map((point) => pair(x.at(point[0]), y.at(point[2])))) : [];
    if (this.hasAnswer) lines.push(this.rule(this.place));
    const own = this.prediction.kind === "point" ? this.rule(this.guess[0] ?? 0) : this.places();
    const taken = this.others().filter(({ tagName }) => tagName === "rect").map((bar) => {
      const [left = 0, top = 0, long = 0, high = 0] = ["x", "y", "width", "height"].map((name) => Number(bar.getAttribute(name)));
      return { left, top, right: left + long, bottom: top + high };
    });
    return { lines: this.showsOwn ? [...lines, own] : lines, taken, within: { left: LEFT, right: this.width, top: TOP, bottom: this.height - BOTTOM } };
  }

  /**
   * Whose guess it is.
   *
   * @param {ReturnType<Curves["around"]>} around
   */
  owner(around) {
    const points = this.places();
    const [first = pair(0, 0)] = points;
    const isPoint = this.prediction.kind === "point";
    const told = spoken(this.guess[0] ?? 0);
    const word = !this.isGuessed ? "move me" : !isPoint ? "your line" : this.isRevealed ? `you: ${told}` : `your guess: ${told}`;
    if (isPoint) return this.beside(first[0], word, around);
    return written(word, points.slice(1).flatMap(([x, y]) => [-14, 24].map((away) => pair(x - wide(word) / 2, y + away))), around);
  }

  /**
   * A word beside an upright line.
   *
   * @param {number} x
   * @param {string} word
   * @param {ReturnType<Curves["around"]>} around
   * @param {number} [half] of the line's width
   * @param {string} [look]
   */
  beside(x, word, around, half = 0, look = "owner") {
    return written(word, [0.72, 0.86, 0.58, 0.3, 0.16].flatMap((share) => [10 + half, -10 - half - wide(word)].map((away) =>
      pair(x + away, TOP + share * (this.height - TOP - BOTTOM)))), around, look);
  }

  /** @param {[number, number][]} points */
  gripsAt(points) {
    const { scale } = this;
    points.forEach(([x, y], i) => {
      const grip = /** @type {SVGElement} */ (this.grips[i]);
      const value = this.guess[i] ?? 0;
      grip.setAttribute("cx", String(x));
      grip.setAttribute("cy", String(y));
      say(grip, { value, low: scale.low, high: scale.high, words: inWords(scale.axis, value) });
    });
    return this.isOpen ? this.grips : [];
  }

  measured() {
    const { x, y } = this;
    const [[x1, y1], [x2, y2]] = this.rule(this.place);
    return [...this.curves.flatMap(({ ink, points }) => {
      const at = (/** @type {1 | 2 | 3} */ row) => points.map((point) => pair(x.at(point[0]), y.at(point[row])));
      return [
        draw("path", { class: `band ${ink}`, d: `${path([...at(3), ...at(1).reverse()])}Z` }),
        draw("path", { class: `curve ${ink}`, d: path(at(2)) }),
      ];
    }), ...this.hasAnswer ? [draw("line", { class: "answer", x1, y1, x2, y2 })] : []];
  }

  /** The names of what is drawn. */
  named() {
    const around = this.around(), [bar] = [...around.taken].sort((a, b) => a.top - b.top);
    const names = !this.isRevealed ? [] : this.curves.map(({ name, ink }, i) => {
      const near = [...around.lines[i] ?? []].reverse().flatMap(([x, y]) =>
        [y - 9, y + 20].flatMap((height) => [x - wide(name), x - wide(name) / 2, x + 8].map((left) => pair(left, height))));
      return written(name, near, around, `of ${ink}`);
    });
    if (this.hasAnswer) names.push(this.beside(this.x.at(this.place), `answer: ${spoken(this.place)}`, around, 0, "answered"));
    if (bar) names.push(this.beside((bar.left + bar.right) / 2, "guesses", around, (bar.right - bar.left) / 2));
    return this.showsOwn ? [...names, this.owner(around)] : names;
  }

  /** With the answer, once it is shown. @param {import("./crowd.js").Tally} tally @override */
  crowdWords(tally) {
    return super.crowdWords(tally) + (this.hasAnswer && tally.answers ? ` It is ${spoken(this.place)}.` : "");
  }

  /** The curve that was asked about. */
  get asked() {
    return this.curves.find(({ name }) => name === this.prediction.asks_about) ?? this.curves[0];
  }

  /** What the measured picture shows, for people who do not see it. */
  words() {
    return this.curves.map(({ name, points }) => `${name}: ${points.map(([place, , middle]) =>
      `${inWords(this.prediction.vertical, middle)} at ${spoken(place)}`).join(", ")}`).join(". ");
  }

  /** How far the guess is from what was measured, in words; `isMine` where the person says it. @param {boolean} isMine @override */
  far(isMine) {
    const { vertical, at, kind } = this.prediction;
    if (kind === "point") {
      const guess = this.guess[0] ?? 0, answer = this.place;
      const off = this.x.axis.log ? Math.max(guess / answer, answer / guess) : 1 + Math.abs(guess - answer);
      return `${isMine ? "I guessed" : "You said"} ${spoken(guess)}, it is ${spoken(answer)}${off < 1.15 ? ": very near" : ""}.`;
    }
    const truth = at.map((place) => between(this.asked?.points ?? [], place, this.x));
    const away = truth.map((value, i) => Math.abs(value - (this.guess[i] ?? 0)));
    const i = away.indexOf(Math.max(...away));
    const said = inWords(vertical, this.guess[i] ?? 0), is = `is ${inWords(vertical, truth[i] ?? 0)}`.replace("is unknown", "cannot be known");
    if (isMine) return `At ε = ${spoken(at[i] ?? 0)} I guessed ${said}, it ${is}.`;
    if ((away[i] ?? 0) < 0.1) return "Each of your marks is within 10% of what was measured.";
    return `Your line is farthest off at ε = ${spoken(at[i] ?? 0)}: you said ${said}, it ${is}.`;
  }
}

/**
 * A word at the freest of several places, which it takes.
 *
 * @param {string} word
 * @param {[number, number][]} places
 * @param {ReturnType<Curves["around"]>} around
 * @param {string} look
 */
function written(word, places, around, look = "owner") {
  const [x, y] = freest(word, places, around);
  around.taken.push(boxOf(word, [x, y]));
  return draw("text", { class: look, x, y }, word);
}

/**
 * The middle of a curve at a place between two of its own.
 *
 * @param {import("./types.js").Curve["points"]} points
 * @param {number} place
 * @param {Scale} scale
 */
function between(points, place, scale) {
  const after = Math.max(1, points.findIndex(([x]) => x >= place));
  const [left, right] = [points[after - 1], points[after]];
  if (!left || !right) return points.at(-1)?.[2] ?? 0;
  const share = (scale.at(place) - scale.at(left[0])) / (scale.at(right[0]) - scale.at(left[0]) || 1);
  return left[2] + Math.min(1, Math.max(0, share)) * (right[2] - left[2]);
}
