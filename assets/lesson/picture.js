// @ts-check
/** The picture under the lesson's control: points and their joins, lists, bars, one panel or more. */

import { make, penOf } from "../pair/frame.js";
import { raised } from "./words.js";

/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Dress} Dress */

const WORDS = /** @type {Record<string, string>} */ ({ kept: "stays", invented: "wrong" });
const DASHES = { kept: /** @type {number[]} */ ([]), invented: [5, 3] };

export class Picture {
  /** @param {import("./types.js").Lesson} lesson */
  constructor({ measured, control }) {
    this.picture = measured.picture;
    this.stop = control.start;
    /** @type {Dress | null} */
    this.dress = null;
    this.panels = this.picture.panels.map((panel) => ({ panel, ...drawn(panel) }));
    this.extent = extent(this.picture.panels);
    this.reading = make("p", { className: "reading", "aria-live": "polite" });
    this.box = make("div", { className: "picture" });
    const panels = make("div", { className: "panels" }, ...this.panels.map(({ box }) => box));
    panels.style.setProperty("--panels", String(columns(this.picture.panels)));
    this.box.append(panels);
    new ResizeObserver(() => this.paint()).observe(this.box);
  }

  /** @param {number} stop */
  show(stop) {
    this.stop = stop;
    this.paint();
  }

  /** @param {Dress} dress */
  wear(dress) {
    this.dress = dress;
    this.paint();
  }

  paint() {
    if (!this.dress) return;
    this.reading.replaceChildren(...raised(this.picture.readings[this.stop] ?? ""));
    for (const { panel, canvas, list } of this.panels) {
      if (list) fill(list, at(panel.rows, this.stop) ?? []);
      if (canvas) paint(canvas, panel, this.stop, this.dress, this.extent);
    }
  }
}

/**
 * How many panels stand beside each other: wide ones below each other, so that they stay large.
 *
 * @param {Panel[]} panels
 */
function columns(panels) {
  if (panels.some(({ heights }) => heights)) return 1;
  return Math.min(2, panels.length);
}

/** @param {Panel} panel */
function drawn(panel) {
  const title = make("p", { className: "title" }, panel.title);
  if (panel.rows) {
    const list = make("ol", { className: "ranks" });
    return { box: make("div", { className: "panel" }, title, list), list, canvas: null };
  }
  const canvas = make("canvas", { role: "img", "aria-label": panel.title });
  return { box: make("div", { className: "panel" }, title, canvas), list: null, canvas };
}

/**
 * The entry of a stop, or the one for all.
 *
 * @template T
 * @param {T[] | undefined} entries
 * @param {number} stop
 * @returns {T | undefined}
 */
function at(entries, stop) {
  return entries && entries[entries.length === 1 ? 0 : stop];
}

/**
 * @param {HTMLElement} list
 * @param {{name: string, mark: string}[]} rows
 */
function fill(list, rows) {
  list.replaceChildren(...rows.map(({ name, mark }) => make("li", { className: mark },
    make("span", {}, name), make("span", { className: "mark" }, WORDS[mark] ?? mark))));
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Panel} panel
 * @param {number} stop
 * @param {Dress} dress
 * @param {[number, number]} within the part of the height that is shown
 * @param {number} fine how thick lines and points are, of their usual size
 */
export function paint(canvas, panel, stop, { theme }, within, fine = 1) {
  const width = canvas.clientWidth || 300;
  const [top, bottom] = panel.heights ? [0, 195] : within;
  const height = Math.round(((bottom - top) * width) / 1000);
  const sharp = Math.min(2, globalThis.devicePixelRatio || 1);
  canvas.style.aspectRatio = `${width} / ${height}`;
  canvas.width = width * sharp;
  canvas.height = height * sharp;
  const pen = penOf(canvas);
  pen.setTransform(sharp, 0, 0, sharp, 0, 0);
  pen.clearRect(0, 0, width, height);
  const heights = at(panel.heights, stop);
  if (heights) paintHeights(pen, heights, width, height, theme);
  const places = at(panel.places, stop);
  if (!places) return;
  const unit = width / 1000;
  pen.translate(0, -top * unit);
  for (const kind of /** @type {const} */ (["kept", "invented"])) {
    const pairs = at(panel[kind], stop) ?? [];
    pen.strokeStyle = theme[kind];
    pen.lineWidth = fine * (kind === "kept" ? 1.6 : 1.1);
    pen.setLineDash(DASHES[kind].map((dash) => fine * dash));
    pen.beginPath();
    for (let i = 0; i < pairs.length; i += 2) {
      const [u = 0, v = 0] = [pairs[i], pairs[i + 1]];
      pen.moveTo((places[2 * u] ?? 0) * unit, (places[2 * u + 1] ?? 0) * unit);
      pen.lineTo((places[2 * v] ?? 0) * unit, (places[2 * v + 1] ?? 0) * unit);
    }
    pen.stroke();
  }
  pen.setLineDash([]);
  const inks = at(panel.inks, stop);
  const count = places.length / 2;
  const size = panel.kept ? 1.8 * fine : Math.max(1.8, Math.min(5, (0.24 * width) / Math.sqrt(count)));
  for (let i = 0; i < count; i++) {
    const ink = inks?.[i] ?? 0;
    pen.fillStyle = ink < 0 ? theme.grid : theme.categorical[ink % theme.categorical.length] ?? theme.accent;
    mark(pen, (places[2 * i] ?? 0) * unit, (places[2 * i + 1] ?? 0) * unit, size, Math.max(0, ink));
  }
}

/**
 * The part of the height that the points take, of all panels and at all stops.
 *
 * @param {Panel[]} panels
 * @returns {[number, number]}
 */
export function extent(panels) {
  const heights = panels.flatMap(({ places = [] }) => places.flatMap((stop) => stop.filter((_, i) => i % 2)));
  if (!heights.length) return [0, 1000];
  const margin = 30;
  return [Math.max(0, Math.min(...heights) - margin), Math.min(1000, Math.max(...heights) + margin)];
}

/**
 * A point: no class is told by its colour alone.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} shape
 */
function mark(pen, x, y, size, shape) {
  pen.beginPath();
  const corners = [0, 4, 4.5, 3][shape % 4] ?? 0;
  if (!corners) pen.arc(x, y, size, 0, 2 * Math.PI);
  else {
    const count = Math.floor(corners), turn = corners === 4.5 ? Math.PI / 4 : -Math.PI / 2;
    for (let i = 0; i < count; i++) {
      const angle = turn + (2 * Math.PI * i) / count;
      pen.lineTo(x + 1.3 * size * Math.cos(angle), y + 1.3 * size * Math.sin(angle));
    }
  }
  pen.fill();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} heights
 * @param {number} width
 * @param {number} height
 * @param {import("./types.js").Theme} theme
 */
function paintHeights(pen, heights, width, height, theme) {
  const step = width / heights.length, middle = height / 2;
  pen.strokeStyle = theme.grid;
  pen.beginPath();
  pen.moveTo(0, middle);
  pen.lineTo(width, middle);
  pen.stroke();
  pen.fillStyle = theme.accent;
  heights.forEach((value, i) => {
    const tall = (value / 1000) * (middle - 4);
    pen.fillRect(i * step, middle - Math.max(0, tall), Math.max(0.7, 0.85 * step), Math.abs(tall));
  });
}
