/** One frame of the widget: grid below, graphics card in the middle, marks of attention on top. */

import { axisMarks } from "./axes.js";
import { placeLabels } from "./labels.js";
import { edgesAt } from "./sides.js";
import { boxMarks } from "./solid.js";

const DRAWING_ORDER = ["lost", "kept", "invented"];
const DASHES = { kept: null, lost: [2, 3], invented: [6, 4] };
const STRENGTH = { kept: 0.75, lost: 0.75, invented: 0.95 };
const MOVING_EDGES = 12000;
const NAMED = 60;
const LIT_EDGES = 400;
const ROOMY = 420; // pixels of a panel; in a narrower one points shrink with it

/** Colours of a theme as numbers for the shaders. */
export function inks(theme) {
  const palette = new Float32Array(4 * 9);
  [...theme.categorical, theme.accent].forEach((colour, i) =>
    palette.set([...rgb(colour), 1], 4 * i));
  return { palette, paper: rgb(theme.background) };
}

export function rgb(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
}

/** How the edges of a panel are drawn: the more there are, the fainter. */
export function strokes(side, theme, widths, dimmed) {
  const crowd = edgeCount(side);
  const faint = Math.max(0.035, Math.min(1, 10 / Math.sqrt(Math.max(crowd, 1))));
  const thick = crowd < 400 ? 1.2 : 0.8;
  return DRAWING_ORDER.filter((kind) => side.edges[kind]?.length).map((kind) => ({
    kind,
    css: theme[kind],
    colour: rgb(theme[kind]),
    alpha: STRENGTH[kind] * (widths ? Math.max(faint, 0.5) : faint) * (dimmed ? 0.35 : 1),
    width: widths?.[kind] ?? thick,
    dash: DASHES[kind],
  }));
}

/** Paint everything for the moment `glide` (0 old positions, 1 new ones). */
export function paint(widget, glide, moving) {
  const ratio = window.devicePixelRatio || 1;
  paintGrid(widget, ratio);
  paintScene(widget, ratio, glide, moving);
  paintMarks(widget, ratio, glide);
}

/** The scene with the marks of attention at another sharpness; the screen needs a new frame after. */
export function paintLarge(widget, ratio) {
  paintScene(widget, ratio, 1, false);
  paintMarks(widget, ratio, 1);
  widget.drawn = [];
}

