// @ts-check
/** The stage: a slider, and what stands at each of its stops. It never waits for a stop. */

import { make } from "../pair/frame.js";
import { mayMove } from "../pair/glide.js";
import { isDark } from "../pair/palette.js";
import { Flight } from "./flight.js";
import { Inset, trueEdges } from "./inset.js";
import { Slider } from "./slider.js";
import { Tie } from "./tie.js";
import { Spoken } from "./words.js";

export const REST_MS = 400; // before it has come to rest

export class Stage {
  /**
   * @param {Node} place
   * @param {Partial<Record<import("./types.js").Kind, import("./types.js").Draws>>} drawings by the kind of stop
   * @param {import("./types.js").Host} [host]
   */
  constructor(place, drawings, host = {}) {
    this.drawings = drawings;
    this.host = host;
    this.spoken = new Spoken(host);
    this.tie = new Tie(host.graph || host.pairs ? () => this.markOneTie() : undefined, host.pairs);
    this.inset = new Inset();
    /** @type {number[]} */
    this.selection = []; // in every view
    this.graph = "";
    this.turned = false; // another view was opened, and nothing of it shown yet
    const moved = () => this.show();
    /** @type {import("./types.js").Control} */
    this.slider = host.control?.(moved) ?? new Slider({ moved, everywhere: host.everywhere });
    this.picture = make("div", { className: "picture" });
    this.frame = make("div", { className: "frame", "aria-hidden": "true" }, make("span", {}, "Without privacy"), make("span", {}));
    this.picture.append(this.frame); // where nothing of this view is known yet
    this.flight = new Flight(this.picture);
    const { answer, detail, figures, promise, notes, heard } = this.spoken;
    this.paper = make("div", { className: "paper" }); // holds a still while the page is printed
    this.root = make("section", { className: "on-stage", "aria-label": "What epsilon does" },
      answer, detail, this.slider.root, this.picture, this.inset.root, this.paper, figures, this.tie.root, promise, notes, heard);
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
    let wide = 0;
    this.resized = new ResizeObserver(([{ contentRect: { width } }]) => {
      if (width !== wide) this.holdRoom(true);
      wide = width;
    });
    this.resized.observe(this.root);
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
    if (saved.question) this.root.style.setProperty("--question", JSON.stringify(saved.question)); // of this view
    this.shown = -1;
    this.turned = true;
    source.arrived = (stop) => this.arrived(stop);
    this.slider.fill(source.stops, at);
    this.slider.root.hidden = source.stops.length < 2;
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
    const here = source.at(slider.at);
    if (!here || here.partial) source.want(slider.at);
    const near = this.nearest();
    this.root.toggleAttribute("data-waiting", near !== slider.at);
    const other = near === slider.at ? "" : source.stops[near]?.label;
    slider.tell?.("", other);
    this.root.setAttribute("aria-busy", String(near !== slider.at || Boolean(here?.partial)));
    const isAsked = near < 0 && this.shown < 0;
    this.root.toggleAttribute("data-asked", isAsked);
    if (isAsked) {
      this.spoken.ask(this.saved.question ?? "");
      this.frame.children[1].textContent = `With ${source.stops[slider.at]?.label ?? ""}`;
    }
    if (near < 0 || near === this.shown) return;
    const stop = /** @type {import("./types.js").Stop} */ (source.at(near));
    this.shown = near;
    this.spoken.write(stop.header.words);
    this.slider.tell?.(stop.header.words.secret, other);
    this.draw(stop.partial ?? source.shared, stop);
    this.showMarks();
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
    const kind = stop.header.pair ? "pair" : stop.header.tiles ? "tiles" : "chart";
    const draws = stop.header[kind] && this.drawings[kind];
    this.picture.toggleAttribute("data-empty", !draws);
    if (!draws || !shared) {
      delete this.root.dataset.of;
      this.root.toggleAttribute("data-blank", false); // the words are true
      return;
    }
    const before = this.kind !== kind && this.drawn.get(this.kind);
    let one = this.drawn.get(kind);
    const isNew = !one;
    if (!one) {
      const box = make("div", { className: `of-${kind}` });
      this.picture.append(box);
      one = { box, drawing: draws(box, { ...this.host, marked: (selection) => this.marked(selection) }) };
      this.drawn.set(kind, one);
    }
    this.kind = kind;
    for (const [other, { box }] of this.drawn) box.hidden = other !== kind;
    if (one.drawing.works === false) this.showStill(one.box, /** @type {any} */ (stop.header.pair)?.alt ?? "");
    this.root.toggleAttribute("data-blank", false);
    if (this.graph && this.graph !== shared.header.graph) this.mark([]); // these were other nodes
    this.graph = shared.header.graph;
    this.root.dataset.of = `${shared.header.stage} ${stop.header.words.epsilon}`; // whose picture it is
    if (this.turned || isNew) one.drawing.mark?.(this.selection);
    const { epsilon, statement } = stop.header.words, { file, footnote } = this.saved;
    one.drawing.show(shared, stop, { file: `${file}-epsilon-${epsilon}`, footnote: `${footnote}\n${statement}` }, this.turned);
    this.turned = false;
    if (before && mayMove()) {
      one.drawing.land?.();
      this.flight.begin(before, one, this.selection);
    }
  }

