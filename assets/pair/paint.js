// @ts-check
/** Draws on plain canvases: the grid below the scene, and the marks of attention above it. */

import { axisMarks } from "./axes.js";
import { penOf } from "./frame.js";
import { placeLabels } from "./labels.js";
import { DASHES } from "./palette.js";
import { KINDS } from "./payload.js";
import { edgesAt } from "./sides.js";
import { boxMarks } from "./view3d.js";

/**
 * @typedef {object} Mark What is painted on one panel, and with what.
 * @property {CanvasRenderingContext2D} pen
 * @property {import("./scene.js").Scene} scene
 * @property {import("./types.js").Theme} theme
 * @property {import("./types.js").Side} side
 * @property {number} index of the panel
 * @property {Float32Array} points
 * @property {import("./types.js").Transform} transform
 * @property {number} growth of all sizes
 */

const NAMED = 60;
const LIT_EDGES = 400;

/**
 * Grid lines and numbers under every panel; `pen` is a cleared one.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./scene.js").Scene} scene
 * @param {number} ratio
 */
export function paintGrid(pen, scene, ratio) {
  const { picture, camera } = scene;
  const { theme, header, font, type } = picture;
  if (!header.axes) return;
  pen.font = `${12 * type}px ${font}`;
  camera.frames.forEach((frame, side) => {
    if (!frame[2]) return; // this side is not drawn
    const { lines, texts } = guides(scene, side);
    pen.save();
    pen.beginPath();
    pen.rect(...frame);
    pen.clip();
    pen.strokeStyle = theme.grid;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const [a, b, c, d] of lines) {
      pen.moveTo(crisp(a, ratio), crisp(b, ratio));
      pen.lineTo(crisp(c, ratio), crisp(d, ratio));
    }
    pen.stroke();
    pen.restore();
    pen.fillStyle = theme.muted;
    for (const { text, x, y, anchor } of texts) {
      pen.textAlign = anchor === "middle" ? "center" : "right";
      pen.fillText(text, x, y);
    }
  });
}

/**
 * Grid lines and numbers of a flat picture; the box around a solid one.
 *
 * @param {import("./scene.js").Scene} scene
 * @param {number} side
 * @returns {import("./types.js").Guides}
 */
export function guides(scene, side) {
  const { box, header } = scene.picture;
  const frame = scene.camera.frames[side], transform = scene.transformOf(side);
  return box ? boxMarks(frame, transform, box, scene.camera.turn, header.axes ?? [])
    : axisMarks(frame, transform, 8);
}

/**
 * Names, lit edges, rings and the loop over every panel; `pen` is a cleared one.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./scene.js").Scene} scene
 * @param {number} glide
 */
export function paintMarks(pen, scene, glide) {
  const { picture, camera, marks } = scene;
  camera.frames.forEach((frame, index) => {
    const [left, top, width, height] = frame;
    if (!width) return; // this side is not drawn
    const edges = scene.markedEdges(index);
    const idle = marks.lit < 0 && marks.loop?.side !== index && !marks.any;
    if (idle && glide < 1) return;
    const points = scene.pointsNow(index, glide);
    pen.save();
    pen.beginPath();
    pen.rect(left, top, width, height);
    pen.clip();
    pen.translate(left, top);
    const mark = {
      pen, scene, theme: picture.theme, side: picture.sides[index], index, points,
      transform: scene.transformOf(index), growth: scene.growth(index),
    };
    strokeEdges(mark, edges);
    if (marks.lit >= 0) lightUp(mark, marks.lit);
    writeNames(mark);
    if (marks.lit >= 0) ring(mark, marks.lit, 4, 2);
    if (marks.focused >= 0 && marks.focused !== marks.lit) ring(mark, marks.focused, 4, 2);
    if (marks.loop?.side === index) drawLoop(mark, marks.loop.corners);
    pen.restore();
  });
}

/**
 * The edges of the marked nodes: the more there are, the fainter.
 *
 * @param {Mark} mark
 * @param {import("./types.js").Edges} edges
 */
