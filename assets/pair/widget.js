/** One pair on a page: its data, its view, what is marked, and what the server hears of it. */

import { attention } from "./attention.js";
import { Follower } from "./follow.js";
import { buildFrame, counted, fillLegend, make } from "./frame.js";
import { listenToKeys } from "./keyboard.js";
import { moments } from "./moments.js";
import { decode } from "./payload.js";
import { listenToPointer } from "./pointer.js";
import { Renderer } from "./renderer.js";
import { Draws, Scrubber } from "./scrub.js";
import { shuffled, styleBytes } from "./sides.js";
import { middleOf, solid, Turn } from "./solid.js";
import { stops } from "./stops.js";
import { toolbox } from "./toolbox.js";
import { boundsOf, steadyBounds, View } from "./view.js";

const GLIDE = 220;
const UNSUPPORTED = "This browser has no WebGL 2; a simpler chart takes this picture's place.";

export class PairWidget {
  constructor(store) {
    this.store = store;
    this.parts = buildFrame();
    this.stage = this.parts.stage;
    this.sides = null;
    this.selection = new Set();
    this.hovered = this.focused = -1;
    this.tool = "pan";
    this.view = new View();
    this.turn = new Turn();
    this.box = null;
    this.drawn = [];
    this.versions = [0, 0];
    this.revision = 0;
    this.glide = { from: [null, null], start: 0, length: 0 };
    this.answer = { selection: [], epsilon: null, supported: true };
    this.scrubber = new Scrubber(this, this.parts.scrub);
    this.draws = new Draws(this);
    this.follower = new Follower(() => this.follow());
    this.buildTools();
    this.parts.panels.forEach((panel, side) => {
      listenToPointer(this, panel, side);
      listenToKeys(this, panel, side);
    });
    this.parts.root.addEventListener("keyup", (event) => event.stopPropagation());
    this.renderer = new Renderer(this.parts.scene);
    this.watch();
  }

  // Life with the page -----------------------------------------------------------------------

  /** New data or theme from the page. */
  receive({ data, parentElement, setStateValue }) {
    this.send = setStateValue;
    if (!this.parts.root.isConnected) parentElement.append(this.parts.root);
    this.host = parentElement.host ?? parentElement;
    if (!this.renderer.works) {
      this.giveUp();
      return;
    }
    if (data !== this.data) {
      this.data = data;
      this.incoming = decode(data);
    }
    const { shared } = this.incoming.header;
    if (this.store.get(shared)) this.apply();
    else {
      this.parts.root.toggleAttribute("data-waiting", true);
      this.store.whenThere(shared, () => this.incoming.header.shared === shared && this.apply());
    }
  }

  giveUp() {
    this.stage.hidden = true;
    this.parts.tools.hidden = true;
    this.parts.message.textContent = UNSUPPORTED;
    if (this.answer.supported) this.tell({ supported: false });
  }

  /** Take over the data that came last. */
  apply() {
    const { header, arrays } = this.incoming;
    const shared = this.store.get(header.shared);
    const stale = this.header && header.revision < this.revision;
    this.header = header;
    this.shared = shared.header;
    this.find = (name) => arrays.get(name) ?? shared.arrays.get(name);
    this.parts.root.toggleAttribute("data-waiting", false);
    this.box = header.bounds?.[0].length === 6 ? header.bounds[0] : null;
    this.revision = Math.max(this.revision, header.revision);
    this.dress();
    // An answer to an older question must not undo what the person has done since.
    if (stale && this.sides) {
      this.draw();
      return;
    }
    this.selection = new Set(header.selected);
    this.scrubber.fill(this.shared.stops, header.stop);
    this.follower.watch(header.follows);
    // A rerun for other reasons brings the same picture: draws go on playing.
    if (this.showing === header.id) this.restyle();
    else if (!this.scrubber.held && !this.isAhead(header.stop)) {
      this.showing = header.id;
      this.draws.fill(header.draws.length);
      this.overlay = null;
      this.show(header.sides.map((side, i) => this.read(side, i)), header);
    }
    this.draw();
  }

  /** Theme colours, words and roles that stand around the picture. */
  dress() {
    const { parts, header } = this;
    const style = getComputedStyle(this.host);
    const paper = style.getPropertyValue("--st-background-color").trim();
    this.theme = this.shared.themes[isDark(paper) ? "dark" : "light"];
    this.font = style.getPropertyValue("--st-font").trim() || "sans-serif";
    for (const name of ["text", "muted", "grid", "accent", "surface"]) {
      parts.root.style.setProperty(`--pair-${name}`, this.theme[name]);
    }
    parts.root.style.setProperty("--pair-height", `${header.height}px`);
    parts.root.setAttribute("aria-label", header.alt);
    const axes = this.box ? null : header.axes;
    parts.root.toggleAttribute("data-axes", Boolean(axes));
    parts.panels.forEach((panel) => {
      panel.axisX.textContent = axes?.[0] ?? "";
      panel.axisY.textContent = axes?.[1] ?? "";
    });
    this.nameMover();
  }

