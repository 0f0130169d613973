// @ts-check
/** Saves the pair as it stands on the screen: SVG with vectors, or PNG in twice the resolution. */

import { penOf } from "./frame.js";
import { guides, namesIn } from "./paint.js";
import { fixed, symbolPath } from "./shapes.js";

/** @typedef {{wide: number, draw: (x: number, y: number) => string}} Entry Of the legend. */

const MARGIN = 16;
const HEAD = 30;
const LINE = 22;
const MOST_VECTORS = 20000;
const SHARPNESS = 2;
const FONT = "'Source Sans', 'Source Sans 3', Helvetica, Arial, sans-serif";

/** @typedef {import("./types.js").Saved} Saved */

/**
 * The whole picture as SVG text; a third picture stands beside it, above the same words.
 *
 * @param {Saved} what
 */
export function svgOf(what, { drawn = true } = {}) {
  const { beside, footnotes, scene } = what, { theme } = scene.picture;
  if (!beside) return aloneOf(what, drawn).svg;
  const one = aloneOf({ ...what, footnotes: [] }, drawn), other = aloneOf({ ...beside, footnotes: [] }, drawn);
  const wide = wideOf(what), high = Math.max(one.high, other.high);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide + wideOf(beside)}" ` +
    `height="${high + LINE * footnotes.length}" font-family="${FONT}">` +
    `<rect width="100%" height="100%" fill="${theme.background}"/>${one.svg}` +
    `<g transform="translate(${wide} 0)">${other.svg.replace(/(id="|url\(#)clip/g, "$1b")}</g>` +
    `${footnotes.map((text, i) => write(text, MARGIN, high + LINE * i, theme.muted)).join("")}</svg>`;
}

/** @param {Saved} what */
function wideOf({ stage }) {
  return stage.clientWidth + 2 * MARGIN;
}

/**
 * Both pictures of a pair; beyond thousands of marks the scene is a picture inside the SVG.
 *
 * @param {Saved} what
 * @param {boolean} drawn
 */
