// @ts-check
/** Moving through prepared stops of epsilon: the slider inside the widget, and the page's own. */

import { make } from "./frame.js";
import { PageSlider } from "./page_sync.js";

/** Each stop is an exact result; between stops only the eye moves. */
export class EpsilonStops {
  /**
   * `shown` hears of the stop to show, `settled` of the one where the slider was let go.
   *
   * @param {HTMLElement} box
   * @param {Record<"shown" | "settled", (stop: import("./types.js").Stop) => void>} hears
   */
  constructor(box, { shown, settled }) {
    this.box = box;
    this.shown = shown;
    this.settled = settled;
    /** @type {import("./types.js").Stop[]} */
    this.list = [];
    this.held = false;
    /** @type {HTMLInputElement | null} */
    this.input = null;
    /** @type {HTMLOutputElement | null} */
    this.output = null;
    this.slider = new PageSlider(() => this.follow());
  }

  /**
   * Take the stops; `current` is the one the server has drawn, `follows` the page's slider.
   *
   * @param {import("./types.js").Stop[]} stops
   * @param {number} current
   * @param {string} follows
   */
  fill(stops, current, follows) {
    this.list = stops;
    this.slider.watch(follows);
    this.box.toggleAttribute("data-stops", stops.length > 0);
    if (!stops.length || follows) {  // one slider a screen is enough
      this.box.replaceChildren();
      this.input = null;
      return;
    }
    const input = this.input ?? this.build();
    input.max = String(stops.length - 1);
    if (!this.held) this.mark(current);
  }

  build() {
    const input = make("input", { type: "range", min: "0", step: "1", id: "stop" });
    const output = make("output", {});
    input.addEventListener("input", () => {
      this.held = true;
      this.mark(Number(input.value));
      this.shown(this.list[Number(input.value)]);
    });
    input.addEventListener("change", () => {
      this.held = false;
      this.settled(this.list[Number(input.value)]);
    });
    this.box.replaceChildren(make("label", { for: "stop" }, "Privacy loss ε"), input, output);
    this.input = input;
    this.output = output;
    return input;
  }

  /** @param {number} stop */
  mark(stop) {
    if (!this.input || !this.output) return;
    this.input.value = String(stop);
    const text = this.list[stop]?.label ?? "";
    this.output.textContent = text;
    this.input.setAttribute("aria-valuetext", text);
  }

  /** The prepared stop that the page's slider stands on; -1 if there is none. */
  get followed() {
    const { value } = this.slider;
    return this.list.findIndex(({ epsilon }) => epsilon === value);
  }

  /**
   * Whether the reader has moved on since the server drew this stop.
   *
   * @param {number} stop
   */
  isAhead(stop) {
    return this.followed >= 0 && this.followed !== stop;
  }

  follow() {
    const stop = this.followed;
    if (stop < 0 || this.held) return;
    this.mark(stop);
    this.shown(this.list[stop]);
  }

  remove() {
    this.slider.stop();
  }
}
