// @ts-check
/** Draws a chart as SVG: one path for all marks of a style, so that a drag stays smooth. */

import { ticks } from "../pair/axes.js";
import { element, penOf } from "../pair/frame.js";
import { rgb } from "../pair/palette.js";
import { fixed, symbolPath } from "../pair/shapes.js";

const GAP = 36; // pixels between two panels
const WIDE = 0.68; // of a letter of a title, as a share of its size

/**
 * Elements of a chart, and its marks that have something to say.
 *
 * @param {import("./types.js").Chart} chart
 * @param {import("./types.js").Part[]} parts what of it is drawn, and where
 * @param {import("./types.js").Find} find
 * @param {import("./types.js").Look} look
 */
export function draw(chart, parts, find, look) {
  const { width, height, letter } = look;
  /** @type {SVGElement[]} */
  const elements = [];
  /** @type {import("./types.js").Spot[]} */
  const spots = [];
  /** @type {import("./types.js").Strand[]} */
  const strands = [];
  /** @type {import("./types.js").Place[]} */
  const shared = []; // of panels beside each other
  for (const { panel, sides, row, rows, column, columns } of parts) {
    const wide = (width - GAP * (columns - 1)) / columns;
    const frame = room(panel, { left: column * (wide + GAP), top: (row * height) / rows, width: wide, height: height / rows }, letter);
    elements.push(...heads(chart, sides, frame, sides.length > 2 ? wide / 3 : chart.columns ? wide : Infinity, look), ...grid(panel, frame, look));
    const place = placing(panel, frame);
    if (sides.length === 1) shared.push(place);
    const size = letterOf(panel, frame, letter);
    if (panel.cells) elements.push(shades(panel.cells, frame, find, look.theme));
    for (const marks of panel.marks) {
      const places = /** @type {Float32Array} */ (find(marks.places));
      elements.push(path(marks, places, place, look.theme));
      const { side = sides.length === 1 ? sides[0] : -1 } = marks, members = membersOf(marks, find);
      const about = { members, side, colour: inkOf(marks.ink, look.theme) };
      if (marks.kind === "lines") strands.push(...joining(marks, places, place, about));
      else if (marks.tip || members.length) spots.push(...told(marks, places, place, about));
    }
    for (const word of panel.words) elements.push(text(word, place, size, look.theme));
  }
  return { elements, spots, strands, shared };
}

/** @typedef {{left: number, top: number, width: number, height: number}} Frame */

/**
 * What is left for the marks between titles and numbers.
 *
 * @param {import("./types.js").Panel} panel
 * @param {Frame} all
 * @param {number} letter
 * @returns {Frame}
 */
function room(panel, { left, top, width, height }, letter) {
  const [across, up] = panel.axes;
  const beside = up ? 4 * letter : 4, below = across ? 3.1 * letter : 4, above = 2 * letter;
  const wide = Math.max(10, width - beside - 6), high = Math.max(10, height - above - below);
  const frame = { left: left + beside, top: top + above };
  if (panel.even) {
    const [across, up] = [panel.x[1] - panel.x[0], panel.y[1] - panel.y[0]], unit = Math.min(wide / across, high / up);
    return { ...frame, width: unit * across, height: unit * up };
  }
  if (!panel.cells) return { ...frame, width: wide, height: high };
  const side = Math.min(wide, high); // cells are squares
  return { ...frame, width: side, height: side };
}

/**
 * @param {import("./types.js").Panel} panel
 * @param {Frame} frame
 * @returns {(x: number, y: number) => [number, number]}
 */
function placing({ x: [x0, x1], y: [y0, y1] }, { left, top, width, height }) {
  const sx = width / (x1 - x0), sy = height / (y1 - y0);
  return (x, y) => [left + (x - x0) * sx, top + height - (y - y0) * sy];
}

/**
 * Type that fits between two rows of words, where there are rows.
 *
 * @param {import("./types.js").Panel} panel
 * @param {Frame} frame
 * @param {number} letter
 */
function letterOf({ words, y: [y0, y1] }, { height }, letter) {
  const rows = new Set(words.filter(({ strong }) => strong).map(({ y }) => y)).size;
  return rows ? Math.max(9, Math.min(letter, (0.82 * height) / Math.abs(y1 - y0))) : letter;
}

/** @type {Record<number, [share: number, anchor: string][]>} */
const COLUMNS = {
  2: [[0.31, "end"], [0.69, "start"]],
  3: [[0.23, "end"], [0.5, "middle"], [0.77, "start"]],
};

/**
 * The title of a panel's side, or of all sides over its columns.
 *
 * @param {import("./types.js").Chart} chart
 * @param {number[]} sides
 * @param {Frame} frame
 * @param {number} most pixels of a title
 * @param {import("./types.js").Look} look
 */