function paintGrid(widget, ratio) {
  const { theme, header, stage, turn } = widget;
  const transforms = widget.frames.map((_, side) => widget.transformOf(side));
  // A glide between two stops moves points, seldom the axes.
  const key = [header.axes, widget.box, turn.around, turn.tilt, theme.name, ratio, stage.clientWidth, stage.clientHeight,
    ...widget.frames, ...transforms].join();
  if (widget.gridDrawn === key) return;
  widget.gridDrawn = key;
  const pen = fresh(widget.parts.under, stage, ratio);
  if (!header.axes) return;
  pen.font = `12px ${widget.font}`;
  widget.frames.forEach((frame, side) => {
    const { lines, texts } = guides(widget, frame, transforms[side]);
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

/** Grid lines and numbers of a flat picture; the box around a solid one. */
export function guides({ box, turn, header }, frame, transform) {
  return box ? boxMarks(frame, transform, box, turn, header.axes) : axisMarks(frame, transform, 8);
}

function paintScene(widget, ratio, glide, moving) {
  const { renderer, stage, parts } = widget;
  // A panel that would look the same is left as it is: a move of epsilon redraws one side.
  if (fit(parts.scene, stage, ratio)) widget.drawn = [];
  renderer.setSymbols(widget.theme.symbols);
  const { palette, paper } = inks(widget.theme);
  const dimmed = widget.selection.size > 0;
  widget.frames.forEach((frame, index) => {
    const side = widget.sides[index];
    const edges = edgeCount(side);
    const share = moving && edges > MOVING_EDGES ? MOVING_EDGES / edges : 1;
    const transform = widget.transformOf(index);
    const phase = widget.glide.from[index] === side.points ? 1 : glide;
    const key = [widget.versions[index], widget.theme.name, ratio, share, phase, ...frame,
      ...transform].join();
    if (widget.drawn[index] === key) return;
    widget.drawn[index] = key;
    const outline = side.points.length / 2 > 1000 ? 0 : 0.8;
    const layers = index === 1 && widget.overlay ? widget.overlay : [{ name: index, weight: 1 }];
    layers.forEach(({ name, weight }, layer) => renderer.draw(name, {
      frame, transform, ratio, share, over: layer > 0,
      glide: weight < 1 ? 1 : phase,
      strokes: widget.strokesOf(index).map((s) => ({ ...s, alpha: s.alpha * weight })),
      marks: { palette, paper, outline: weight < 1 ? 0 : outline, alpha: 0.9 * weight,
        faded: 0.15 * weight, chosen: dimmed, shrink: Math.min(1, Math.max(0.5, frame[2] / ROOMY)) },
    }));
  });
}

function edgeCount(side) {
  return Object.values(side.edges).reduce((sum, pairs) => sum + pairs.length / 2, 0);
}

function paintMarks(widget, ratio, glide) {
  const pen = fresh(widget.parts.over, widget.stage, ratio);
  widget.frames.forEach((frame, index) => {
    const [left, top, width, height] = frame;
    const side = widget.sides[index];
    const lit = widget.hovered >= 0 ? widget.hovered : widget.focused;
    const idle = lit < 0 && widget.loop?.side !== index;
    if (idle && glide < 1) return;
    const points = widget.pointsNow(index, glide);
    pen.save();
    pen.beginPath();
    pen.rect(left, top, width, height);
    pen.clip();
    pen.translate(left, top);
    const mark = { pen, widget, side, index, points, transform: widget.transformOf(index) };
    if (lit >= 0) lightUp(mark, lit);
    writeNames(mark);
    if (lit >= 0) ring(mark, lit, 4, 2);
    if (widget.focused >= 0 && widget.focused !== lit) ring(mark, widget.focused, 4, 2);
    if (widget.loop?.side === index) drawLoop(mark, widget.loop.corners);
    pen.restore();
  });
}

/** The edges at a node in full strength. */
function lightUp({ pen, widget, side, points, transform }, node) {
  const spot = (i) => [
    points[2 * i] * transform[0] + transform[2], points[2 * i + 1] * transform[1] + transform[3],
  ];
  for (const [other, kind] of edgesAt(side, node).slice(0, LIT_EDGES)) {
    pen.strokeStyle = widget.theme[kind];
    pen.lineWidth = 1.6;
    pen.setLineDash(DASHES[kind] ?? []);
    pen.beginPath();
    const [x, y] = spot(node), [a, b] = spot(other);
    const skip = Math.min(1, (side.sizes[node] / 2 + 5) / Math.max(Math.hypot(a - x, b - y), 1e-6));
    pen.moveTo(x + skip * (a - x), y + skip * (b - y));
    pen.lineTo(a, b);
    pen.stroke();
  }
  pen.setLineDash([]);
}

function ring({ pen, widget, side, points, transform }, node, gap, width) {
  const x = points[2 * node] * transform[0] + transform[2];
  const y = points[2 * node + 1] * transform[1] + transform[3];
  for (const [extra, colour] of [[2, widget.theme.background], [0, widget.theme.text]]) {
    pen.beginPath();
    pen.arc(x, y, side.sizes[node] / 2 + gap, 0, 2 * Math.PI);
    pen.strokeStyle = colour;
    pen.lineWidth = width + extra;
    pen.stroke();
  }
}

/** Names of few nodes, of the marked ones, or of all once a close look leaves room. */
export function namesIn(widget, side, points, measure) {
  const count = points.length / 2;
  const few = widget.selection.size > 0 && widget.selection.size <= NAMED;
  const close = count <= NAMED || widget.view.zoom > Math.max(2.5, Math.sqrt(count) / 8);
  if (widget.gliding || (!few && !close)) return [];
  const [, , width, height] = widget.frames[side];
  return placeLabels({
    points, sizes: widget.sides[side].sizes, names: (i) => widget.nameOf(i),
    transform: widget.transformOf(side), width, height, measure,
    only: few ? [...widget.selection] : null,
  });
}

function writeNames({ pen, widget, index, points }) {
  pen.font = `12px ${widget.font}`;
  pen.lineWidth = 3;
  pen.lineJoin = "round";
  pen.strokeStyle = widget.theme.background;
  pen.fillStyle = widget.theme.text;
  for (const { text, x, y } of namesIn(widget, index, points, (t) => pen.measureText(t).width)) {
    pen.strokeText(text, x, y);
    pen.fillText(text, x, y);
  }
}

function drawLoop({ pen, widget }, corners) {
  pen.beginPath();
  corners.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.globalAlpha = 0.08;
  pen.fillStyle = widget.theme.accent;
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = widget.theme.accent;
  pen.lineWidth = 1.5;
  pen.setLineDash([4, 3]);
  pen.stroke();
  pen.setLineDash([]);
}

/** Match a canvas to the screen's pixels; true if it had to change. */
function fit(canvas, stage, ratio) {
  const width = Math.round(stage.clientWidth * ratio);
  const height = Math.round(stage.clientHeight * ratio);
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

function fresh(canvas, stage, ratio) {
  fit(canvas, stage, ratio);
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, stage.clientWidth, stage.clientHeight);
  return pen;
}

function crisp(value, ratio) {
  return (Math.floor(value * ratio) + 0.5) / ratio;
}
