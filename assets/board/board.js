// @ts-check
/** The whole board under one slider: a move shows prepared results at once, then tells the server. */

import { make } from "../pair/frame.js";
import { writeText } from "../pair/page_sync.js";
import { isDark } from "../pair/palette.js";
import { EpsilonSlider } from "./slider.js";
import { Tile } from "./tile.js";

const ANSWER = ".st-key-page-answer h1";
const PATIENCE_MS = 2500, TRIES = 3;
const HOW = "Left: the true graph. Right: what is released in its place, with noise. " +
  "Curve: how much survives at each ε. Names under the slider: from there on it survives.";
const SHARES = /(\d[\d.]*%)/;

export class Board {
  /**
   * @param {import("./store.js").TileStore} store
   * @param {import("./types.js").Inbox} inbox with colours and words
   */
  constructor(store, inbox) {
    this.store = store;
    this.inbox = inbox;
    this.themes = /** @type {import("./types.js").Themes} */ (inbox.themes);
    this.slider = new EpsilonSlider({
      shown: (stop) => this.show(stop), settled: (stop) => this.settle(stop),
    });
    this.learnt = make("p", { className: "learnt" });
    this.list = make("ul", { className: "tiles", role: "list" });
    this.live = make("div", { className: "unseen", role: "status", "aria-live": "polite" });
    this.root = make("div", { className: "board" },
      make("div", { className: "lead" }, this.slider.box, this.learnt),
      make("p", { className: "how" }, HOW), this.list, this.live);
    /** @type {Tile[]} */
    this.tiles = [];
    /** @type {import("./types.js").BoardData} */
    this.data = /** @type {any} */ (null);
    /** @type {import("./types.js").Component} */
    this.page = /** @type {any} */ (null);
    this.revision = 0;
    /** @type {number | null} the epsilon that the server has been told and not yet drawn */
    this.told = null;
    this.tries = 0;
    this.dressed = { theme: this.themes.light, font: "sans-serif" };
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.list);
  }

  /**
   * New data or theme from the page.
   *
   * @param {import("./types.js").Component} component
   */
  receive(component) {
    const { parentElement } = component;
    const words = /** @type {import("./types.js").Words} */ (this.inbox.words);
    const data = { ...words, ...component.data };
    this.page = component;
    if (!this.root.isConnected) parentElement.append(this.root);
    this.dress("host" in parentElement ? parentElement.host : parentElement);
    if (data.epsilon === this.told) this.told = null;
    const stale = data.revision < this.revision || this.told !== null;
    this.revision = Math.max(this.revision, data.revision);
    this.data = data;
    while (this.tiles.length < data.tiles.length) this.tiles.push(new Tile((p) => this.open(p)));
    this.tiles.length = data.tiles.length;
    this.list.replaceChildren(...this.tiles.map((tile) => tile.box));
    this.tiles.forEach((tile, i) => tile.fill(data.tiles[i]));
    const now = data.stops.findIndex(({ epsilon }) => epsilon === data.epsilon);
    this.slider.fill(data.stops.map(({ label }) => label), stale ? this.slider.stop : now);
    this.slider.mark(data.tiles.flatMap(({ mark, markWord }) =>
      mark === null ? [] : [{ stop: mark, word: markWord }]));
    this.show(this.slider.stop);
  }

  /** @param {Element} host */
  dress(host) {
    const style = getComputedStyle(host);
    const theme = this.themes[isDark(style.getPropertyValue("--st-background-color").trim())
      ? "dark" : "light"];
    const font = style.getPropertyValue("--st-font").trim() || "sans-serif";
    if (theme !== this.dressed.theme || font !== this.dressed.font) {
      this.tiles.forEach((tile) => tile.forget());
    }
    this.dressed = { theme, font };
    for (const name of /** @type {const} */ (
      ["text", "muted", "grid", "accent", "opposite", "lost", "unproved", "surface", "background"])) {
      this.root.style.setProperty(`--board-${name}`, theme[name]);
    }
  }

  /** Parts have come: what was waiting may be there now. */
  arrived() {
    if (this.data) this.show(this.slider.stop);
  }

  resize() {
    if (!this.data) return;
    this.tiles.forEach((tile) => tile.forget());
    this.slider.mark(this.data.tiles.flatMap(({ mark, markWord }) =>
      mark === null ? [] : [{ stop: mark, word: markWord }]));
    this.show(this.slider.stop);
  }

  /** @param {number} number */
  show(number) {
    const stop = this.data.stops[number];
    if (!stop) return;
    this.learnt.replaceChildren(...stop.learnt.split(SHARES).map((words) =>
      SHARES.test(words) ? make("strong", {}, words) : words));
    writeText(document.querySelector(ANSWER), stop.answer);
    const query = this.query(stop.epsilon);
    for (const tile of this.tiles) {
      const part = this.store.get(tile.header.part);
      tile.address(query);
      tile.show(number, part?.stops.get(stop.epsilon), part,
        { ...this.dressed, label: stop.label });
    }
    this.root.dataset.shown = String(stop.epsilon);
    this.root.toggleAttribute("data-whole", this.tiles.every((tile) => tile.isSettled));
  }

  /** @param {number} number */
  settle(number) {
    const stop = this.data.stops[number];
    this.live.textContent = stop.answer;
    this.tries = TRIES;
    this.tell({ epsilon: stop.epsilon });
  }

  /** @param {string} page */
  open(page) {
    this.page.setTriggerValue("open", { page, epsilon: this.data.stops[this.slider.stop].epsilon });
  }

  /**
   * Tell the server, and again if it has not drawn this epsilon after a while: a run that the
   * page's timer asks for at the same moment can take a move of the slider back.
   *
   * @param {{epsilon: number}} change
   */
  tell({ epsilon }) {
    this.told = epsilon;
    this.revision += 1;
    this.page.setStateValue("answer", { epsilon, revision: this.revision });
    const { revision } = this;
    setTimeout(() => {
      if (this.told === null || this.revision !== revision || !this.root.isConnected) return;
      if (this.tries-- > 0) this.tell({ epsilon });
      else this.told = null;
    }, PATIENCE_MS);
  }

  /**
   * The page's settings for a link that is opened in a tab of its own.
   *
   * @param {number} epsilon
   */
  query(epsilon) {
    const settings = new URLSearchParams(location.search);
    settings.set("epsilon", String(epsilon));
    return `?${settings}`;
  }

  remove() {
    this.observer.disconnect();
    this.root.remove();
  }
}
