// @ts-check
/** The stage on a page: its views, its address, and what the page hears once it rests. */

import { make } from "../pair/frame.js";
import { mounting, showing } from "../pair/mounting.js";
import { isDark } from "../pair/palette.js";
import { chartDrawing } from "./chart.js";
import { pairDrawing } from "./pair.js";
import { RouteSource } from "./route.js";
import { REST_MS, Stage } from "./stage.js";

const COLOURS = /** @type {const} */ ([
  "background", "surface", "text", "muted", "grid", "accent", "baseline", "unproved"]);
const LOOK = "graphdp-look"; // what the page tells all its pictures
const TYPED = "input:not([type=range]), textarea, select, [contenteditable], [role=textbox], [role=combobox]";

const SILENT = "The server does not answer; what is here stays. Trying again …";
const LOST = "The server no longer knows this picture: choose anything, or reload the page.";
const BLOCKED = "Something on the way to the server keeps its pictures back: each comes with the page once the slider rests.";

/** @typedef {{id: string, title: string, question: string, key: string}} View */

/**
 * @typedef {object} Data
 * @property {string} folder
 * @property {View[]} views
 * @property {{epsilon: number, label: string}[]} stops
 * @property {number} epsilon
 * @property {number} heard when the rest was that the page has heard of last
 * @property {string} view
 * @property {number[]} marked
 * @property {Record<"light" | "dark", import("../pair/types.js").Theme>} themes
 * @property {string} footnote
 * @property {{key: string, name: string, stop: string, shared: string} | null} [carried] a stop that came with the page
 */

/** @typedef {{data: Data, parentElement: HTMLElement | ShadowRoot, setStateValue: (name: string, value: object) => void}} Mounted */

class PageStage {
  constructor() {
    this.tabs = make("div", { className: "views", role: "tablist", "aria-label": "Views" });
    this.said = make("p", { className: "said", role: "status" });
    this.box = make("div", { className: "stage-page" }, this.tabs);
    this.stage = new Stage(this.box, { pair: pairDrawing, chart: chartDrawing }, {
      rested: () => this.rested(), moved: () => this.keepAddress(), marked: () => this.marked(), released: (stop) => this.found(stop, ({ header }) => Boolean(header.released))?.stop,
      graph: (stop) => this.found(stop, hasEdges) ?? this.found(stop, ({ header }) => Boolean(header.pair)),
    });
    this.box.append(this.said);
    /** @type {Map<string, RouteSource>} */
    this.sources = new Map();
    /** @type {Mounted} */
    this.page = /** @type {any} */ (null);
    this.view = "";
    this.told = { epsilon: NaN, view: "", marked: "", refused: false };
    this.restedAt = 0;
    this.path = ""; // of this page
    this.silent = 0; // answers that did not come, one after the other
    this.blocked = false; // the page was asked to carry stops
    this.lost = 0;
    this.preparing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.life = new AbortController();
    const { signal } = this.life;
    document.addEventListener(LOOK, () => this.wear(), { signal });
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("visibilitychange", () => this.prepare(), { signal });
    addEventListener("popstate", () => this.followAddress(), { signal });
    this.tabs.addEventListener("keydown", (event) => this.walk(event));
  }

  /** @param {Mounted} component */
  receive(component) {
    const before = this.page?.data, { data, parentElement } = component;
    this.page = component;
    this.path = location.pathname;
    if (!this.box.isConnected) parentElement.append(this.box);
    this.wear();
    const keys = JSON.stringify([data.views, data.stops]);
    const isOther = !before || keys !== JSON.stringify([before.views, before.stops]);
    if (isOther) this.renew(data);
    // The page says where to stand when it is opened, and when somebody else has moved it.
    // What it says of a rest before the last one is late.
    const isNow = data.heard >= this.restedAt;
    const moved = !before || (isNow && data.epsilon !== before.epsilon && data.epsilon !== this.told.epsilon);
    const turned = !before || (isNow && data.view !== before.view && data.view !== this.told.view);
    const epsilon = moved ? data.epsilon : this.epsilon;
    const view = turned ? data.view : this.view;
    if (isOther || view !== this.view) this.open(view, this.placeOf(epsilon));
    else if (moved) this.stage.slider.go(this.placeOf(epsilon));
    if (data.carried) this.unload(data.carried);
    const marked = String(data.marked);
    if (marked !== String(before?.marked ?? "") && marked !== this.told.marked) this.stage.mark(data.marked);
    this.keepAddress(); // nobody else writes these words
  }

  /** @param {NonNullable<Data["carried"]>} carried */
  unload({ key, name, stop, shared }) {
    const { views, stops } = this.page.data, view = views.find((one) => one.key === key);
    const at = stops.findIndex(({ epsilon }) => epsilon === Number(name));
    this.sources.get(view?.id ?? "")?.put(at, bytesOf(stop), shared ? bytesOf(shared) : null);
    this.said.textContent = BLOCKED;
  }

  /** @param {Data} data */
  renew({ folder, views, stops }) {
    for (const source of this.sources.values()) source.close();
    this.stage.blank();
    this.sources = new Map(views.map(({ id, key }) => [id,
      new RouteSource(`${folder}/${key}`, stops, (state) => this.say(id, state))]));
    this.tabs.hidden = views.length < 2;
    this.tabs.replaceChildren(...views.map(({ id, title, question }, i) => {
      const tab = make("button", {
        type: "button", role: "tab", title: question, "aria-selected": "false", tabindex: "-1", "data-view": id,
      }, title, make("kbd", { "aria-hidden": "true" }, String(i + 1)));
      tab.addEventListener("click", () => this.turn(id));
      return tab;
    }));
  }