  /** A side's data; the one on the screen again if nothing in it has changed. */
  read(header, i) {
    const key = JSON.stringify([header, this.box]);
    if (this.sides?.[i].key === key) return this.sides[i];
    return { ...this.sideOf(header), key };
  }

  /** Put two sides on the screen, gliding there from where the points are. */
  show(sides, words, { glide = true } = {}) {
    const now = this.progress(performance.now());
    const old = this.sides;
    const from = sides.map((side, i) =>
      old?.[i].points.length === side.points.length ? this.pointsNow(i, now) : side.points);
    const target = this.fitted(sides);
    const moves = sides.some((side, i) => from[i] !== side.points && !same(from[i], side.points));
    const length = glide && moves && this.mayMove() ? this.header.glide ?? GLIDE : 0;
    this.glide = { from, start: performance.now(), length,
      bounds: [this.boundsNow(now) ?? target, target] };
    this.sides = sides;
    this.bounds = target;
    this.upload(old);
    this.describe(words);
    this.parts.root.toggleAttribute("data-transition", length > 0);
  }

  fitted(sides) {
    if (this.box) {
      const { radius } = middleOf(this.box);
      return sides.map(() => [-radius, -radius, radius, radius]);
    }
    if (this.header.bounds) return this.header.bounds;
    const boxes = sides.map((side) => boundsOf(side.points));
    const next = this.header.shared_axes
      ? [0, 1].map(() => boundsOf(...boxes)) : boxes;
    return next.map((box, i) => steadyBounds(this.bounds?.[i], box));
  }

  /** Hand the graphics card what has changed since `old`. */
  upload(old = null) {
    this.sides.forEach((side, i) => {
      this.versions[i] += 1;
      this.renderer.setPositions(i, this.glide.length ? this.glide.from[i] : side.points,
        side.points);
      this.renderer.setStyles(i, styleBytes(side, this.selection));
      for (const kind of ["kept", "lost", "invented"]) {
        const pairs = side.edges[kind] ?? [];
        if (old && old[i].edges[kind] === pairs) continue;
        this.renderer.setEdges(i, kind, pairs.length > 20000 ? shuffled(pairs) : pairs);
      }
    });
  }

  describe({ finding = "", metrics = [], caption = "" }) {
    const { parts } = this;
    this.sides.forEach((side, i) => {
      const { title, detail, plot } = parts.panels[i];
      title.textContent = side.title;
      detail.textContent = side.detail;
      plot.setAttribute("aria-label",
        `${side.title}: ${counted(side.points.length / 2, "node")}. ${side.detail}`);
    });
    parts.finding.textContent = finding;
    parts.metrics.replaceChildren(...metrics.map(([name, value]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, value))));
    parts.caption.textContent = caption;
    fillLegend(parts.legend, { ...this.legendEntries(), theme: this.theme,
      choose: (category) => this.chooseCategory(category) });
    this.clear.disabled = this.selection.size === 0;
  }

  // The page around --------------------------------------------------------------------------

  watch() {
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.stage);
    this.sharpness = () => this.draw();
    window.addEventListener("resize", this.sharpness);
    const { scene } = this.parts;
    scene.addEventListener("webglcontextlost", (event) => event.preventDefault());
    scene.addEventListener("webglcontextrestored", () => {
      this.renderer.build();
      this.drawn = [];
      if (!this.sides) return;
      this.upload();
      this.draw();
    });
  }

  remove() {
    this.draws.stop();
    this.follower.stop();
    cancelAnimationFrame(this.asked);
    clearTimeout(this.resting);
    this.observer.disconnect();
    window.removeEventListener("resize", this.sharpness);
    this.renderer.release();
    this.parts.root.remove();
  }
}

// One class would be too long to read: its methods lie in files by what they are about.
for (const methods of [attention, moments, solid, stops, toolbox]) {
  Object.defineProperties(PairWidget.prototype, Object.getOwnPropertyDescriptors(methods));
}

function same(a, b) {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Whether a CSS colour is dark; the browser itself reads it, whatever its notation. */
function isDark(colour) {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  pen.fillStyle = colour || "#fff";
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
}
