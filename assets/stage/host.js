// @ts-check
/** What every stage on a page does: it keeps the address, hears the page, and tells where it rests. */

import { make } from "../pair/frame.js";
import { isDark } from "../pair/palette.js";
import { Address } from "./address.js";
import { bytesOf } from "./source.js";
import { REST_MS, Stage } from "./stage.js";

const COLOURS = /** @type {const} */ ([
  "background", "surface", "text", "muted", "grid", "accent", "baseline", "opposite", "lost", "unproved", "kept", "invented"]);
const LOOK = "graphdp-look"; // what the page tells all its pictures
const MOST_LOST = 3; // questions until the page has opened the stage again
const FOLLOWS_MS = 3000; // the page hears of a step back by itself, and must not hear of a rest before

const SILENT = "The server does not answer; what is here stays. Trying again …";
const BLOCKED = "Something on the way to the server keeps its pictures back: each comes with the page once the slider rests.";

/** @typedef {{key: string, name: string, stop: string, shared: string}} Carried a stop that came with the page */

/**
 * @typedef {object} HostData
 * @property {string} page
 * @property {Record<string, string>} words of the address
 * @property {number} run of the page that says so: after a step back it may say the same as before
 * @property {{epsilon: number, label: string}[]} stops
 * @property {number} epsilon
 * @property {number} usual where an address says none
 * @property {number} heard when the rest was that the page has heard of last
 * @property {Record<"light" | "dark", import("../pair/types.js").Theme>} themes
 * @property {string} footnote
 * @property {Carried | null} [carried]
 * @property {number} [level] of its heading, where the page has one above it
 */

/**
 * @template {HostData} D
 * @typedef {{data: D, parentElement: HTMLElement | ShadowRoot, setStateValue: (name: string, value: object) => void, setTriggerValue: (name: string, value: object) => void}} Mounted
 */

/** @template {HostData} D */
export class PageHost {
  /**
   * @param {string} what it is called in sentences
   * @param {ConstructorParameters<typeof Stage>[1]} drawings
   * @param {import("./types.js").Host} [hears]
   */
  constructor(what, drawings, hears = {}) {
    this.what = what;
    this.said = make("p", { className: "said", role: "status" });
    this.box = make("div", { className: "stage-page" });
    this.stage = new Stage(this.box, drawings, {
      rested: () => this.rested(), moved: () => this.keepSoon(), ...hears,
    });
    this.address = new Address(() => this.words());
    /** @type {Mounted<D>} */
    this.page = /** @type {any} */ (null);
    this.told = /** @type {Record<string, any>} */ ({}); // what page and stage both know
    this.actedAt = -Infinity; // anywhere on the page
    this.restedAt = 0;
    this.steppedAt = -Infinity; // back or forward, which the page has not answered yet
    this.isStep = false; // the person's own, and not the app's
    this.silent = 0; // answers that did not come, one after the other
    this.lost = 0;
    this.blocked = false; // the page was asked to carry stops
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.keeping = undefined;
    this.life = new AbortController();
    const { signal } = this.life;
    document.addEventListener(LOOK, () => {
      this.wear();
      this.stage.holdRoom(true);
    }, { signal });
    document.addEventListener("visibilitychange", () => this.prepare(), { signal });
    addEventListener("popstate", (event) => this.step(event.isTrusted), { signal });
    for (const act of ["pointerdown", "click", "keydown"]) {
      document.addEventListener(act, () => { this.actedAt = performance.now(); }, { signal, capture: true });
    }
  }

  /** @param {Mounted<D>} component */
  receive(component) {
    const before = this.page?.data, { data, parentElement } = component;
    this.page = component;
    const isMissed = this.isStep && this.actedAt < this.steppedAt && this.address.differs(data.words);
    this.steppedAt = -Infinity;
    this.isStep = false;
    if (!isMissed) this.address.hear(data);
    if (!this.box.isConnected) parentElement.append(this.box);
    if (data.level) this.stage.spoken.answer.setAttribute("aria-level", String(data.level));
    this.wear();
    this.follow(data, before);
    if (data.carried) this.unload(data.carried);
    this.address.keep();
    if (isMissed) dispatchEvent(new PopStateEvent("popstate", { state: history.state })); // once more
  }

  /**
   * The page says where to stand when it is opened, and when somebody else has moved it. What it
   * says of a rest before the last one is late.
   *
   * @template {keyof D & string} K
   * @param {K} name
   * @param {D | undefined} before
   * @param {D[K]} now where the stage stands
   * @returns {D[K]}
   */
  led(name, before, now) {
    const { data } = this.page, said = String(data[name]);
    const isNews = data.heard >= this.restedAt && said !== String(before?.[name]) && said !== String(this.told[name]);
    if (before && !isNews) return now;
    this.told[name] = data[name];
    return data[name];
  }

