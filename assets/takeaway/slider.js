// @ts-check
/** The page's slider of epsilon: by pointer and touch, by keys from anywhere, or played. */

const BEAT_MS = 700;
const NAMED = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20]; // stops with their number below

/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Stops are exact results: the slider stands on one of them, never between. */
export class Slider {
  /**
   * @param {import("./types.js").Words[]} stops
   * @param {number} at
   * @param {(stop: number) => void} moved
   */
  constructor(stops, at, moved) {
    this.stops = stops;
    this.moved = moved;
    this.at = at;
    this.input = /** @type {HTMLInputElement} */ (byId("stop"));
    this.player = byId("play");
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.input.max = String(stops.length - 1);
    this.input.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.input.value));
    });
    this.player.addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.key(event));
    this.mark();
    this.drawTicks();
  }

  /** @param {number} stop */
  go(stop) {
    const next = Math.max(0, Math.min(this.stops.length - 1, stop));
    if (next === this.at) return;
    this.at = next;
    this.mark();
    this.moved(next);
  }

  mark() {
    const { label } = this.stops[this.at];
    this.input.value = String(this.at);
    this.input.setAttribute("aria-valuetext", label);
    byId("epsilon").textContent = label;
  }

  drawTicks() {
    const last = Math.max(1, this.stops.length - 1);
    this.stops.forEach(({ epsilon }, i) => {
      const tick = document.createElement("span");
      tick.style.left = `${(100 * i) / last}%`;
      if (NAMED.includes(epsilon)) tick.textContent = String(epsilon);
      byId("ticks").append(tick);
    });
  }

  /**
   * Arrow keys move the slider wherever nothing else wants them.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof HTMLElement && target.closest("input, [role=application], summary")) return;
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.stops.length - 1 };
    if (!(event.key in ways)) return;
    event.preventDefault();
    this.pause();
    this.go(ways[event.key]);
  }

  toggle() {
    if (this.timer !== undefined) {
      this.pause();
      return;
    }
    this.player.setAttribute("aria-pressed", "true");
    if (this.at === this.stops.length - 1) this.go(0);
    this.timer = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.stops.length - 1) this.pause();
    }, BEAT_MS);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.player.setAttribute("aria-pressed", "false");
  }
}
