// @ts-check
/** Playing repeats of the same epsilon with other noise, and laying them over each other. */

import { button, setIcon } from "./frame.js";
import { mayMove } from "./glide.js";

const BEAT_MS = 450, SLOW_MS = 2000;

/** The buttons "Play 20 repeats" and "Overlay"; but for possible truths nothing plays by itself. */
export class Repeats {
  /**
   * `shown` hears of the repeat to show, -1 for the plain picture; `overlaid` of on or off.
   *
   * @param {{shown: (place: number) => void, overlaid: (on: boolean) => void}} hears
   */
  constructor({ shown, overlaid }) {
    this.shown = shown;
    this.laid = overlaid;
    this.count = 0;
    this.place = -1;
    this.overlaid = false;
    this.flickers = ""; // what they are, where they play slowly and over again
    this.steps = ""; // what they are, where one comes after the other
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.player = button("play", "Play the repeats one after the other", () => this.toggle(),
      { text: "Play", toggle: true });
    this.layers = button("layers", "Lay all repeats over each other", () => this.overlay(),
      { text: "Overlay", toggle: true });
    this.player.classList.add("repeats");
  }

  /**
   * @param {number} count
   * @param {string} flickers what they are, where they play by themselves
   * @param {string} steps what they are, where one comes after the other: none lies over another
   */
  fill(count, flickers = "", steps = "") {
    this.stop();
    this.count = count;
    this.flickers = flickers;
    this.steps = steps;
    this.overlaid = false;
    this.layers.setAttribute("aria-pressed", "false");
    this.player.hidden = count === 0;
    this.player.classList.toggle("there", count > 0);
    this.layers.hidden = count === 0 || steps !== "";
    this.label("Play");
    if (flickers && count && mayMove()) this.toggle();
  }

  /** @param {string} word */
  label(word) {
    const text = word === "Play" ? `Play ${this.count} ${this.flickers || this.steps || "repeats"}` : word;
    if (this.player.lastChild) this.player.lastChild.textContent = text;
  }

  get playing() {
    return this.timer !== undefined;
  }

  toggle() {
    if (this.playing) {
      this.end();
      return;
    }
    if (this.overlaid) this.overlay();
    setIcon(this.player, "stop");
    this.player.setAttribute("aria-pressed", "true");
    this.place = -1;
    this.timer = setInterval(() => this.next(), this.flickers ? SLOW_MS : BEAT_MS);
    this.next();
  }

  next() {
    this.place += 1;
    if (this.place >= this.count) {
      if (!this.flickers) return this.end();
      this.place = -1; // the first of them is the picture itself
    }
    const one = this.steps ? "Step" : "Draw";
    this.label(this.flickers ? `Stop at ${this.place + 2} of ${this.count + 1}` : `${one} ${this.place + 1} of ${this.count}`);
    this.shown(this.place);
  }

  /** Stop, and show the plain picture again. */
  end() {
    this.stop();
    this.shown(-1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    setIcon(this.player, "play");
    this.player.setAttribute("aria-pressed", "false");
    this.label("Play");
  }

  overlay() {
    if (this.playing) this.end();
    this.overlaid = !this.overlaid;
    this.layers.setAttribute("aria-pressed", String(this.overlaid));
    this.laid(this.overlaid);
  }
}