function strokeEdges({ pen, scene, theme, side, points, growth, transform: [sx, sy, ox, oy] }, edges) {
  const count = Object.values(edges).reduce((sum, pairs) => sum + pairs.length / 2, 0);
  pen.globalAlpha = Math.max(0.25, Math.min(1, 12 / Math.sqrt(Math.max(count, 1))));
  pen.lineWidth = count > 150 ? 1 : 1.6;
  for (const kind of KINDS) {
    const pairs = edges[kind];
    if (!pairs?.length) continue;
    const look = scene.picture.veiled ? "kept" : kind;
    pen.strokeStyle = theme[look];
    pen.setLineDash(DASHES[look] ?? []);
    pen.beginPath();
    for (let i = 0; i < pairs.length; i += 2) {
      const a = 2 * pairs[i], b = 2 * pairs[i + 1];
      const x = points[a] * sx + ox, y = points[a + 1] * sy + oy;
      const dx = points[b] * sx + ox - x, dy = points[b + 1] * sy + oy - y;
      // Lines end at the marks that they join, and do not cover them.
      const length = (2 * Math.max(Math.hypot(dx, dy), 1e-6)) / growth;
      const from = side.sizes[pairs[i]] / length, to = 1 - side.sizes[pairs[i + 1]] / length;
      if (from >= to) continue;
      pen.moveTo(x + from * dx, y + from * dy);
      pen.lineTo(x + to * dx, y + to * dy);
    }
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

/**
 * The edges at a node in full strength.
 *
 * @param {Mark} mark
 * @param {number} node
 */
function lightUp({ pen, theme, side, points, growth, transform }, node) {
  /**
   * @param {number} i
   * @returns {import("./types.js").Point}
   */
  const spot = (i) => [
    points[2 * i] * transform[0] + transform[2], points[2 * i + 1] * transform[1] + transform[3],
  ];
  for (const [other, kind] of edgesAt(side, node).slice(0, LIT_EDGES)) {
    pen.strokeStyle = theme[kind];
    pen.lineWidth = 1.6;
    pen.setLineDash(DASHES[kind] ?? []);
    pen.beginPath();
    const [x, y] = spot(node), [a, b] = spot(other);
    const skip = Math.min(1, ((growth * side.sizes[node]) / 2 + 5) / Math.max(Math.hypot(a - x, b - y), 1e-6));
    pen.moveTo(x + skip * (a - x), y + skip * (b - y));
    pen.lineTo(a, b);
    pen.stroke();
  }
  pen.setLineDash([]);
}

/**
 * @param {Mark} mark
 * @param {number} node
 * @param {number} gap
 * @param {number} width
 */
function ring({ pen, theme, side, points, growth, transform }, node, gap, width) {
  const x = points[2 * node] * transform[0] + transform[2];
  const y = points[2 * node + 1] * transform[1] + transform[3];
  /** @type {[extra: number, colour: string][]} */
  const rings = [[2, theme.background], [0, theme.text]];
  for (const [extra, colour] of rings) {
    pen.beginPath();
    pen.arc(x, y, (growth * side.sizes[node]) / 2 + gap, 0, 2 * Math.PI);
    pen.strokeStyle = colour;
    pen.lineWidth = width + extra;
    pen.stroke();
  }
}

/**
 * Names of few nodes, of the marked ones, or of all once a close look leaves room.
 *
 * @param {import("./scene.js").Scene} scene
 * @param {number} side
 * @param {Float32Array} points
 * @param {(text: string) => number} measure
 */
export function namesIn(scene, side, points, measure) {
  const { picture, camera, glide, marks } = scene;
  const count = points.length / 2;
  const few = marks.any && marks.selection.size <= NAMED;
  const close = count <= NAMED || camera.view.zoom > Math.max(2.5, Math.sqrt(count) / 8);
  if (glide.moving || (!few && !close)) return [];
  const [, , width, height] = camera.frames[side];
  return placeLabels({
    points, sizes: picture.sides[side].sizes.map((size) => size * scene.growth(side)), names: (i) => picture.nameOf(i),
    transform: scene.transformOf(side), width, height, measure, type: picture.type,
    only: few ? [...marks.selection] : null,
  });
}

/** @param {Mark} mark */
function writeNames({ pen, scene, theme, index, points }) {
  pen.font = `${12 * scene.picture.type}px ${scene.picture.font}`;
  pen.lineWidth = 3;
  pen.lineJoin = "round";
  pen.strokeStyle = theme.background;
  pen.fillStyle = theme.text;
  for (const { text, x, y } of namesIn(scene, index, points, (t) => pen.measureText(t).width)) {
    pen.strokeText(text, x, y);
    pen.fillText(text, x, y);
  }
}

/**
 * @param {Mark} mark
 * @param {import("./types.js").Point[]} corners
 */
function drawLoop({ pen, theme }, corners) {
  pen.beginPath();
  corners.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.globalAlpha = 0.08;
  pen.fillStyle = theme.accent;
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = theme.accent;
  pen.lineWidth = 1.5;
  pen.setLineDash([4, 3]);
  pen.stroke();
  pen.setLineDash([]);
}

/**
 * Match a canvas to the screen's pixels; true if it had to change.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} stage
 * @param {number} ratio
 */
export function fit(canvas, stage, ratio) {
  const width = Math.round(stage.clientWidth * ratio);
  const height = Math.round(stage.clientHeight * ratio);
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

/**
 * A pen on a cleared canvas, in pixels of the page.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} stage
 * @param {number} ratio
 */
export function fresh(canvas, stage, ratio) {
  fit(canvas, stage, ratio);
  const pen = penOf(canvas);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, stage.clientWidth, stage.clientHeight);
  return pen;
}

/**
 * @param {number} value
 * @param {number} ratio
 */
function crisp(value, ratio) {
  return (Math.floor(value * ratio) + 0.5) / ratio;
}