  /**
   * The first view that has something at a stop.
   *
   * @param {number} at
   * @param {(stop: import("./types.js").Stop) => boolean} has
   */
  found(at, has) {
    for (const source of this.sources.values()) {
      const stop = source.at(at);
      if (stop && source.shared && has(stop)) return { stop, shared: source.shared };
    }
    return undefined;
  }

  /** @param {number} epsilon */
  placeOf(epsilon) {
    const place = this.page.data.stops.findIndex((stop) => stop.epsilon === epsilon);
    return Math.max(0, place);
  }

  get epsilon() {
    return this.page.data.stops[this.stage.slider.at]?.epsilon ?? this.page.data.epsilon;
  }

  /**
   * @param {string} view
   * @param {number} at
   */
  open(view, at) {
    this.view = view;
    for (const tab of this.tabs.querySelectorAll("button")) {
      const isOpen = tab.dataset.view === view;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
    }
    const source = /** @type {RouteSource} */ (this.sources.get(view));
    const question = this.page.data.views.find(({ id }) => id === view)?.question;
    this.said.textContent = "";
    this.stage.open(source, at, { file: ["graphdp", view].filter(Boolean).join("-"), footnote: this.page.data.footnote, question });
    this.stage.show();
  }

  /** @param {string} view */
  turn(view) {
    if (view === this.view) return;
    this.open(view, this.stage.slider.at);
    this.keepAddress();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.composedPath()[0];
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest(TYPED)) return;
    const view = this.page?.data.views[Number(event.key) - 1];
    if (view && this.box.isConnected) this.turn(view.id);
  }

  /**
   * Arrow keys walk from tab to tab.
   *
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const { views } = this.page.data, at = views.findIndex(({ id }) => id === this.view);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(views[(at + step + views.length) % views.length].id);
    for (const tab of this.tabs.querySelectorAll("button")) if (tab.tabIndex === 0) tab.focus();
  }

  /** A link, a reload, Back and Forward show the same: the address follows at once. */
  keepAddress() {
    const words = new URLSearchParams(location.search);
    words.set("epsilon", String(this.epsilon));
    if (this.page.data.views.length > 1) words.set("see", this.view);
    history.replaceState(history.state, "", `?${words}${location.hash}`);
  }

  /** The page hears of marks as it hears of epsilon: once they stand for a while. */
  marked() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rested(), REST_MS);
  }

  /** After Back and Forward the address leads. */
  followAddress() {
    if (!this.page || !this.box.isConnected || location.pathname !== this.path) return;
    const words = new URLSearchParams(location.search), { stops, views } = this.page.data;
    const at = stops.findIndex((stop) => String(stop.epsilon) === words.get("epsilon"));
    const view = views.find(({ id }) => id === words.get("see"))?.id ?? this.view;
    this.open(view, at < 0 ? this.stage.slider.at : at);
  }

  rested() {
    this.prepare();
    const words = this.sources.get(this.view)?.at(this.stage.slider.at)?.header.words;
    const refused = Boolean(words && !words.figures.length && !words.statement);
    const now = { epsilon: this.epsilon, view: this.view, marked: String(this.stage.selection), refused };
    if (JSON.stringify(now) === JSON.stringify(this.told)) return;
    this.told = now;
    this.restedAt = Date.now();
    this.page.setStateValue("rested", { ...now, marked: this.stage.selection, at: this.restedAt });
  }

  /** What is likely wanted next: this stop in the other views, then this view's other stops. */
  async prepare() {
    if (this.preparing) return;
    this.preparing = true;
    try {
      await this.prepareViews();
    } finally {
      this.preparing = false;
    }
    this.sources.get(this.view)?.prepare(this.stage.slider.at);
  }

  async prepareViews() {
    const at = this.stage.slider.at, view = this.view;
    for (const [id, source] of this.sources) {
      if (document.hidden || view !== this.view || at !== this.stage.slider.at) return;
      source.near = at;
      if (id !== view && !source.at(at) && await source.ask(at)) this.stage.showMarks();
    }
  }

  /**
   * @param {string} view
   * @param {import("./route.js").Told} state
   */
  say(view, { lost, silent, words = "" }) {
    this.silent = silent ? this.silent + 1 : 0;
    this.lost = lost ? this.lost + 1 : 0;
    // A server that was started anew has to be told of the stage again: the page does that.
    if (this.lost === 1) this.page.setStateValue("lost", { at: Date.now() });
    if (this.blocked !== (this.silent > 1)) {
      this.blocked = !this.blocked;
      this.page.setStateValue("blocked", { blocked: this.blocked });
    }
    if (!silent && !lost && !words && view === this.view) this.marked(); // it may be refused
    if (silent) this.said.textContent = this.page.data.carried ? BLOCKED : SILENT;
    else if (view === this.view || [SILENT, BLOCKED].includes(this.said.textContent ?? "")) {
      this.said.textContent = !lost ? words : this.lost > 3 ? LOST : "Asking the server to open this picture again …";
    }
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
    for (const source of this.sources.values()) source.close();
    this.stage.remove();
    this.box.remove();
  }
}

/** @param {string} text in base 64 */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @param {import("./types.js").Stop} stop */
function hasEdges({ header }) {
  const [side] = header.pair?.sides ?? [];
  return Boolean(side && Object.keys(side.edges).length);
}

/** @type {import("../pair/types.js").Mounts<Mounted> & {stages: WeakMap<Node, PageStage>}} */
const hub = { calls: new Map(), stages: new WeakMap() };
showing(hub, hub.stages, () => new PageStage());

export default mounting(hub);
