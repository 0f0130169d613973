// @ts-check
/** The picture of a prediction on two axes: a point or a line to drag, then the measured curves. */

import { crowd } from "./crowd.js";
import { Guessed } from "./guessed.js";
import { Scale, inWords, spoken } from "./scale.js";
import { asSlider, draw, pair, path, say } from "./svg.js";

const LEFT = 58, RIGHT = 16, TOP = 16, BOTTOM = 46, HEIGHT = 320;
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

  get x() {
    const axis = /** @type {import("./types.js").Axis} */ (this.prediction.horizontal);
    return new Scale(axis, LEFT, this.width - RIGHT);
  }

  get y() {
    return new Scale(this.prediction.vertical, HEIGHT - BOTTOM, TOP);
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
      : pair(this.x.at(value), (TOP + HEIGHT - BOTTOM) / 2));
  }

  /** @override */
  paint() {
    this.fill(HEIGHT, this.words(),
      [...this.frame(), ...this.others(), ...this.isRevealed ? this.measured() : [],
        ...this.isOwn ? this.own() : []]);
  }

  /** The guesses of a class. */
  others() {
    const { crowd: tally, x, y } = this;
    const cells = tally?.shares[0]?.length ?? 0;
    if (!tally || cells < 2) return [];
    const along = (/** @type {Scale} */ scale, /** @type {number} */ cell) =>
      scale.from + (cell / (cells - 1)) * (scale.to - scale.from);
    if (this.prediction.kind === "point") {
      return crowd(tally, 0, { most: 0.85 * (HEIGHT - TOP - BOTTOM), way: "up",
        wide: (0.8 * (x.to - x.from)) / cells, at: (cell) => [along(x, cell), HEIGHT - BOTTOM] });
    }
    const places = this.prediction.at.map((place) => x.at(place));
    const most = 0.8 * Math.min(...places.slice(1).map((place, i) => place - (places[i] ?? 0)));
    return places.flatMap((place, part) => crowd(tally, part, { most,
      way: part < places.length - 1 ? "right" : "left", wide: (0.6 * (y.from - y.to)) / cells, at: (cell) => pair(place, along(y, cell)) }));
  }

  frame() {
    const { x, y, width } = this;
    const { horizontal, vertical } = this.prediction;
    const lines = vertical.ticks.map(([value, word]) => draw("g", {},
      draw("line", { class: "level", x1: LEFT, x2: width - RIGHT, y1: y.at(value), y2: y.at(value) }),
      draw("text", { x: LEFT - 14, y: y.at(value) + 4, "text-anchor": "end" }, word)));
    const ticks = (horizontal?.ticks ?? []).map(([value, word]) =>
      draw("text", { x: x.at(value), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, word));
    const names = [
      draw("text", { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" },
        horizontal?.label ?? ""),
      draw("text", { x: LEFT, y: TOP - 5, class: "name" }, vertical.label),
    ];
    return [...lines, ...ticks, ...names];
  }

  own() {
    const points = this.places();
    const first = /** @type {[number, number]} */ (points[0]);
    if (this.prediction.kind === "point") {
      const rule = draw("line", { class: "own", x1: first[0], x2: first[0], y1: TOP, y2: HEIGHT - BOTTOM });
      const word = draw("text", {
        class: "owner", x: first[0] + (first[0] > this.width / 2 ? -12 : 12), y: 0.6 * HEIGHT,
        "text-anchor": first[0] > this.width / 2 ? "end" : "start",
      }, `your guess: ${spoken(this.guess[0] ?? 0)}`);
      return [rule, word, ...this.gripsAt(points)];
    }
    const middle = /** @type {[number, number]} */ (points[Math.floor(points.length / 2) - 1] ?? first);
    return [
      draw("path", { class: "own", d: path(points) }),
      draw("text", { class: "owner", x: middle[0], y: middle[1] - 14, "text-anchor": "middle" }, "your line"),
      ...this.gripsAt(points),
    ];
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
    const taken = /** @type {number[]} */ ([]);
    return this.curves.flatMap(({ name, ink, points }) => {
      const at = (/** @type {1 | 2 | 3} */ row) => points.map((point) => pair(x.at(point[0]), y.at(point[row])));
      const band = `${path([...at(3), ...at(1).reverse()])}Z`;
      const end = /** @type {[number, number]} */ (at(2).at(-1));
      let row = end[1] - 8;
      while (taken.some((other) => Math.abs(other - row) < 16)) row += 16;
      if (row < TOP + 10) row = end[1] + 18;
      taken.push(row);
      return [
        draw("path", { class: `band ${ink}`, d: band }),
        draw("path", { class: `curve ${ink}`, d: path(at(2)) }),
        draw("text", { class: `of ${ink}`, x: end[0] - 4, y: row, "text-anchor": "end" }, name),
      ];
    });
  }

  /** The curve that was asked about. */
  get asked() {
    return this.curves.find(({ name }) => name === this.prediction.asks_about) ?? this.curves[0];
  }

  /** What the measured picture shows, for who does not see it. */
  words() {
    return this.curves.map(({ name, points }) => `${name}: ${points.map(([place, , middle]) =>
      `${inWords(this.prediction.vertical, middle)} at ${spoken(place)}`).join(", ")}`).join(". ");
  }

  /** How far the guess is from what was measured, in words. */
  gap() {
    const { vertical, at, kind } = this.prediction;
    if (kind === "point") {
      const guess = this.guess[0] ?? 0, answer = this.place;
      const off = this.x.axis.log ? Math.max(guess / answer, answer / guess) : 1 + Math.abs(guess - answer);
      return off < 1.15
        ? `You said ${spoken(guess)}. It is ${spoken(answer)}: very near.`
        : `You said ${spoken(guess)}. It is ${spoken(answer)}.`;
    }
    const truth = at.map((place) => between(this.asked?.points ?? [], place, this.x));
    const away = truth.map((value, i) => Math.abs(value - (this.guess[i] ?? 0)));
    const i = away.indexOf(Math.max(...away));
    const said = inWords(vertical, this.guess[i] ?? 0), is = inWords(vertical, truth[i] ?? 0);
    if ((away[i] ?? 0) < 0.1) return "Your line is nowhere more than 10 % away from what was measured.";
    return `Your line is farthest off at ε = ${spoken(at[i] ?? 0)}: you said ${said}, it is ${is}.`;
  }
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