function heads(chart, sides, { left, top, width }, most, { theme, letter }) {
  return sides.map((side) => {
    const ink = chart.unproved.includes(side) ? theme.unproved : theme.text;
    const [share, anchor] = COLUMNS[sides.length]?.[side] ?? [0, "start"];
    const x = left + width * share;
    const title = element("text", {
      x: fixed(x), y: fixed(top - 0.85 * letter), fill: ink,
      "font-size": fixed(Math.max(9, Math.min(1.15 * letter, most / (WIDE * Math.max(...chart.titles.map(({ length }) => length)))))),
      "font-weight": "600", "text-anchor": anchor,
    });
    title.textContent = chart.titles[side];
    if (chart.details[side]) {
      const detail = element("tspan", {
        fill: theme.muted, "font-size": String(letter), "font-weight": "400", dx: "10",
      });
      detail.textContent = chart.details[side];
      title.append(detail);
    }
    return title;
  });
}

/**
 * Grid lines, numbers and titles of the axes.
 *
 * @param {import("./types.js").Panel} panel
 * @param {Frame} frame
 * @param {import("./types.js").Look} look
 */
function grid(panel, frame, { theme, letter }) {
  const [across, up] = panel.axes;
  const { left, top, width, height } = frame;
  const place = placing(panel, frame);
  /** @type {SVGElement[]} */
  const words = [];
  let lines = "";
  /** @type {(x: number, y: number, said: string, more?: Record<string, string>) => void} */
  const write = (x, y, said, more = {}) => {
    const note = element("text", {
      x: fixed(x), y: fixed(y), fill: theme.muted, "font-size": String(0.92 * letter), ...more,
    });
    note.textContent = said;
    words.push(note);
  };
  if (across) {
    for (const { value, text: number } of numbers(panel, 0, Math.max(2, width / 90))) {
      const [x] = place(value, 0);
      lines += `M${fixed(x)},${top}V${fixed(top + height)}`;
      write(x, top + height + 1.3 * letter, number, { "text-anchor": "middle" });
    }
    write(left + width / 2, top + height + 2.6 * letter, across, { "text-anchor": "middle" });
  }
  if (up) {
    for (const { value, text: number } of numbers(panel, 1, Math.max(2, height / 75))) {
      const [, y] = place(0, value);
      lines += `M${fixed(left)},${fixed(y)}H${fixed(left + width)}`;
      write(left - 6, y + 0.35 * letter, number, { "text-anchor": "end" });
    }
    const x = left - 3.1 * letter, y = top + height / 2;
    write(x, y, up, { "text-anchor": "middle", transform: `rotate(-90 ${fixed(x)} ${fixed(y)})` });
  }
  return [element("path", { d: lines, stroke: theme.grid, fill: "none" }), ...words];
}

/**
 * What stands along an axis: the panel's own words, or round numbers.
 *
 * @param {import("./types.js").Panel} panel
 * @param {0 | 1} axis
 * @param {number} wanted
 */
function numbers({ x, y, ticks: own }, axis, wanted) {
  if (!own[axis].length) return ticks(...(axis ? y : x), wanted);
  return own[axis].map(([value, words]) => ({ value, text: words }));
}

/**
 * Cells as one picture, one pixel each.
 *
 * @param {import("./types.js").Cells} cells
 * @param {Frame} frame
 * @param {import("./types.js").Find} find
 * @param {import("./types.js").Theme} theme
 */
function shades({ shades: name, columns }, { left, top, width, height }, find, theme) {
  const values = /** @type {Uint8Array} */ (find(name)), rows = values.length / columns;
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  const pen = penOf(canvas), image = pen.createImageData(columns, rows);
  const ramp = theme.sequential.slice(1).map((colour) => rgb(colour).map((part) => 255 * part));
  values.forEach((value, i) => {
    if (!value) return; // an empty cell is the paper
    const place = ((value - 1) / 254) * (ramp.length - 1), low = Math.min(ramp.length - 2, Math.floor(place));
    ramp[low].forEach((part, k) => {
      image.data[4 * i + k] = part + (place - low) * (ramp[low + 1][k] - part);
    });
    image.data[4 * i + 3] = 255;
  });
  pen.putImageData(image, 0, 0);
  return element("image", {
    href: canvas.toDataURL(), x: fixed(left), y: fixed(top), width: fixed(width), height: fixed(height),
    preserveAspectRatio: "none", style: "image-rendering: pixelated",
  });
}

/**
 * @param {import("./types.js").Marks} marks
 * @param {Float32Array} places
 * @param {(x: number, y: number) => [number, number]} place
 * @param {import("./types.js").Theme} theme
 */
