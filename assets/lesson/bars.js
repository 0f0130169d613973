// @ts-check
/** The picture of a prediction on names: a handle or a bet for each, then the measured bars. */

import { element as draw, make } from "../pair/frame.js";
import { bets, crowd } from "./crowd.js";
import { Guessed } from "./guessed.js";
import { Scale, inWords } from "./scale.js";
import { asSlider, say } from "./svg.js";

const TOP = 30, BOTTOM = 34, RIGHT = 44, HEAD = 30;
const LETTER = 7.2, LINE = 15; // pixels of a letter and of a line of a name

export class Bars extends Guessed {
  /** @param {import("./types.js").Lesson} lesson */
  constructor(lesson) {
    super(lesson);
    this.lesson = lesson;
    this.id = lesson.id;
    /** @type {HTMLElement[][]} */
    this.rows = []; // of the bets under each promise
    this.bars = lesson.measured.bars ?? [];
    const { kind, names, under } = this.prediction;
    this.promises = under.length ? under : [""]; // a bet under each
    this.bets = make("div", { className: "bets" });
    this.box.prepend(this.bets);
    if (kind === "counts") this.grips = names.map((name, i) => this.grip(name, i));
    this.svg.addEventListener("pointerdown", (event) => this.held(/** @type {PointerEvent} */ (event)));
  }

  /**
   * @param {string} name
   * @param {number} i
   */
  grip(name, i) {
    const element = draw("circle", { r: 9, class: "grip" });
    asSlider(element, {
      label: `Your guess for ${name}`,
      moved: (steps) => this.move(i, this.scale.moved(this.guess[i] ?? 0, steps, this.prediction.step)),
      end: (high) => this.move(i, high ? this.scale.high : this.scale.low),
    });
    return element;
  }

  get isBet() {
    return this.prediction.kind === "bet";
  }

  /** Names stand above their bars where there is no room beside them. */
  get isNarrow() {
    return this.width < 420;
  }

  get left() {
    return this.isNarrow ? 10 : Math.min(230, 0.4 * this.width);
  }

  /** @param {string} name */
  lines(name) {
    return parted(name, Math.floor((this.isNarrow ? this.width - 20 : this.left - 12) / LETTER));
  }

  /** The height of a row. */
  get row() {
    const most = Math.max(1, ...this.shown.map((name) => this.lines(name).length));
    if (this.isNarrow) return (this.hasGuess ? 42 : 21) + LINE * most;
    const roomy = Math.max(240, innerHeight / this.unit - 456) / Math.max(1, this.shown.length);
    return Math.max(42, 8 + LINE * most, Math.min(84, roomy));
  }

  /** Whether the own guess stands below each bar. */
  get hasGuess() {
    return !this.isBet && this.showsOwn;
  }

  /** The names of all rows that stand there. */
  get shown() {
    if (this.isRevealed) return this.bars.map((bar) => this.nameOf(bar));
    return this.isBet ? [] : this.prediction.names;
  }

  /** @param {number} top where a bar has its middle, in a row that begins there */
  middle(top) {
    return this.isNarrow ? top + this.row - (this.hasGuess ? 26 : 11) : top + this.row / 2;
  }

  get scale() {
    return new Scale(this.prediction.vertical, this.left, this.width - RIGHT);
  }

  /** The groups of bars, one under the other; a prediction of counts has one without a name. */
  get groups() {
    return [...new Set(this.bars.map(({ group }) => group))];
  }

  /**
   * A whole number of steps.
   *
   * @override
   * @param {number} i
   * @param {number} value
   */
  move(i, value) {
    const { step } = this.prediction;
    super.move(i, Math.round(value / step) * step);
  }

  /** @param {PointerEvent} event */
  held(event) {
    if (!this.isOpen || this.isBet) return;
    const i = Math.floor((this.under(event)[1] - TOP) / this.row);
    if (i >= 0 && i < this.guess.length) this.follow(event, (x) => this.move(i, this.scale.value(x)));
  }

  /** @override */
  paint() {
    this.bets.hidden = !this.isBet || this.isRevealed;
    if (!this.bets.hidden) this.paintBets();
    const rows = this.shown.length;
    const height = rows ? TOP + rows * this.row + (this.isRevealed ? HEAD * this.headings : 0) + BOTTOM : 0;
    this.fill(height, this.words(), rows ? [...this.frame(height),
      ...this.isRevealed ? this.measured() : [], ...this.others(),
      ...this.hasGuess ? this.own() : []] : []);
  }

