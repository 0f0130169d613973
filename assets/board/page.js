// @ts-check
/** The board on a page: its tiles, what is measured behind them, and the views that they open. */

import { button, make } from "../pair/frame.js";
import { mounting, showing } from "../pair/mounting.js";
import { shareButtons } from "../share/button.js";
import { PageHost } from "../stage/host.js";
import { BoardSource } from "./source.js";
import { tilesDrawing } from "./tiles.js";

/**
 * @typedef {object} Tiles
 * @property {string} address of the board's stops
 * @property {string} question until the first answer has come
 * @property {string} explore the page that a tile leads to
 * @property {Record<string, string>} views by tile
 * @property {boolean} quick whether all stops are prepared unasked
 */
/** @typedef {import("../stage/host.js").HostData & Tiles} Data */

const TIE = "one_edge"; // the tile of the promise

/** @extends {PageHost<Data>} */
class PageBoard extends PageHost {
  constructor() {
    super("board", { tiles: tilesDrawing((id) => this.link(id), () => this.source?.draws ?? null, () => this.measure()) },
      { pairs: true, written: bothSides });
    this.share = make("progress", { max: "1", "aria-label": "Measured" });
    this.repeats = make("span", {});
    this.more = button("play", "Measure every stop and many draws", () => this.wantAll(),
      { text: "Measure every stop and many draws" });
    this.box.classList.add("board");
    this.box.append(make("div", { className: "foot" }, ...shareButtons(() => this.wish()), this.share, this.repeats, this.said, this.more));
    /** @type {BoardSource | null} */
    this.source = null;
    this.wantsAll = false;
  }

  /**
   * @override
   * @param {Data} data
   * @param {Data | undefined} before
   */
  follow(data, before) {
    const isOther = data.address !== before?.address || data.stops.length !== before?.stops.length;
    const epsilon = this.led("epsilon", before, this.epsilon);
    if (isOther) this.open(epsilon);
    else this.stage.slider.go(this.placeOf(epsilon));
  }

  /**
   * @override
   * @param {import("../stage/host.js").Carried} carried
   */
  unload(carried) {
    if (this.page.data.address.endsWith(`/${carried.key}`)) this.put(this.source, carried);
  }

  /** @param {number} epsilon */
  open(epsilon) {
    const { address, stops, quick, question, footnote, carried, views } = this.page.data;
    this.close();
    this.stage.blank();
    const { frame } = this.stage;
    for (let more = Object.keys(views).length - frame.children.length; more > 0; more--) frame.append(make("span", {}));
    this.source = new BoardSource(address, stops, (state) => this.hear(state), (how) => this.grow(how));
    this.wantsAll = quick;
    this.source.expect(quick);
    this.more.hidden = quick;
    this.hear({});
    this.grow(null);
    if (carried) this.unload(carried);
    this.stage.open(this.source, this.placeOf(epsilon), { file: "graphdp-board", footnote, question });
    this.stage.show();
  }

  /**
   * The other stops, and many draws of all, for which verdicts wait: not before the present one is there.
   *
   * @override
   */
  async prepare() {
    this.more.hidden = this.wantsAll;
    const { source } = this;
    if (!source || !this.wantsAll) return;
    if (source.there.has(this.stage.slider.at)) source.look();
    await source.prepare(this.stage.slider.at);
    this.box.toggleAttribute("data-prepared", source.nearestAbsent() < 0);
    if (source === this.source && source.there.has(this.stage.slider.at)) source.look();
  }

  /** What a shared card says. @returns {import("../share/button.js").Wish} */
  wish() {
    const { spoken: { answer }, still } = this.stage;
    return { question: answer.textContent ?? "", picture: still, epsilon: `ε = ${this.epsilon}` };
  }

  wantAll() {
    this.wantsAll = true;
    this.source?.expect(true);
    this.stage.shown = -1;
    this.stage.paint();
    this.prepare();
  }

  /** Also what takes minutes. */
  measure() {
    this.page.setTriggerValue("whole", {});
  }

  /** @param {{share: number, words: string} | null} how */
  grow(how) {
    this.share.hidden = !how;
    if (how) this.share.value = how.share;
    this.repeats.textContent = how?.words ?? "";
    this.stage.grown();
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
        if (id === TIE && !this.stage.selection.length) this.stage.markOneTie();
        const marked = id === TIE ? this.stage.selection.join(".") : "";
        this.address.hold(["see"]);
        this.page.setTriggerValue("opened", { see, epsilon: this.epsilon, marked });
      },
    };
  }

  /** @override */
  close() {
    this.source?.close();
  }
}

/**
 * What survives, and what that betrays.
 *
 * @param {string} answer
 */
function bothSides(answer) {
  const [kept, betrayed = ""] = answer.split(/(?<=[;,]) (?=whoever|nothing is promised|and every secret)/);
  return betrayed ? [`${kept} `, make("span", { className: "betrayed" }, betrayed)] : [kept];
}

/** @type {import("../pair/types.js").Mounts<import("../stage/host.js").Mounted<Data>> & {boards: WeakMap<Node, PageBoard>}} */
const hub = { calls: new Map(), boards: new WeakMap() };
showing(hub, hub.boards, () => new PageBoard());

export default mounting(hub);
