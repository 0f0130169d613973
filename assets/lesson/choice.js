// @ts-check
/** A choice among stops, in the slider's place where they are no amounts. */

import { make } from "../pair/frame.js";

/** @implements {Control} */
export class Choice {
  /**
   * @param {string} label
   * @param {() => void} moved hears of every other stop
   */
  constructor(label, moved) {
    this.moved = moved;
    this.at = 0;
    /** @type {HTMLInputElement[]} */
    this.inputs = [];
    this.root = make("div", { className: "choices", role: "radiogroup", "aria-label": label });
  }

  /**
   * @param {{label: string}[]} stops
   * @param {number} at
   */
  fill(stops, at) {
    const name = `stop-${this.root.ariaLabel}`;
    this.inputs = stops.map(() => make("input", { type: "radio", name }));
    this.inputs.forEach((input, i) => input.addEventListener("change", () => this.go(i)));
    this.root.replaceChildren(...this.inputs.map((input, i) =>
      make("label", { className: "bet" }, input, stops[i].label)));
    this.mark(at);
  }

  /** @param {number} stop */
  go(stop) {
    if (stop === this.at || !this.inputs[stop]) return;
    this.mark(stop);
    this.moved();
  }

  /** @param {number} at */
  mark(at) {
    this.at = at;
    this.inputs.forEach((input, i) => { input.checked = i === at; });
  }

  remove() {
    this.root.remove();
  }
}

/** @typedef {import("../stage/types.js").Control} Control */