  /** The guesses of a class: above the bar of each row. */
  others() {
    const { crowd: tally, scale, row } = this;
    const cells = tally?.shares[0]?.length ?? 0;
    if (!tally || this.isBet || cells < 2) return [];
    return this.prediction.names.flatMap((_, part) => crowd(tally, part, { most: row - 8, way: "up",
      from: scale.from, to: scale.to, base: TOP + (part + 1) * row - 4 }));
  }

  get headings() {
    return this.groups.filter(Boolean).length;
  }

  paintBets() {
    if (!this.rows.length) this.rows = this.promises.map((promise, part) => this.betsUnder(promise, part));
    this.bets.classList.toggle("only-crowd", !this.isOwn);
    this.rows.forEach((rows, part) => rows.forEach((row, i) => {
      const input = /** @type {HTMLInputElement} */ (row.firstChild);
      input.checked = this.guess[part] === i;
      input.disabled = !this.isOpen;
      const share = Math.max(0, this.crowd?.shares[part]?.[i] ?? 0);
      row.style.setProperty("--share", `${Math.min(100, 100 * share)}%`);
      if (row.lastChild) row.lastChild.textContent = this.crowd ? `${bets(this.crowd, i, part)} bets` : "";
    }));
  }

  /** @param {string} promise @param {number} part */
  betsUnder(promise, part) {
    const { names, prompt } = this.prediction;
    const rows = names.map((name, i) => {
      const input = make("input", { type: "radio", name: `bet-${this.id}-${part}`, value: String(i) });
      input.addEventListener("change", () => this.set(this.guess.map((bet, other) => other === part ? i : bet)));
      return make("label", { className: "bet" }, input, name, make("span", { className: "betted" }));
    });
    this.bets.append(make("div", { className: "bets-under", role: "radiogroup", "aria-label": promise || prompt },
      ...promise ? [make("p", { className: "promised" }, promise)] : [], ...rows));
    return rows;
  }

  /** @param {number} height */
  frame(height) {
    const { scale } = this;
    return [
      ...this.prediction.vertical.ticks.map(([value, word]) => draw("g", {},
        draw("line", { class: "level", x1: scale.at(value), x2: scale.at(value), y1: TOP - 4, y2: height - BOTTOM }),
        draw("text", { x: scale.at(value), y: height - BOTTOM + 18, "text-anchor": "middle" }, word))),
      draw("text", { x: this.left, y: 14, class: "name" }, this.prediction.vertical.label),
      ...this.isRevealed ? [] : this.prediction.names.map((name, i) => this.named(name, TOP + i * this.row)),
    ];
  }

  /**
   * @param {string} name
   * @param {number} top
   */
  named(name, top) {
    const lines = this.lines(name);
    const x = this.isNarrow ? this.left : this.left - 12;
    const y = this.isNarrow ? this.middle(top) - (this.hasGuess ? 20 : 11) - LINE * (lines.length - 1)
      : this.middle(top) + 4 - (LINE / 2) * (lines.length - 1);
    return draw("text", { x, y, "text-anchor": this.isNarrow ? "start" : "end", class: "row" },
      ...lines.map((line, i) => draw("tspan", { x, dy: i ? LINE : 0 }, line)));
  }

  own() {
    return this.guess.flatMap((value, i) => {
      const y = this.middle(TOP + i * this.row) + (this.isRevealed ? 13 : 0), x = this.scale.at(value);
      const grip = /** @type {SVGElement} */ (this.grips[i]);
      grip.setAttribute("cx", String(x));
      grip.setAttribute("cy", String(y));
      const { low, high, axis } = this.scale;
      say(grip, { value, low, high, words: inWords(axis, value) });
      const rule = draw("line", { class: "own", x1: this.left, x2: x, y1: y, y2: y });
      const said = this.isGuessed ? inWords(axis, value) : i ? "" : "move me";
      if (this.isOpen) return [rule, grip, draw("text", { x: x + 14, y: y - 8, class: "owner" }, said)];
      return [rule, draw("circle", { class: "own-end", cx: x, cy: y, r: 4 }),
        draw("text", { x: x + 9, y: y + 5, class: "owner" }, i ? said : `you: ${said}`)];
    });
  }