  /**
   * The server's own drawing of the stop, where this browser cannot draw.
   *
   * @param {HTMLElement} box
   * @param {string} alt
   */
  async showStill(box, alt) {
    const { source, shown } = this;
    const look = isDark(getComputedStyle(this.root).getPropertyValue("--background").trim()) ? "dark" : "light";
    const image = /** @type {HTMLImageElement} */ (box.querySelector(".instead") ?? make("img", { className: "instead" }));
    const blob = await source?.still?.(shown, look);
    if (!blob || source !== this.source || shown !== this.shown) return;
    URL.revokeObjectURL(image.src);
    image.src = URL.createObjectURL(blob);
    image.alt = alt;
    box.append(image);
  }

  /** Nothing that is on the screen is true any more: show none of it until something has come. */
  blank() {
    this.root.toggleAttribute("data-blank", true);
    this.shown = -1;
  }

  /** @param {number[]} selection by whatever shows it already */
  marked(selection) {
    this.selection = selection;
    for (const [kind, { drawing }] of this.drawn) if (kind !== this.kind) drawing.mark?.(selection);
    this.tie.mark(selection);
    this.showMarks();
    this.host.marked?.(selection);
  }

  /** @param {number[]} selection these nodes, and no others */
  mark(selection) {
    this.drawn.get(this.kind)?.drawing.mark?.(selection);
    this.marked(selection);
  }

  /** What is said of the marked nodes, and where they are in the graph. */
  showMarks() {
    const stop = this.source?.at(this.shown), at = this.shown;
    if (!stop) return;
    const apart = stop.header.apart && this.selection.length === 2 ? this.source?.tie?.(at, this.selection) : undefined;
    const told = stop.header.released ? stop : apart ?? this.host.released?.(at);
    this.tie.show(stop, stop.partial ?? this.source?.shared, told);
    const wanted = this.kind === "chart" && this.selection.length > 0 && !this.drawn.get(this.kind)?.drawing.tells?.();
    this.inset.show(wanted ? this.host.graph?.(at) : undefined, this.selection);
    this.picture.toggleAttribute("data-inset", !this.inset.root.hidden);
  }

  /** The next pair that the stop names, first one of which it lies; or the ends of an edge of the graph, any. */
  markOneTie() {
    const stop = this.source?.at(this.shown), pairs = stop?.header.words.pairs ?? [];
    if (stop && pairs.length) {
      const at = pairs.findIndex((pair) => String(pair) === String(this.selection));
      const lies = at < 0 ? pairs.filter((pair) => this.tie.isLie(stop, pair)) : [];
      const lie = lies.find((pair) => this.tie.isAmong(stop, "released", pair)) ?? lies[0];
      this.mark([...lie ?? pairs[(at + 1) % pairs.length]]);
      return;
    }
    const drawn = this.host.graph?.(this.shown);
    const edges = drawn ? trueEdges(drawn) : [];
    const at = 2 * Math.floor((Math.random() * edges.length) / 2);
    if (edges.length) this.mark([edges[at], edges[at + 1]].sort((a, b) => a - b));
  }

  /** @param {number} stop that has come */
  arrived(stop) {
    if (stop === this.shown) this.shown = -1; // more of it, or all
    if (stop === this.slider.at || this.shown < 0) this.paint();
    const words = this.source?.at(stop)?.header.words;
    if (words && stop === this.slider.at && words.label === this.spoken.awaited) this.spoken.say(words);
  }

  rest() {
    const { source, slider } = this, stop = source?.at(slider.at);
    if (stop) this.spoken.say(stop.header.words);
    else this.spoken.wait(source?.stops[slider.at]?.label ?? "");
    this.host.rested?.(this.slider.at);
  }

  /** More is known of the stop that is shown: it is painted anew, and its answer told. */
  grown() {
    this.shown = -1;
    this.paint();
    const stop = this.source?.at(this.slider.at);
    if (stop) this.spoken.sayLate(stop.header.words);
  }

  /** @param {boolean} [isNew] letters or width of the stage are other ones */
  holdRoom(isNew = false) {
    const { source } = this;
    if (isNew) this.spoken.heights.clear();
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
    this.showMarks();
  }

  remove() {
    clearTimeout(this.resting);
    this.flight.end();
    this.resized.disconnect();
    this.slider.remove();
    for (const { drawing } of this.drawn.values()) drawing.remove();
    this.root.remove();
  }
}
