// @ts-check
/** The stage on a page: its views, and what the page hears once it rests. */

import { make } from "../pair/frame.js";
import { mounting, showing } from "../pair/mounting.js";
import { chartDrawing } from "./chart.js";
import { PageHost } from "./host.js";
import { pairDrawing } from "./pair.js";
import { RouteSource } from "./route.js";
import { REST_MS } from "./stage.js";

const TYPED = "input:not([type=range]), textarea, select, [contenteditable], [role=textbox], [role=combobox]";

/** @typedef {{id: string, title: string, field?: string, question: string, key: string}} View */
/**
 * @typedef {object} Views
 * @property {string} folder
 * @property {View[]} views
 * @property {string} view
 * @property {number[]} marked
 */
/** @typedef {import("./host.js").HostData & Views} Data */

/** @extends {PageHost<Data>} */
class PageStage extends PageHost {
  constructor() {
    super("picture", { pair: pairDrawing, chart: chartDrawing }, {
      marked: () => this.restSoon(), released: (stop) => this.found(stop, ({ header }) => Boolean(header.released))?.stop,
      graph: (stop) => this.found(stop, hasEdges) ?? this.found(stop, ({ header }) => Boolean(header.pair)),
    });
    this.tabs = make("div", { className: "views", role: "tablist", "aria-label": "Views" });
    this.box.prepend(this.tabs);
    this.box.append(this.said);
    /** @type {Map<string, RouteSource>} */
    this.sources = new Map();
    this.view = "";
    this.preparing = false;
    document.addEventListener("keydown", (event) => this.key(event), { signal: this.life.signal });
    this.tabs.addEventListener("keydown", (event) => this.walk(event));
  }

  /**
   * @override
   * @param {Data} data
   * @param {Data | undefined} before
   */
  follow(data, before) {
    const isOther = JSON.stringify([data.views, data.stops]) !== JSON.stringify([before?.views, before?.stops]);
    if (isOther) this.renew(data);
    if (data.carried) this.unload(data.carried); // before it would be asked for
    const epsilon = this.led("epsilon", before, this.epsilon), view = this.led("view", before, this.view);
    if (isOther || view !== this.view) this.open(view, this.placeOf(epsilon));
    else this.stage.slider.go(this.placeOf(epsilon));
    const marked = String(data.marked);
    if (marked === String(before?.marked ?? "") || marked === String(this.told.marked ?? "")) return;
    this.told.marked = data.marked; // by somebody else
    this.stage.mark(data.marked);
  }

  /**
   * @override
   * @param {import("./host.js").Carried} carried
   */
  unload(carried) {
    const view = this.page.data.views.find(({ key }) => key === carried.key);
    this.put(this.sources.get(view?.id ?? ""), carried);
  }

  /** @param {Data} data */
  renew({ folder, views, stops }) {
    this.close();
    this.stage.blank();
    this.sources = new Map(views.map(({ id, key }) => [id,
      new RouteSource(`${folder}/${key}`, stops, (state) => this.say(id, state))]));
    this.tabs.hidden = views.length < 2;
    this.tabs.replaceChildren(...views.map(({ id, title, field = "", question }, i) => {
      const tab = make("button", {
        type: "button", role: "tab", title: question, "aria-selected": "false", tabindex: "-1", "data-view": id,
      }, title, make("small", {}, ` (${field})`), make("kbd", { "aria-hidden": "true" }, String((i + 1) % 10)));
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
      if (isOpen) this.tabs.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - this.tabs.clientWidth);
    }
    const source = /** @type {RouteSource} */ (this.sources.get(view));
    const question = this.page.data.views.find(({ id }) => id === view)?.question;
    this.said.textContent = "";
    this.stage.open(source, at, { file: ["graphdp", view].filter(Boolean).join("-"), footnote: this.page.data.footnote, question });
    this.stage.show();
  }

  /** @param {string} view */
  turn(view) {
    if (view !== this.view) this.open(view, this.stage.slider.at);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.composedPath()[0];
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest(TYPED)) return;
    const view = /^\d$/.test(event.key) ? this.page?.data.views[(Number(event.key) + 9) % 10] : undefined;
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

  /** @override */
  words() {
    return this.page.data.views.length > 1 ? { ...super.words(), see: this.view } : super.words();
  }

  /** The page hears of marks as it hears of epsilon: once they stand for a while. */
  restSoon() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rested(), REST_MS);
  }

  /**
   * @override
   * @param {URLSearchParams} words
   * @param {number} at
   */
  goBack(words, at) {
    const { views } = this.page.data, see = words.get("see") ?? views[0].id;
    this.open(views.find(({ id }) => id === see)?.id ?? this.view, at);
  }

  /** @override */
  standing() {
    const words = this.sources.get(this.view)?.at(this.stage.slider.at)?.header.words;
    const refused = Boolean(words && !words.figures.length && !words.statement);
    return { epsilon: this.epsilon, view: this.view, marked: this.stage.selection, ...(refused && { refused }) };
  }

  /**
   * This stop in the other views, then this view's other stops.
   *
   * @override
   */
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
  say(view, state) {
    const { lost, silent, words } = state, isShown = view === this.view;
    if (!silent && !lost && !words && isShown) this.restSoon(); // it may be refused
    const { title } = this.page.data.views.find(({ id }) => id === view) ?? {};
    this.hear(words ? { ...state, words: `Computing “${title}”: ${words.replace(/ …$/, "")} …` } : state, isShown);
  }

  /** @override */
  close() {
    for (const source of this.sources.values()) source.close();
  }
}

/** @param {import("./types.js").Stop} stop */
function hasEdges({ header }) {
  const [side] = header.pair?.sides ?? [];
  return Boolean(side && Object.keys(side.edges).length);
}

/** @type {import("../pair/types.js").Mounts<import("./host.js").Mounted<Data>> & {stages: WeakMap<Node, PageStage>}} */
const hub = { calls: new Map(), stages: new WeakMap() };
showing(hub, hub.stages, () => new PageStage());

export default mounting(hub);
