// @ts-check
/** The slider of epsilon: by pointer and touch, by keys, or played to 0. It stands on stops only. */

import { button, make, setIcon } from "../pair/frame.js";

const BEAT_MS = 700;
const WATCH = "Watch it dissolve: play from here to 0";
const WORDS = () => ["Watch", make("span", { className: "long" }, " it dissolve")];
const NAMED = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20]; // stops with their number below

export class Slider {
  /**
   * `moved` hears of every stop; `everywhere` lets arrow keys of the whole page move it.
   *
   * @param {{moved: (stop: number) => void, everywhere?: boolean}} hears
   */
  constructor({ moved, everywhere = false }) {
    this.moved = moved;
    /** @type {{epsilon: number, label: string}[]} */
    this.stops = [];
    this.at = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.life = new AbortController();
    this.input = make("input", {
      type: "range", className: "stop", min: "0", step: "1", "aria-label": "Privacy loss ε",
    });
    this.ticks = make("div", { className: "ticks", "aria-hidden": "true" });
    this.output = make("output", { className: "epsilon", title: "Type an ε: the nearest stop is taken", contentEditable: "true", inputMode: "decimal" });
    this.output.addEventListener("focus", () => getSelection()?.selectAllChildren(this.output));
    this.output.addEventListener("blur", () => this.typed());
    this.output.addEventListener("keydown", (event) => {
      event.stopPropagation(); // what is typed is no shortcut of the page
      if (event.key === "Escape") this.mark();
      else if (event.key !== "Enter") return;
      event.preventDefault();
      this.output.blur();
    });
    this.player = button("play", WATCH, () => this.toggle());
    this.player.classList.add("play");
    this.said = make("span", {}, ...WORDS());
    this.player.append(this.said);
    this.meaning = make("p", { className: "meaning" });
    this.low = make("span", { className: "low" });
    this.high = make("span", { className: "high" });
    this.root = make("div", { className: "slider" }, this.player,
      this.low,
      make("div", { className: "track" }, this.input, this.ticks),
      this.high, this.output, this.meaning);
    this.secret = "";
    this.tell("one tie");
    this.input.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.input.value));
    });
    const { signal } = this.life;
    if (everywhere) document.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /**
   * Other stops, and which of them is shown.
   *
   * @param {{epsilon: number, label: string}[]} stops
   * @param {number} at
   */
  fill(stops, at) {
    this.stops = stops;
    this.at = at;
    this.input.max = String(stops.length - 1);
    const last = Math.max(1, stops.length - 1);
    this.ticks.replaceChildren(...stops.map(({ epsilon }, i) => {
      const tick = make("span", {}, NAMED.includes(epsilon) ? String(epsilon) : "");
      tick.style.left = `${(100 * i) / last}%`;
      return tick;
    }));
    this.player.hidden = stops.length < 2;
    this.low.textContent = (stops[0]?.epsilon ?? 0) > 0.1 ? "more private" : "nobody can tell";
    this.high.textContent = (stops.at(-1)?.epsilon ?? 0) < 20 ? "less private" : "everybody can tell";
    this.mark();
  }

  /** @param {string} [secret] what the release hides @param {string} [shown] the stop below, where another is measured */
  tell(secret, shown) {
    this.secret = secret || this.secret;
    this.meaning.textContent = shown ? `measuring: this is ${shown}` : `ε: how much ${this.secret} shows`;
  }

  /** Take the stop nearest to the number that was typed. */
  typed() {
    const value = Number.parseFloat((this.output.textContent ?? "").replace(",", ".").replace(/[^\d.-]/g, ""));
    const most = this.stops.at(-1)?.epsilon ?? 0;
    const away = this.stops.map(({ epsilon }) => Math.abs(epsilon - value));
    if (value >= 0 && value <= most) this.go(away.indexOf(Math.min(...away)));
    else this.meaning.textContent = `A number from 0 to ${most}, such as 0.5`;
    this.mark();
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
    const label = this.stops[this.at]?.label ?? "";
    this.input.value = String(this.at);
    this.input.setAttribute("aria-valuetext", label);
    this.output.textContent = label;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof HTMLElement && target.closest("input, select, textarea, [role=application], summary")) return;
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
    this.player.style.minWidth = `${this.player.offsetWidth}px`; // what stands beside it stays there
    this.call("stop", "Stop", "Stop");
    if (this.at === 0) this.go(this.stops.length - 1);
    this.timer = setInterval(() => {
      this.go(this.at - 1);
      if (this.at === 0) this.pause();
    }, BEAT_MS);
  }

  pause() {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.player.style.minWidth = "";
    this.call("play", WATCH, ...WORDS());
  }

  /**
   * What the button does now.
   *
   * @param {string} icon
   * @param {string} name
   * @param {(string | Node)[]} words
   */
  call(icon, name, ...words) {
    setIcon(this.player, icon);
    this.player.title = name;
    this.player.setAttribute("aria-label", name);
    this.said.replaceChildren(...words);
  }

  remove() {
    this.pause();
    this.life.abort();
    this.root.remove();
  }
}
