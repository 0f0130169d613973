// @ts-check
/** The stage: a slider, and what stands at each of its stops. It never waits for a stop. */

import { make } from "../pair/frame.js";
import { Slider } from "./slider.js";
import { Tie } from "./tie.js";
import { Spoken } from "./words.js";

const REST_MS = 400;

export class Stage {
  /**
   * @param {Node} place
   * @param {Partial<Record<"pair" | "chart", import("./types.js").Draws>>} drawings by the kind of stop
   * @param {import("./types.js").Host} [host]
   */
  constructor(place, drawings, host = {}) {
    this.drawings = drawings;
    this.host = host;
    this.spoken = new Spoken();
    this.tie = new Tie();
    this.slider = new Slider({ moved: () => this.show(), everywhere: host.everywhere });
    this.picture = make("div", { className: "picture" });
    const { answer, detail, figures, promise, heard } = this.spoken;
    this.paper = make("div", { className: "paper" }); // holds a still while the page is printed
    this.root = make("section", { className: "on-stage", "aria-label": "What epsilon does" },
      answer, detail, this.slider.root, this.picture, this.paper, figures, promise, this.tie.root, heard);
    place.appendChild(this.root);
    /** @type {import("./types.js").Source | null} */
    this.source = null;
    /** @type {import("./types.js").Saved} */
    this.saved = { file: "graphdp", footnote: "" };
    /** @type {Map<string, {box: HTMLElement, drawing: import("./types.js").Drawing}>} */
    this.drawn = new Map(); // by kind: what is out of sight keeps its marks
    this.kind = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.shown = -1; // the stop whose words and picture are on the screen
    this.life = new AbortController();
    addEventListener("resize", () => this.holdRoom(), { signal: this.life.signal });
  }

  /**
   * Show another graph, mechanism, view or draw; a node that stays glides to its new place.
   *
   * @param {import("./types.js").Source} source
   * @param {number} at the stop to stand on
   * @param {import("./types.js").Saved} saved
   */
  open(source, at, saved) {
    if (this.source) this.source.arrived = () => {};
    this.source = source;
    this.saved = saved;
    this.shown = -1;
    source.arrived = (stop) => this.arrived(stop);
    this.slider.fill(source.stops, at);
    this.paint();
    this.holdRoom();
  }

  /** The slider has moved: show its stop, or the nearest that is there until it comes. */
  show() {
    this.paint();
    this.host.moved?.();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), REST_MS);
  }

  paint() {
    const { source, slider } = this;
    if (!source) return;
    if (!source.at(slider.at)) source.want(slider.at);
    const near = this.nearest();
    this.root.toggleAttribute("data-waiting", near !== slider.at);
    this.root.setAttribute("aria-busy", String(near !== slider.at));
    if (near < 0 && this.shown < 0) this.spoken.ask(this.saved.question ?? "");
    if (near < 0 || near === this.shown) return;
    const stop = /** @type {import("./types.js").Stop} */ (source.at(near));
    this.shown = near;
    this.showTie();
    this.spoken.write(stop.header.words);
    this.draw(source.shared, stop);
    this.root.dataset.shown = String(stop.header.words.epsilon);
  }

  /** The stop nearest to the slider that is there; -1 if none is. */
  nearest() {
    const { source, slider } = this;
    const count = source?.stops.length ?? 0;
    for (let far = 0; far < count; far++) {
      for (const stop of [slider.at - far, slider.at + far]) {
        if (stop >= 0 && stop < count && source?.at(stop)) return stop;
      }
    }
    return -1;
  }

  /**
   * @param {import("./types.js").Shared | undefined} shared
   * @param {import("./types.js").Stop} stop
   */
  draw(shared, stop) {
    const kind = stop.header.pair ? "pair" : "chart";
    const draws = stop.header[kind] && this.drawings[kind];
    this.picture.toggleAttribute("data-empty", !draws);
    if (!draws || !shared) return;
    let one = this.drawn.get(kind);
    if (!one) {
      const box = make("div", { className: `of-${kind}` });
      this.picture.append(box);
      one = { box, drawing: draws(box, { ...this.host, marked: (selection) => this.marked(selection) }) };
      this.drawn.set(kind, one);
    }
    this.kind = kind;
    for (const [other, { box }] of this.drawn) box.hidden = other !== kind;
    one.drawing.show(shared, stop, this.saved);
  }

  /** @param {number[]} selection */
  marked(selection) {
    this.tie.mark(selection);
    this.showTie();
    this.host.marked?.(selection);
  }

  showTie() {
    const stop = this.source?.at(this.shown);
    if (stop) this.tie.show(stop, this.source?.shared, stop.header.released ? stop : this.host.edges?.(this.shown));
  }

  /** @param {number} stop that has come */
  arrived(stop) {
    if (stop === this.slider.at || this.shown < 0) this.paint();
  }

  rest() {
    const stop = this.source?.at(this.slider.at);
    if (stop) this.spoken.say(stop.header.words);
    this.host.rested?.(this.slider.at);
  }

  holdRoom() {
    const { source } = this;
    const now = source?.at(this.shown)?.header.words;
    if (!source || !now) return;
    const there = source.stops.map((_, i) => source.at(i)?.header.words);
    this.spoken.holdRoom(there.filter((words) => words !== undefined), now);
  }

  /** The picture as it stands, as SVG text. */
  get still() {
    return this.drawn.get(this.kind)?.drawing.still() ?? "";
  }

  /** The page has another look. */
  wear() {
    for (const { drawing } of this.drawn.values()) drawing.wear();
  }

  remove() {
    clearTimeout(this.resting);
    this.life.abort();
    this.slider.remove();
    for (const { drawing } of this.drawn.values()) drawing.remove();
    this.root.remove();
  }
}
