// @ts-check
/** Paints a small drawing on a plain canvas: lines, boxes, dots, words, in this order. */

import { penOf } from "../pair/frame.js";
import { DASHES } from "../pair/palette.js";
import { corners } from "../pair/shapes.js";

const KEPT = 9, LOST = 10, INVENTED = 11, CLASSES = 8;
/** @type {Record<number, import("../pair/types.js").Dash>} */
const DASH = { [KEPT]: DASHES.kept, [LOST]: DASHES.lost, [INVENTED]: DASHES.invented };
const FEW_LINES = 60; // up to here every line is drawn in full strength, dashes and all
const MARGIN = 3;
const LOW = -1, SPAN = 3; // the range that places are sent in

/**
 * Colours by ink.
 *
 * @param {import("../pair/types.js").Theme} theme
 * @returns {string[]}
 */
function inksOf(theme) {
  return [
    ...theme.categorical, theme.accent, theme.kept, theme.lost, theme.invented, theme.accent,
    theme.grid, theme.opposite,
  ];
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./types.js").Sketch | null} sketch
 * @param {import("../pair/types.js").Theme} theme
 * @param {string} font
 */
export function paint(canvas, sketch, theme, font) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = Math.min(globalThis.devicePixelRatio || 1, 3);
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const pen = penOf(canvas);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  if (!sketch || !width || !height) return;
  const side = Math.min(width, height) - 2 * MARGIN;
  const [wide, high] = sketch.square ? [side, side] : [width - 2 * MARGIN, height - 2 * MARGIN];
  const left = (width - wide) / 2, top = (height - high) / 2;
  /** @param {number} x */
  const atX = (x) => left + x * wide;
  /** @param {number} y */
  const atY = (y) => top + y * high;
  const colours = inksOf(theme);
  paintLines(pen, sketch, colours, atX, atY);
  paintBoxes(pen, sketch, colours, atX, atY);
  paintDots(pen, sketch, theme, colours, atX, atY);
  pen.fillStyle = theme.muted;
  pen.textBaseline = "middle";
  const letter = Math.max(9, Math.min(11, high / 10));
  pen.font = `${letter}px ${font}`;
  /** @type {Map<string, number>} */
  const last = new Map(); // in each column: a name never covers another one
  for (const [x, y, text, anchor] of sketch.labels) {
    const column = `${x} ${anchor}`;
    if (Math.abs(atY(y) - (last.get(column) ?? -Infinity)) < letter) continue;
    last.set(column, atY(y));
    pen.textAlign = anchor;
    const room = anchor === "right" ? atX(x) : anchor === "left" ? width - atX(x) : width;
    pen.fillText(text, atX(x), atY(y), room); // a long name is narrowed, not cut
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./types.js").Sketch} sketch
 * @param {string[]} colours
 * @param {(x: number) => number} atX
 * @param {(y: number) => number} atY
 */
function paintLines(pen, { dots, lines, strokes }, colours, atX, atY) {
  const few = strokes.length <= FEW_LINES;
  pen.lineWidth = few ? 1.5 : 0.8;
  for (const ink of new Set(strokes)) {
    pen.beginPath();
    for (let i = 0; i < strokes.length; i++) {
      if (strokes[i] !== ink) continue;
      const from = 2 * lines[2 * i], to = 2 * lines[2 * i + 1];
      pen.moveTo(atX(dots[from]), atY(dots[from + 1]));
      pen.lineTo(atX(dots[to]), atY(dots[to + 1]));
    }
    pen.globalAlpha = few ? 1 : Math.max(0.16, Math.min(0.8, 9 / Math.sqrt(strokes.length)));
    pen.setLineDash(few ? DASH[ink] ?? [] : []);
    pen.strokeStyle = colours[ink];
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./types.js").Sketch} sketch
 * @param {string[]} colours
 * @param {(x: number) => number} atX
 * @param {(y: number) => number} atY
 */
function paintBoxes(pen, { boxes, fills }, colours, atX, atY) {
  for (let i = 0; i < fills.length; i++) {
    const [x0, y0, x1, y1] = boxes.subarray(4 * i, 4 * i + 4);
    pen.fillStyle = colours[fills[i]];
    pen.fillRect(atX(x0), atY(y0), Math.max(1, atX(x1) - atX(x0)), Math.max(1, atY(y1) - atY(y0)));
  }
}

/**
 * A class has its symbol, as on the pages; all other dots are round.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./types.js").Sketch} sketch
 * @param {import("../pair/types.js").Theme} theme
 * @param {string[]} colours
 * @param {(x: number) => number} atX
 * @param {(y: number) => number} atY
 */
function paintDots(pen, { dots, inks, size }, theme, colours, atX, atY) {
  const radius = size / 2;
  for (const ink of new Set(inks)) {
    if (!(ink in colours)) continue;
    const shape = ink < CLASSES ? corners(theme.symbols[ink % theme.symbols.length]) : null;
    pen.beginPath();
    for (let i = 0; i < inks.length; i++) {
      if (inks[i] !== ink) continue;
      const x = atX(dots[2 * i]), y = atY(dots[2 * i + 1]);
      if (!shape) {
        pen.moveTo(x + radius, y);
        pen.arc(x, y, radius, 0, 2 * Math.PI);
        continue;
      }
      shape.forEach(([a, b], k) =>
        k ? pen.lineTo(x + radius * a, y + radius * b) : pen.moveTo(x + radius * a, y + radius * b));
      pen.closePath();
    }
    pen.fillStyle = colours[ink];
    pen.fill();
  }
}

/** @type {WeakMap<object, import("./types.js").Sketch>} */
const read = new WeakMap();

/**
 * A drawing as it was sent; read once.
 *
 * @param {import("./types.js").SketchHeader} header
 * @param {import("../pair/types.js").Find} find
 * @returns {import("./types.js").Sketch}
 */
export function sketchOf(header, find) {
  const known = read.get(header);
  if (known) return known;
  const { size, square, labels, ...names } = header;
  const sketch = {
    dots: places(find(names.dots)), inks: find(names.inks),
    lines: find(names.lines), strokes: find(names.strokes),
    boxes: places(find(names.boxes)), fills: find(names.fills),
    size, square, labels,
  };
  read.set(header, sketch);
  return sketch;
}

/** @param {Uint16Array} steps */
function places(steps) {
  return Float32Array.from(steps, (step) => LOW + (SPAN * step) / 65535);
}
