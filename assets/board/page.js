// @ts-check
/** The board on a page: its one stage, its address, and what the page hears once it rests. */

import { button, make } from "../pair/frame.js";
import { mounting, showing } from "../pair/mounting.js";
import { isDark } from "../pair/palette.js";
import { Stage } from "../stage/stage.js";
import { BoardSource } from "./source.js";
import { tilesDrawing } from "./tiles.js";

const COLOURS = /** @type {const} */ ([
  "background", "surface", "text", "muted", "grid", "accent", "baseline", "opposite", "lost", "unproved"]);
const LOOK = "graphdp-look"; // what the page tells all its pictures

const SILENT = "The server does not answer; what is here stays. Trying again …";
const LOST = "The server no longer knows this board: choose anything, or reload the page.";
const BLOCKED = "Something on the way to the server keeps its pictures back: each comes with the page once the slider rests.";
const LEAVES_MS = 3000, LOOK_MS = 4; // until a view is open
const MOST_LOST = 3; // questions until the page has opened the board again

/**
 * @typedef {object} Data
 * @property {string} address of the board's stops
 * @property {{epsilon: number, label: string}[]} stops
 * @property {number} epsilon
 * @property {number} heard when the rest was that it has heard of last
 * @property {Record<"light" | "dark", import("../pair/types.js").Theme>} themes
 * @property {string} footnote
 * @property {string} question until the first answer has come
 * @property {string} explore the page that a tile leads to
 * @property {Record<string, string>} views by tile
 * @property {boolean} quick whether all stops are prepared unasked
 * @property {{key: string, name: string, stop: string, shared: string} | null} carried a stop that came with the page
 */

/** @typedef {{data: Data, parentElement: HTMLElement | ShadowRoot, setStateValue: (name: string, value: object) => void, setTriggerValue: (name: string, value: object) => void}} Mounted */

class PageBoard {
  constructor() {
    this.said = make("p", { className: "said", role: "status" });
    this.share = make("progress", { max: "1", "aria-label": "Measured" });
    this.more = button("play", "Measure every stop and many draws", () => this.wantAll(),
      { text: "Measure every stop and many draws" });
    this.box = make("div", { className: "stage-page board" });
    this.stage = new Stage(this.box, {
      tiles: tilesDrawing((id) => this.link(id), () => this.source?.draws ?? null),
    }, { rested: () => this.rested(), moved: () => this.keepAddress() });
    this.box.append(make("div", { className: "foot" }, this.share, this.said, this.more));
    /** @type {BoardSource | null} */
    this.source = null;
    /** @type {Mounted} */
    this.page = /** @type {any} */ (null);
    this.told = NaN;
    this.restedAt = 0;
    this.path = ""; // of this page
    this.silent = 0; // answers that did not come, one after the other
    this.lost = 0;
    this.blocked = false; // the page was asked to carry stops
    this.wantsAll = false;
    this.life = new AbortController();
    const { signal } = this.life;
    document.addEventListener(LOOK, () => this.wear(), { signal });
    document.addEventListener("visibilitychange", () => this.prepare(), { signal });
    addEventListener("popstate", () => this.followAddress(), { signal });
  }

  /** @param {Mounted} component */
  receive(component) {
    const before = this.page?.data, { data, parentElement } = component;
    this.page = component;
    this.path ||= location.pathname;
    if (!this.box.isConnected) parentElement.append(this.box);
    this.wear();
    const isOther = data.address !== before?.address || data.stops.length !== before?.stops.length;
    // The page says where to stand when it is opened, and when somebody else has moved it.
    // What it says of a rest before the last one is late.
    const moved = !before || (data.heard >= this.restedAt && ![before.epsilon, this.told].includes(data.epsilon));
    const epsilon = moved ? data.epsilon : this.epsilon;
    if (isOther) this.open(epsilon);
    else if (moved) this.stage.slider.go(this.placeOf(epsilon));
    if (data.carried) this.unload(data.carried);
    this.keepAddress(); // nobody else writes this word
  }

  /** @param {NonNullable<Data["carried"]>} carried */
  unload({ key, name, stop, shared }) {
    if (!this.page.data.address.endsWith(`/${key}`)) return;
    this.source?.put(this.placeOf(Number(name)), bytesOf(stop), shared ? bytesOf(shared) : null);
    if (this.blocked) this.said.textContent = BLOCKED;
  }

