// @ts-check
/** One chart: what it shows, what the pointer and the keys mean on it, and how it is saved. */

import { save } from "../pair/export.js";
import { button, counted, element, hideTip, make, pinButtons, showTip } from "../pair/frame.js";
import { isDark } from "../pair/palette.js";
import { fixed, symbolPath } from "../pair/shapes.js";
import { draw, inkOf } from "./draw.js";
import { listenToMarking } from "./keyboard.js";
import { homes, marksOver, strandOver } from "./marked.js";
import { partsOf } from "./parts.js";
import { pngOf, svgOf } from "./saved.js";

const LISTED = 6; // nodes of a mark that are named
const REACH = 12; // pixels from the pointer to what it means
const LETTER = 13;
const NARROW = 230; // pixels in which a panel has no room
const LOOK = "graphdp-look"; // what the page tells all its pictures

/** Every chart is an exact result: nothing is drawn between two. */
export class ChartWidget {
  /**
   * `marked` hears which nodes are marked by a mark of the chart; without it none can be.
   *
   * @param {(selection: number[]) => void} [marked]
   */
  constructor(marked) {
    this.marked = marked;
    this.svg = /** @type {SVGSVGElement} */ (element("svg", { role: "img", "aria-label": "" }));
    this.tip = make("div", { className: "tip", "aria-hidden": "true" });
    this.legend = make("div", { className: "legend", "aria-hidden": "true" });
    this.live = make("div", { className: "unseen", role: "status", "aria-live": "polite" });
    this.cover = make("div", { className: "cover", "aria-hidden": "true" }, "?");
    this.stage = make("div", { className: "stage" }, this.svg, this.cover, this.tip, this.live);
    this.tools = make("div", { className: "tools" },
      button("image", "Save as PNG", () => this.savePng(), { text: "PNG" }),
      button("image", "Save as SVG", () => this.saveSvg(), { text: "SVG" }), ...pinButtons());
    this.root = make("div", { className: "chart" }, this.stage,
      make("div", { className: "foot" }, this.legend, this.tools));
    /** @type {import("./types.js").Shown | null} */
    this.shown = null;
    /** @type {import("./types.js").Spot[]} */
    this.spots = [];
    /** @type {import("./types.js").Strand[]} */
    this.strands = [];
    this.rings = element("g", { class: "rings" });
    this.over = element("g", { class: "marked" });
    /** @type {Set<number>} */
    this.selection = new Set();
    /** @type {import("./types.js").Place[]} */
    this.shared = [];
    /** @type {import("./types.js").Theme | null} */
    this.theme = null;
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.stage);
    this.redraw = () => this.paint();
    document.addEventListener(LOOK, this.redraw);
    if (marked) listenToMarking(this);
    this.stage.addEventListener("pointermove", (event) => this.point(event));
    this.stage.addEventListener("pointerleave", () => {
      hideTip(this.tip);
      this.ring(null);
    });
  }

  /** @param {import("./types.js").Shown} shown a chart with what goes with it */
  present(shown) {
    this.shown = shown;
    this.paint();
  }

  paint() {
    const width = this.stage.clientWidth, height = this.stage.clientHeight;
    if (!this.shown || !width || !height) return;
    const style = getComputedStyle(this.root);
    const paper = style.getPropertyValue("--st-background-color").trim();
    const { chart, find, themes } = this.shown;
    const theme = themes[isDark(paper) ? "dark" : "light"];
    const letter = LETTER * (Number(style.getPropertyValue("--type-scale")) || 1);
    const count = chart.panels.length, narrow = width <= NARROW * count && count > 1 && !chart.columns;
    this.root.toggleAttribute("data-stacked", narrow);
    this.cover.style.setProperty("--column", `${100 / Math.max(2, count)}%`);
    const hidden = document.documentElement.hasAttribute("data-hide");
    const parts = partsOf(chart, { hidden, narrow });
    const { elements, spots, strands, shared } = draw(chart, parts, find, { theme, width, height, letter });
    for (const name of /** @type {const} */ (["text", "muted", "surface", "grid", "accent"])) {
      this.root.style.setProperty(`--chart-${name}`, theme[name]);
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("font-family", style.getPropertyValue("--st-font").trim() || "sans-serif");
    this.svg.setAttribute("aria-label", hidden ? chart.titles[0] : chart.alt);
    this.svg.replaceChildren(...elements, this.over, this.rings);
    this.rings.replaceChildren();
    if (style.getPropertyValue("--tools-follow")) { // what is drawn, where that is lower than the stage
      const drawn = this.svg.getBBox();
      this.root.style.setProperty("--spare", `${Math.min(0, drawn.y + drawn.height + 6 - height)}px`);
    }
    this.spots = spots;
    this.strands = strands;
    this.shared = shared;
    this.explain(chart, theme);
    this.theme = theme;
    this.mark();
    this.offer(chart.alt);
    this.root.dataset.drawn = chart.titles.at(-1);
  }

  /**
   * @param {import("./types.js").Chart} chart
   * @param {import("./types.js").Theme} theme
   */
  explain({ panels, scale }, theme) {
    /** @type {Map<string, import("./types.js").Marks>} */
    const entries = new Map();
    for (const marks of panels.flatMap((panel) => panel.marks)) {
      if (marks.word && !entries.has(marks.word)) entries.set(marks.word, marks);
    }
    this.legend.replaceChildren(...[...entries].map(([word, { kind, ink, symbol, dash, opacity }]) => {
      const colour = inkOf(ink, theme);
      const [wide, mark] = kind === "dots"
        ? [16, element("path", { d: symbolPath(symbol, 8, 8, 9), fill: colour })]
        : kind === "rings"
          ? [16, element("path", { d: symbolPath(symbol, 8, 8, 9), fill: "none", stroke: colour })]
          : [28, element("path", {
            d: "M1 8H27", stroke: colour, "stroke-width": kind === "areas" ? "9" : "2",
            "stroke-dasharray": dash.length ? dash.join(" ") : "none",
            "stroke-opacity": String(opacity),
          })];
      const sample = element("svg", { width: String(wide), height: "16" });
      sample.append(mark);
      return make("span", { className: "entry" }, sample, word);
    }));
    if (!scale.length) return;
    const ramp = element("svg", { width: "88", height: "16" });
    theme.sequential.slice(1).forEach((fill, i) => {
      ramp.append(element("rect", { x: String(22 * i), y: "3", width: "22", height: "10", fill }));
    });
    this.legend.append(make("span", { className: "entry" }, ramp, scale.join(" to ")));
  }

  // Marks --------------------------------------------------------------------------------------

  /** @param {Iterable<number>} selection the marked nodes */
  mark(selection = this.selection) {
    this.selection = new Set(selection);
    if (this.theme) this.over.replaceChildren(...marksOver(this, this.selection, this.theme));
  }

  /**
   * Mark what a spot stands for, or take that back.
   *
   * @param {import("./types.js").Spot} spot
   * @param {{add?: boolean}} [how]
   */
  choose({ members }, { add = false } = {}) {
    if (!members.length || !this.marked) return;
    const all = members.every((node) => this.selection.has(node));
    const next = members.length === 1 || add ? new Set(this.selection) : new Set(all ? [] : members);
    for (const node of members) if (all) next.delete(node);
    else next.add(node);
    this.mark([...next].sort((a, b) => a - b));
    this.live.textContent = next.size ? `${counted(next.size, "node")} marked` : "Nothing marked";
    this.marked([...this.selection]);
  }

  /** Where the nodes stand, for those who glide to their places; one map a side. */
  places() {
    return homes(this.spots);
  }

  /** Whether each marked node has a mark of its own. */
  tells() {
    const sides = this.places();
    return [...this.selection].every((node) => sides.some((side) => side.get(node)?.members.length === 1));
  }

  /**
   * Where there is something to mark, the chart can be walked by keys.
   *
   * @param {string} alt
   */
  offer(alt) {
    if (!this.marked) return;
    const can = this.spots.some(({ members }) => members.length);
    this.stage.toggleAttribute("data-marking", can);
    if (!can) {
      for (const name of ["role", "tabindex", "aria-label", "aria-roledescription"]) this.stage.removeAttribute(name);
      return;
    }
    this.stage.setAttribute("role", "application");
    this.stage.setAttribute("tabindex", "0");
    this.stage.setAttribute("aria-roledescription", "chart");
    this.stage.setAttribute("aria-label", `${alt} Arrow keys walk from mark to mark, Enter marks its nodes, Escape clears.`);
  }

  /** @param {number} node */
  nameOf(node) {
    const name = this.shown?.names?.[node] ?? `${node}`;
    return /^\d+$/.test(name) ? `node ${name}` : name;
  }

  /**
   * What a spot is, and which nodes it stands for.
   *
   * @param {import("./types.js").Spot} spot
   */
  wordsFor({ words, members }) {
    const names = members.slice(0, LISTED).map((node) => this.nameOf(node)).join(", ");
    const more = members.length > LISTED ? ` and ${members.length - LISTED} more` : "";
    return [words, members.length ? `${names}${more}` : ""].filter(Boolean);
  }

  /**
   * The spot at a place of the stage.
   *
   * @param {number} x in pixels
   * @param {number} y
   */
  spotAt(x, y) {
    let best = null, least = REACH * REACH;
    for (const spot of this.spots) {
      const [left, top, width, height] = spot.area ?? [];
      const inside = left !== undefined && x >= left && x <= left + (width ?? 0) && y >= (top ?? 0) && y <= (top ?? 0) + (height ?? 0);
      const square = inside ? 0 : (spot.x - x) ** 2 + (spot.y - y) ** 2;
      if (square > least) continue;
      best = spot;
      least = square;
    }
    return best;
  }

  /** @param {MouseEvent} event */
  under(event) {
    const box = this.stage.getBoundingClientRect();
    const scale = this.stage.clientWidth / box.width;
    return this.spotAt((event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  }

  /** @param {PointerEvent} event */
  point(event) {
    this.attend(this.under(event));
  }

  /** @param {import("./types.js").Spot | null} spot that is meant */
  attend(spot) {
    const words = spot ? this.wordsFor(spot) : [];
    if (spot && words.length) showTip(this.tip, this.stage, spot.x, spot.y, words);
    else hideTip(this.tip);
    this.stage.classList.toggle("picking", Boolean(this.marked && spot?.members.length));
    this.ring(spot);
  }

  /**
   * The place of what is meant, in all panels, for their axes are the same; and the loop that it stands for.
   *
   * @param {import("./types.js").Spot | null} spot
   */
  ring(spot) {
    const places = !spot ? [] : spot.words && this.shared.length > 1 ? this.shared.map((place) => place(...spot.at))
      : spot.members.length ? [[spot.x, spot.y]] : [];
    const loop = this.strands.filter(({ members }) => members.length > 2 && String(members) === String(spot?.members));
    this.rings.replaceChildren(...loop.map(strandOver), ...places.map(([x, y]) => element("circle", {
      cx: fixed(x), cy: fixed(y), r: "9", fill: "none", "stroke-width": "2",
      stroke: this.theme?.text ?? "gray",
    })));
  }

  /** What is saved: the chart as it stands, its paper, its legend in words, its file's name. */
  get saved() {
    return {
      svg: this.svg, theme: /** @type {import("./types.js").Theme} */ (this.theme),
      legend: this.legend, name: this.shown?.file ?? "graphdp", footnote: this.shown?.footnote ?? "",
    };
  }

  saveSvg() {
    save(new Blob([svgOf(this.saved)], { type: "image/svg+xml" }), `${this.saved.name}.svg`);
  }

  async savePng() {
    save(await pngOf(this.saved), `${this.saved.name}.png`);
  }

  remove() {
    this.observer.disconnect();
    document.removeEventListener(LOOK, this.redraw);
    this.root.remove();
  }
}