  /** The address follows a move with the next task: writing it takes as long as drawing. */
  keepSoon() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.address.keep());
  }

  /** @param {number} epsilon */
  placeOf(epsilon) {
    return Math.max(0, this.page.data.stops.findIndex((stop) => stop.epsilon === epsilon));
  }

  get epsilon() {
    return this.page.data.stops[this.stage.slider.at]?.epsilon ?? this.page.data.epsilon;
  }

  /**
   * Back and Forward within the page lead to another stop.
   *
   * @param {boolean} isStep
   */
  step(isStep) {
    if (!this.page || !this.box.isConnected || !this.address.isHere()) return;
    this.steppedAt = performance.now();
    this.isStep = isStep;
    const words = this.address.follow(), { stops, usual } = this.page.data;
    const asked = words.get("epsilon") ?? String(usual);
    const at = stops.findIndex(({ epsilon }) => String(epsilon) === asked);
    this.goBack(words, at < 0 ? this.stage.slider.at : at);
    this.address.keep();
  }

  /**
   * Tell the page, but not while it may be asked for something else: Streamlit takes two requests
   * that come at once for one, and of a step back or another page only the latter half counts.
   */
  rested() {
    clearTimeout(this.resting);
    this.prepare();
    const waits = Math.max(this.steppedAt + FOLLOWS_MS, this.actedAt + REST_MS) - performance.now();
    if (waits > 0) {
      this.resting = setTimeout(() => this.rested(), Math.min(waits, REST_MS));
      return;
    }
    const now = this.standing(), { marked, ...rest } = now;
    const isMarked = String(marked ?? "") !== String(this.told.marked ?? "");
    if (!isMarked && JSON.stringify(rest) === JSON.stringify({ ...this.told, marked: undefined })) return;
    this.told = now;
    this.restedAt = Date.now();
    this.page.setStateValue("rested", { ...(isMarked ? now : rest), at: this.restedAt });
  }

  /**
   * How an answer of the server was; whether to say more of it than was said here.
   *
   * @param {import("./route.js").Told} state
   * @param {boolean} isShown the question was for what is on the screen
   */
  hear({ lost, silent, words = "" }, isShown = true) {
    this.silent = silent ? this.silent + 1 : 0;
    this.lost = lost ? this.lost + 1 : 0;
    // A server that was started anew has to be told of the stage again: the page does that.
    if (this.lost === 1) this.page.setStateValue("lost", { at: Date.now() });
    if (this.blocked !== (this.silent > 1)) {
      this.blocked = !this.blocked;
      this.page.setStateValue("blocked", { blocked: this.blocked });
    }
    if (silent) this.said.textContent = this.page.data.carried ? BLOCKED : SILENT;
    else if (isShown || [SILENT, BLOCKED].includes(this.said.textContent ?? "")) {
      this.said.textContent = !lost ? words
        : this.lost > MOST_LOST ? `The server no longer knows this ${this.what}: choose anything, or reload the page.`
          : `Asking the server to open this ${this.what} again …`;
    }
  }

  /**
   * @param {import("./route.js").RouteSource | null | undefined} source
   * @param {Carried} carried
   */
  put(source, { name, stop, shared }) {
    source?.put(this.placeOf(Number(name)), bytesOf(stop), shared ? bytesOf(shared) : null);
    if (this.blocked) this.said.textContent = BLOCKED;
  }

  wear() {
    const host = this.box.parentNode instanceof ShadowRoot ? this.box.parentNode.host : this.box.parentElement;
    if (!host || !this.page) return;
    const paper = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
    const theme = this.page.data.themes[isDark(paper) ? "dark" : "light"];
    for (const name of COLOURS) this.box.style.setProperty(`--${name}`, theme[name]);
    this.stage.wear();
  }

  remove() {
    this.life.abort();
    clearTimeout(this.resting);
    clearTimeout(this.keeping);
    this.address.leave();
    this.close();
    this.stage.remove();
    this.box.remove();
  }

  // What a page's own stage does.

  /**
   * @param {D} _data
   * @param {D | undefined} _before
   */
  follow(_data, _before) {}

  /** @param {Carried} _carried */
  unload(_carried) {}

  /**
   * @param {URLSearchParams} _words
   * @param {number} at
   */
  goBack(_words, at) {
    this.stage.slider.go(at);
  }

  /** @returns {Record<string, string>} its own words of the address */
  words() {
    return this.page.data.stops.length > 1 ? { epsilon: String(this.epsilon) } : {};
  }

  /** @returns {Record<string, any>} what the page is told of where it rests */
  standing() {
    return { epsilon: this.epsilon };
  }

  /** Ask for what is likely wanted next. */
  prepare() {}

  close() {}
}