  /** @param {number} epsilon */
  open(epsilon) {
    const { address, stops, quick, question, footnote } = this.page.data;
    this.source?.close();
    this.stage.blank();
    this.source = new BoardSource(address, stops, (state) => this.say(state), (how) => this.grow(how));
    this.wantsAll = quick;
    this.more.hidden = quick;
    this.say({});
    this.grow(null);
    if (this.page.data.carried) this.unload(this.page.data.carried);
    this.stage.open(this.source, this.placeOf(epsilon), { file: "graphdp-board", footnote, question });
    this.stage.show();
  }

  /** @param {number} epsilon */
  placeOf(epsilon) {
    return Math.max(0, this.page.data.stops.findIndex((stop) => stop.epsilon === epsilon));
  }

  get epsilon() {
    return this.page.data.stops[this.stage.slider.at]?.epsilon ?? this.page.data.epsilon;
  }

  /** A link, a reload, Back and Forward show the same: the address follows at once. */
  keepAddress() {
    if (location.pathname !== this.path) return; // another page is on its way
    const words = new URLSearchParams(location.search);
    words.set("epsilon", String(this.epsilon));
    history.replaceState(history.state, "", `?${words}${location.hash}`);
  }

  /** Back and Forward within the page lead to another stop. */
  followAddress() {
    if (!this.page || !this.box.isConnected || location.pathname !== this.path) return;
    const asked = new URLSearchParams(location.search).get("epsilon");
    const at = this.page.data.stops.findIndex(({ epsilon }) => String(epsilon) === asked);
    if (at >= 0) this.stage.slider.go(at);
  }

  rested() {
    this.prepare();
    if (this.told === this.epsilon) return;
    this.told = this.epsilon;
    this.restedAt = Date.now();
    this.page.setStateValue("rested", { epsilon: this.told, at: this.restedAt });
  }

  /** The other stops, then many draws of all: not before the present one is there. */
  async prepare() {
    this.more.hidden = this.wantsAll;
    const { source } = this;
    if (!source || !this.wantsAll) return;
    await source.prepare(this.stage.slider.at);
    this.box.toggleAttribute("data-prepared", source.nearestAbsent() < 0);
    if (source === this.source && source.at(this.stage.slider.at)) source.look();
  }

  wantAll() {
    this.wantsAll = true;
    this.prepare();
  }

  /** @param {{share: number, words: string} | null} how */
  grow(how) {
    this.share.hidden = !how;
    if (how) this.share.value = how.share;
    this.share.title = how?.words ?? "";
    this.stage.shown = -1;
    this.stage.paint();
  }

  /**
   * The view that a tile opens, with this graph, mechanism, draw and epsilon.
   *
   * @param {string} id
   */
  link(id) {
    const { explore, views } = this.page.data, see = views[id];
    if (!see) return null;
    const words = new URLSearchParams(location.search);
    words.set("epsilon", String(this.epsilon));
    words.set("see", see);
    return {
      href: `${explore}?${words}`,
      open: () => {
        this.page.setTriggerValue("opened", { see, epsilon: this.epsilon });
        this.keepPlace();
      },
    };
  }

  /**
   * Streamlit writes the next page's words into this page's address before it leaves it: put this
   * page's own there again, so that Back leads to what was shown.
   */
  keepPlace() {
    const { href, pathname } = location, until = Date.now() + LEAVES_MS;
    const timer = setInterval(() => {
      if (location.pathname !== pathname || Date.now() > until) clearInterval(timer);
      else if (location.href !== href) history.replaceState(history.state, "", href);
    }, LOOK_MS);
  }

  /** @param {import("../stage/route.js").Told} state */
  say({ lost, silent, words = "" }) {
    this.silent = silent ? this.silent + 1 : 0;
    this.lost = lost ? this.lost + 1 : 0;
    // A server that was started anew has to be told of the board again: the page does that.
    if (this.lost === 1) this.page.setStateValue("lost", { at: Date.now() });
    if (this.blocked !== (this.silent > 1)) {
      this.blocked = !this.blocked;
      this.page.setStateValue("blocked", { blocked: this.blocked });
    }
    this.said.textContent = silent ? (this.page.data.carried ? BLOCKED : SILENT)
      : !lost ? words : this.lost > MOST_LOST ? LOST : "Asking the server to open this board again …";
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
    this.source?.close();
    this.stage.remove();
    this.box.remove();
  }
}

/** @param {string} text in base 64 */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @type {import("../pair/types.js").Mounts<Mounted> & {boards: WeakMap<Node, PageBoard>}} */
const hub = { calls: new Map(), boards: new WeakMap() };
showing(hub, hub.boards, () => new PageBoard());

export default mounting(hub);
