// @ts-check
/** Nodes on their way from one picture to another: the same dots, each from its place to its next. */

import { make, penOf } from "../pair/frame.js";
import { symbolPath } from "../pair/shapes.js";

const LENGTH_MS = 620;
const MOST = 3000; // dots of a side; more would be a blot, and slow

/** @typedef {import("../pair/types.js").Places} Places */
/** @typedef {{box: HTMLElement, drawing: import("./types.js").Drawing}} Shown */

/** Draws above the pictures, and is empty at rest. */
export class Flight {
  /** @param {HTMLElement} place that holds the pictures */
  constructor(place) {
    this.place = place;
    this.canvas = make("canvas", { className: "flight", "aria-hidden": "true" });
    this.asked = 0;
    /** @type {Animation[]} */
    this.fading = [];
    /** @type {HTMLElement | null} */
    this.leaving = null;
  }

  /**
   * From one picture to another: what has a place in both flies, the rest fades. Where all stand is
   * asked with the next frame: the pictures themselves come first.
   *
   * @param {Shown} from
   * @param {Shown} to
   * @param {number[]} selection marked nodes; the others are faint
   */
  begin(from, to, selection) {
    const marked = new Set(selection);
    this.end();
    this.leaving = from.box;
    from.box.classList.add("leaving");
    this.fading = [
      from.box.animate({ opacity: [1, 0] }, { duration: 0.45 * LENGTH_MS, fill: "forwards" }),
      to.box.animate({ opacity: [0, 0, 1] }, { duration: LENGTH_MS, fill: "backwards" }),
    ];
    this.asked = requestAnimationFrame(() => this.fly(from, to, marked));
  }

  /**
   * @param {Shown} from
   * @param {Shown} to
   * @param {Set<number>} marked
   */
  fly(from, to, marked) {
    const starts = from.drawing.places?.() ?? [], ends = to.drawing.places?.() ?? [];
    const dots = ends.flatMap((places, side) => (places.size > MOST ? [] : paired(starts[side], places, marked)));
    this.place.append(this.canvas);
    const { clientWidth: width, clientHeight: height } = this.place, ratio = devicePixelRatio || 1;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const pen = penOf(this.canvas), start = performance.now();
    const frame = () => {
      const share = Math.min(1, (performance.now() - start) / LENGTH_MS);
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, height);
      draw(pen, dots, share * share * (3 - 2 * share), ratio);
      if (share < 1) this.asked = requestAnimationFrame(frame);
      else this.end();
    };
    frame();
  }

  end() {
    cancelAnimationFrame(this.asked);
    for (const one of this.fading) one.cancel();
    this.fading = [];
    this.leaving?.classList.remove("leaving");
    this.leaving = null;
    this.canvas.remove();
  }
}

/** @typedef {{x: number, y: number, dx: number, dy: number, size: number, grows: number, faint: boolean, colour: string, path: Path2D}} Dot */

/**
 * @param {Places | undefined} from
 * @param {Places} to
 * @param {Set<number>} marked
 * @returns {Dot[]}
 */
function paired(from, to, marked) {
  /** @type {Map<string, Path2D>} */
  const shapes = new Map();
  /** @type {Dot[]} */
  const dots = [];
  for (const [node, end] of to) {
    const start = from?.get(node);
    if (!start) continue;
    const { colour, symbol } = start.own ? start : end;
    const path = shapes.get(symbol) ?? new Path2D(symbolPath(symbol, 0, 0, 1));
    shapes.set(symbol, path);
    dots.push({ x: start.x, y: start.y, dx: end.x - start.x, dy: end.y - start.y, size: start.size,
      grows: end.size - start.size, faint: marked.size > 0 && !marked.has(node), colour, path });
  }
  return dots;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Dot[]} dots
 * @param {number} share of the way
 * @param {number} ratio
 */
function draw(pen, dots, share, ratio) {
  for (const { x, y, dx, dy, size, grows, faint, colour, path } of dots) {
    const scale = (size + share * grows) * ratio;
    pen.setTransform(scale, 0, 0, scale, (x + share * dx) * ratio, (y + share * dy) * ratio);
    pen.globalAlpha = faint ? 0.2 : 1;
    pen.fillStyle = colour;
    pen.fill(path);
  }
}
