// @ts-check
/** Several pairs on one page are one picture: what a reader does in one is done in all. */

const LINK = "graphdp-pair";

/**
 * @typedef {object} Act What is told; one of these.
 * @property {string} [view] how the picture is looked at, as in `looking.js`
 * @property {number} [hovered] the node under the pointer; -1 for none
 * @property {number[]} [selection] the marked nodes
 * @property {"pan" | "lasso"} [tool] what a drag does
 */

/** Tells the others, and hears from them. */
export class Link {
  /**
   * @param {(act: Act) => void} heard
   * @param {AbortSignal} signal
   */
  constructor(heard, signal) {
    document.addEventListener(LINK, (event) => {
      if (event instanceof CustomEvent && event.detail.from !== this) heard(event.detail.act);
    }, { signal });
  }

  /** @param {Act} act */
  tell(act) {
    document.dispatchEvent(new CustomEvent(LINK, { detail: { from: this, act } }));
  }
}
