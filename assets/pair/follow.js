/** The page's own slider: the picture follows it while it is dragged, before the server hears. */

/**
 * Calls `moved` with the slider's number whenever it changes. A slider of the page says its value
 * in the attribute that screen readers read, so nothing of the page's insides is relied on.
 */
export class Follower {
  constructor(moved) {
    this.observer = new MutationObserver(() => {
      const value = this.value;
      if (value === this.last) return;
      this.last = value;
      moved(value);
    });
  }

  /** Follow the slider in the element of this class; an empty name follows none. */
  watch(name) {
    const box = name ? document.querySelector(`.${name}`) : null;
    if (box === this.box) return;
    this.observer.disconnect();
    this.box = box;
    this.last = this.value;
    if (box) {
      this.observer.observe(box, { subtree: true, attributeFilter: ["aria-valuetext"] });
    }
  }

  /** What the slider shows now; nan without one. */
  get value() {
    const input = this.box?.isConnected && this.box.querySelector("input[type=range]");
    return input ? Number(input.getAttribute("aria-valuetext")) : NaN;
  }

  stop() {
    this.observer.disconnect();
  }
}