  measured() {
    /** @type {Element[]} */
    const out = [];
    let top = TOP;
    for (const group of this.groups) {
      if (group) {
        out.push(draw("text", { x: 0, y: top + HEAD - 10, class: "group" }, group));
        top += HEAD;
      }
      for (const bar of this.bars.filter((other) => other.group === group)) {
        out.push(...this.bar(bar, top));
        top += this.row;
      }
    }
    return out;
  }

  /**
   * @param {import("./types.js").Bar} bar
   * @param {number} top
   */
  bar(bar, top) {
    const { low, middle, high } = bar;
    const { scale } = this;
    const y = this.middle(top) - (this.hasGuess ? 6 : 0); // a guess has room below
    const thick = this.isNarrow ? 14 : this.hasGuess ? 18 : Math.min(36, 0.45 * this.row);
    return [
      this.named(this.nameOf(bar), top),
      draw("rect", { class: "bar", x: this.left, y: y - thick / 2, height: thick, rx: 3,
        width: Math.max(1.5, scale.at(middle) - this.left) }),
      draw("line", { class: "spread", x1: scale.at(low), x2: scale.at(high), y1: y, y2: y }),
      draw("text", { class: "figure-of", x: scale.at(Math.max(high, middle)) + 8, y: y + 4 },
        inWords(scale.axis, middle)),
    ];
  }

  /**
   * Its name, and who has bet on it.
   *
   * @param {import("./types.js").Bar} bar
   */
  nameOf({ name, group }) {
    const part = this.promises.indexOf(group);
    const place = this.isBet && part >= 0 ? this.prediction.names.indexOf(name) : -1;
    if (this.isOwn) return place >= 0 && this.guess[part] === place ? `${name} (your bet)` : name;
    return this.crowd && place >= 0 ? `${name} (${bets(this.crowd, place, part)} bets)` : name;
  }

  words() {
    const { vertical } = this.prediction;
    return this.bars.map(({ group, name, middle }) =>
      `${[group, name].filter(Boolean).join(", ")}: ${inWords(vertical, middle)}`).join(". ");
  }

  /** @param {boolean} isMine @override */
  far(isMine) {
    const { vertical } = this.prediction;
    if (this.isBet) return this.betted(isMine);
    const away = this.bars.slice(0, this.guess.length).map(({ middle }, i) => Math.abs(middle - (this.guess[i] ?? 0)));
    const i = away.indexOf(Math.max(...away));
    const bar = this.bars[i];
    if (!bar) return "";
    if (isMine) return `${bar.name}: I guessed ${inWords(vertical, this.guess[i] ?? 0)}, it is ${inWords(vertical, bar.middle)}.`;
    if ((away[i] ?? 0) <= this.prediction.step) return "No guess of yours is more than one away.";
    return `Your ${away.length > 1 ? "farthest " : ""}guess: ${bar.name}. You said ${inWords(vertical, this.guess[i] ?? 0)}, ` +
      `it is ${inWords(vertical, bar.middle)}.`;
  }

  /** What became of the bets. @param {boolean} isMine */
  betted(isMine) {
    const { names, least_wins: isLeast } = this.prediction;
    const best = this.promises.map((promise) => this.bars.filter(({ group }) => group === promise)
      .reduce((a, b) => (b.middle > a.middle) === !isLeast ? b : a).name);
    const isWon = best.map((name, part) => names[this.guess[part] ?? -1] === name), lost = isWon.indexOf(false);
    const where = this.promises[lost] ? `Where ${this.promises[lost]}, ` : "";
    const truth = lost < 0 ? "" : ` ${where}“${best[lost]}” ${isLeast ? "needs least" : "keeps most"}.`;
    if (best.length > 1) return `${isWon.filter(Boolean).length} of ${isMine ? "my" : "your"} ${best.length} bets won.${truth}`;
    return `${isMine ? "I" : "You"} bet on “${names[this.guess[0] ?? -1]}”${lost < 0 ? ", and it won." : `.${truth}`}`;
  }
}

/**
 * A name in lines of at most so many letters, broken at spaces.
 *
 * @param {string} name
 * @param {number} most
 */
function parted(name, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