function aloneOf(what, drawn) {
  const { scene, painter, stage } = what;
  const { theme, header, sides } = scene.picture;
  const width = wideOf(what);
  const legend = legendRows(scene, stage.clientWidth);
  const foot = what.footnotes;
  const height = stage.clientHeight + 2 * MARGIN + HEAD - 26 + LINE * (legend.length + foot.length);
  /** @type {string[]} */
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="13">`,
    `<title>${escape(header.alt)}</title>`,
    `<rect width="100%" height="100%" fill="${theme.background}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})">`,
  ];
  const marks = sides.reduce((sum, { points, edges }) => sum + points.length / 2 +
    Object.values(edges).reduce((all, pairs) => all + pairs.length / 2, 0), 0);
  const vectors = drawn && marks <= MOST_VECTORS;
  scene.camera.frames.forEach((frame, side) => {
    if (frame[2]) out.push(...panel(scene, frame, side, vectors)); // else it is not drawn
  });
  if (drawn && !vectors) {
    painter.paintLarge(SHARPNESS);
    out.push(`<image width="${stage.clientWidth}" height="${stage.clientHeight}" ` +
      `href="${painter.parts.scene.toDataURL()}"/>`);
  }
  let y = stage.clientHeight + LINE;
  for (const row of legend) {
    for (const entry of row) out.push(entry.draw(entry.x, y));
    y += LINE;
  }
  for (const text of foot) {
    out.push(write(text, 0, y, theme.muted));
    y += LINE;
  }
  out.push("</g></svg>");
  return { svg: out.join("\n"), high: height };
}

/**
 * The whole picture as a PNG blob: words and axes from the SVG, the scene from the card.
 *
 * @param {Saved} what
 * @returns {Promise<Blob>}
 */
export async function pngOf(what) {
  return rasterised(svgOf(what, { drawn: false }), (pen) => {
    let left = MARGIN;
    for (const one of what.beside ? [what, what.beside] : [what]) {
      one.painter.paintLarge(SHARPNESS);
      const { clientWidth, clientHeight } = one.stage, { scene, over } = one.painter.parts;
      for (const layer of [scene, over]) pen.drawImage(layer, left, MARGIN, clientWidth, clientHeight);
      left += wideOf(one);
    }
  });
}

/**
 * SVG text as a PNG blob, by default in twice its size; `over` may draw on it, in the text's own
 * pixels.
 *
 * @param {string} svg
 * @param {(pen: CanvasRenderingContext2D) => void} over
 * @returns {Promise<Blob>}
 */
export async function rasterised(svg, over = () => {}, sharpness = SHARPNESS) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * sharpness);
    canvas.height = Math.round(image.height * sharpness);
    const pen = penOf(canvas);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    pen.scale(sharpness, sharpness);
    over(pen);
    return await new Promise((done, failed) => canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error("The picture is too large to be saved."))),
      "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Hand a file to the browser's downloads.
 *
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * @param {import("./scene.js").Scene} scene
 * @param {import("./types.js").Frame} frame
 * @param {number} side
 * @param {boolean} vectors
 */
function panel(scene, frame, side, vectors) {
  const { theme, header, box, sides } = scene.picture;
  const [left, top, width, height] = frame;
  const transform = scene.transformOf(side);
  const clip = `clip${side}`;
  const out = [`<clipPath id="${clip}"><rect x="${left}" y="${top}" width="${width}" ` +
    `height="${height}"/></clipPath>`];
  const { title, detail, role } = sides[side];
  const ink = role === "unproved" ? theme.unproved : theme.text;
  out.push(`<text x="${left}" y="${top - 10}" fill="${ink}" font-size="15" ` +
    `font-weight="600">${escape(title)}<tspan fill="${theme.muted}" font-size="13" ` +
    `font-weight="400" dx="10">${escape(detail)}</tspan></text>`);
  if (header.axes) {
    const { lines, texts } = guides(scene, side);
    const path = lines.map(([a, b, c, d]) => `M${fixed(a)},${fixed(b)}L${fixed(c)},${fixed(d)}`);
    out.push(`<path d="${path.join("")}" stroke="${theme.grid}" clip-path="url(#${clip})"/>`);
    for (const { text, x, y, anchor } of texts) out.push(write(text, x, y, theme.muted, anchor, 12));
    const below = box ? "" : header.axes[0];
    out.push(write(below, left + width / 2, top + height + 36, theme.muted, "middle"));
  }
  if (!vectors) return out;
  out.push(`<g clip-path="url(#${clip})"><g transform="translate(${left} ${top})">`);
  out.push(...edgePaths(scene, side, transform), ...pointPaths(scene, side, transform),
    ...names(scene, side));
  out.push("</g></g>");
  return out;
}

/**
 * @param {import("./scene.js").Scene} scene
 * @param {number} side
 */
function names(scene, side) {
  const { theme, sides } = scene.picture;
  const pen = penOf(document.createElement("canvas"));
  pen.font = `12px ${FONT}`;
  return namesIn(scene, side, sides[side].points, (text) => pen.measureText(text).width).map(
    ({ text, x, y }) => `<text x="${fixed(x)}" y="${fixed(y)}" font-size="12" ` +
      `fill="${theme.text}" stroke="${theme.background}" stroke-width="3" ` +
      `stroke-linejoin="round" paint-order="stroke">${escape(text)}</text>`);
}

/**
 * @param {import("./scene.js").Scene} scene
 * @param {number} side
 * @param {import("./types.js").Transform} transform
 */
function edgePaths(scene, side, [sx, sy, ox, oy]) {
  const { points, edges } = scene.picture.sides[side];
  return scene.edgeStylesOf(side).map(({ kind, css, alpha, width, dash }) => {
    const pairs = edges[kind] ?? [];
    let path = "";
    for (let i = 0; i < pairs.length; i += 2) {
      const [u, v] = [2 * pairs[i], 2 * pairs[i + 1]];
      path += `M${fixed(points[u] * sx + ox)},${fixed(points[u + 1] * sy + oy)}` +
        `L${fixed(points[v] * sx + ox)},${fixed(points[v + 1] * sy + oy)}`;
    }
    const broken = dash ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    return `<path d="${path}" fill="none" stroke="${css}" stroke-width="${width}"${broken} ` +
      `stroke-opacity="${fixed(alpha)}"/>`;
  });
}

/**
 * @param {import("./scene.js").Scene} scene
 * @param {number} side
 * @param {import("./types.js").Transform} transform
 */
function pointPaths(scene, side, [sx, sy, ox, oy]) {
  const { points, sizes } = scene.picture.sides[side];
  const { marks } = scene;
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (let i = 0; 2 * i < points.length; i++) {
    const { colour, symbol } = scene.styleOf(side, i);
    const faded = marks.any && !marks.selection.has(i);
    const key = `${faded ? 0.15 : 0.9} ${colour}`;
    const path = symbolPath(symbol, points[2 * i] * sx + ox, points[2 * i + 1] * sy + oy, sizes[i] * scene.growth(side));
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(path);
  }
  return [...groups].sort().map(([key, paths]) => {
    const [alpha, colour] = key.split(" ");
    return paths.map((path) =>
      `<path d="${path}" fill="${colour}" fill-opacity="${alpha}"/>`).join("");
  });
}

/**
 * Legend entries laid out in rows that fit the width.
 *
 * @param {import("./scene.js").Scene} scene
 * @param {number} room
 */
function legendRows(scene, room) {
  const { text: ink } = scene.picture.theme;
  const { categories, kinds } = scene.legendEntries();
  const measure = penOf(document.createElement("canvas"));
  measure.font = `13px ${FONT}`;
  /** @type {Entry[]} */
  const entries = [
    ...categories.map(({ name, colour, symbol }) => ({
      wide: 22 + measure.measureText(name).width,
      draw: (/** @type {number} */ x, /** @type {number} */ y) => `<path d="${symbolPath(symbol, x + 8, y - 4, 10)}" fill="${colour}"/>` +
        write(name, x + 20, y, ink),
    })),
    ...kinds.map(({ word, colour, dash, width }) => ({
      wide: 36 + measure.measureText(word).width,
      draw: (/** @type {number} */ x, /** @type {number} */ y) => `<path d="M${x},${y - 4}h27" stroke="${colour}" stroke-width="${width}"` +
        `${dash ? ` stroke-dasharray="${dash.join(" ")}"` : ""}/>` +
        write(word, x + 34, y, ink),
    })),
  ];
  /** @type {(Entry & {x: number})[][]} */
  const rows = [];
  let x = Infinity;
  for (const entry of entries) {
    if (x + entry.wide > room) {
      rows.push([]);
      x = 0;
    }
    rows[rows.length - 1].push({ ...entry, x });
    x += entry.wide + 20;
  }
  return rows;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function write(text, x, y, colour, anchor = "start", size = 13) {
  return `<text x="${fixed(x)}" y="${fixed(y)}" fill="${colour}" text-anchor="${anchor}" ` +
    `font-size="${size}">${escape(text)}</text>`;
}

/**
 * Text inside SVG markup: names come from files of strangers, and some hold forbidden letters.
 *
 * @param {string} text
 */
export function escape(text) {
  return String(text)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