function path({ kind, ink, size, symbol, dash, opacity }, places, place, theme) {
  const colour = inkOf(ink, theme);
  let d = "";
  if (kind === "dots" || kind === "rings") {
    for (let i = 0; i < places.length; i += 2) {
      d += symbolPath(symbol, ...place(places[i], places[i + 1]), size);
    }
    return kind === "dots" ? element("path", { d, fill: colour, "fill-opacity": String(opacity) })
      : element("path", { d, fill: "none", stroke: colour, "stroke-opacity": String(opacity) });
  }
  if (kind === "areas") {
    for (let i = 0; i < places.length; i += 4) {
      const [a, b] = place(places[i], places[i + 1]), [x, y] = place(places[i + 2], places[i + 3]);
      d += `M${fixed(a)},${fixed(b)}H${fixed(x)}V${fixed(y)}H${fixed(a)}Z`;
    }
    return element("path", { d, fill: colour, "fill-opacity": String(opacity) });
  }
  for (let i = 0; i < places.length; i += 4) {
    const [a, b] = place(places[i], places[i + 1]), [x, y] = place(places[i + 2], places[i + 3]);
    d += `M${fixed(a)},${fixed(b)}L${fixed(x)},${fixed(y)}`;
  }
  return element("path", {
    d, fill: "none", stroke: colour, "stroke-width": String(size), "stroke-opacity": String(opacity),
    "stroke-dasharray": dash.length ? dash.join(" ") : "none",
  });
}

/**
 * @param {import("./types.js").Word} word
 * @param {(x: number, y: number) => [number, number]} place
 * @param {number} letter
 * @param {import("./types.js").Theme} theme
 */
function text({ x, y, text: words, strong, anchor, ink }, place, letter, theme) {
  const [left, middle] = place(x, y);
  const note = element("text", {
    x: fixed(left), y: fixed(middle + 0.35 * letter), fill: inkOf(ink, theme),
    "font-size": fixed(letter), "text-anchor": anchor,
    stroke: theme.background, "stroke-width": "3", "paint-order": "stroke",
  });
  const bold = element("tspan", { "font-weight": "700" });
  bold.textContent = strong;
  if (!strong) note.append(words);
  else if (anchor === "start") note.append(bold, `\u2002${words}`);
  else note.append(`${words}\u2002`, bold);
  return note;
}

/** @typedef {{members: number[][], side: number, colour: string}} About */

/**
 * @param {import("./types.js").Marks} marks
 * @param {Float32Array} places
 * @param {import("./types.js").Place} place
 * @param {About} about
 */
function told({ kind, tip, size, symbol }, places, place, { members, side, colour }) {
  /** @type {import("./types.js").Spot[]} */
  const spots = [];
  const wide = kind === "areas" ? 4 : 2;
  for (let i = 0; i < places.length; i += wide) {
    const x = wide === 4 ? (places[i] + places[i + 2]) / 2 : places[i], y = places[i + wide - 1];
    const [left, top] = place(x, y);
    const values = { x, y, life: y - x };
    const words = tip.replace(/\{(x|y|life)\}/g, (_, name) =>
      String(Number(values[/** @type {"x" | "y" | "life"} */ (name)].toPrecision(3))));
    spots.push({
      x: left, y: top, at: [x, y], words, members: members[i / wide] ?? [], side, size, colour, symbol,
      ...wide === 4 ? { area: between(place(places[i], places[i + 1]), place(places[i + 2], y)) } : {},
    });
  }
  return spots;
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {[left: number, top: number, width: number, height: number]}
 */
function between([a, b], [x, y]) {
  return [Math.min(a, x), Math.min(b, y), Math.abs(x - a), Math.abs(y - b)];
}

/**
 * Lines that stand for nodes.
 *
 * @param {import("./types.js").Marks} marks
 * @param {Float32Array} places
 * @param {import("./types.js").Place} place
 * @param {About} about
 * @returns {import("./types.js").Strand[]}
 */
function joining({ size }, places, place, { members, colour }) {
  return members.map((nodes, i) => {
    const [a, b] = place(places[4 * i], places[4 * i + 1]), [x, y] = place(places[4 * i + 2], places[4 * i + 3]);
    return { d: `M${fixed(a)},${fixed(b)}L${fixed(x)},${fixed(y)}`, members: nodes, colour, width: size };
  });
}

/**
 * The nodes that each mark stands for; none if nobody says.
 *
 * @param {import("./types.js").Marks} marks
 * @param {import("./types.js").Find} find
 */
function membersOf({ members }, find) {
  /** @type {number[][]} */
  const groups = [];
  if (!members) return groups;
  const nodes = /** @type {Uint32Array} */ (find(members.nodes));
  let start = 0;
  for (const count of /** @type {Uint32Array} */ (find(members.counts))) {
    groups.push([...nodes.subarray(start, start + count)]);
    start += count;
  }
  return groups;
}

/**
 * @param {import("./types.js").Ink} ink
 * @param {import("./types.js").Theme} theme
 */
export function inkOf(ink, theme) {
  return typeof ink === "number" ? theme.categorical[ink % 8] : theme[ink];
}
