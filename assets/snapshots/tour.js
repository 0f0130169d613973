// @ts-check
/** A lecture through the snapshots: arrow keys and clickers turn to the next one. */

import { make } from "../pair/frame.js";

export class Tour {
  /**
   * @param {import("./shelf.js").Shelf} shelf
   * @param {(index: number) => void} open
   */
  constructor(shelf, open) {
    this.shelf = shelf;
    this.open = open;
    this.index = -1; // none is being shown
    this.sign = make("div", { className: "graphdp-tour", role: "status", hidden: "" });
    document.body.append(this.sign);
  }

  get isOn() {
    return this.index >= 0;
  }

  /** @param {number} index where it begins */
  begin(index) {
    if (!this.shelf.all.length) return;
    this.index = index;
    this.turn();
  }

  /**
   * To the next or the one before; the ends stay where they are.
   *
   * @param {number} by
   */
  step(by) {
    const next = Math.max(0, Math.min(this.shelf.all.length - 1, this.index + by));
    if (next === this.index) return;
    this.index = next;
    this.turn();
  }

  turn() {
    const { all } = this.shelf;
    this.sign.hidden = false;
    this.sign.replaceChildren(`${this.index + 1} / ${all.length}`,
      make("span", { className: "graphdp-said" }, all[this.index].title));
    this.open(this.index);
  }

  end() {
    this.index = -1;
    this.sign.hidden = true;
  }
}
