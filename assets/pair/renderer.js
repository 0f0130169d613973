// @ts-check
/** Draws the two panels with WebGL2: points, edges, and the glide from old to new positions. */

import {
  LINE_FRAGMENT, LINE_VERTEX, POINT_FRAGMENT, POINT_VERTEX, RIBBON_FRAGMENT, RIBBON_VERTEX,
} from "./shaders.js";
import { distanceTiles, REACH, TILE } from "./shapes.js";

/** @typedef {string | number} Name Of a cloud. */

/**
 * @typedef {object} Cloud
 * @property {number} count
 * @property {Record<string, number>} counts of edges, by kind
 * @property {Record<string, WebGLTexture>} pairs
 * @property {WebGLTexture} [before]
 * @property {WebGLTexture} [after]
 * @property {WebGLBuffer} [styles]
 * @property {boolean} [still] whether before and after are the same
 */

/** @typedef {{handle: WebGLProgram, at: (name: string) => WebGLUniformLocation | null}} Program */

/**
 * @typedef {object} Place Where and when a cloud is drawn.
 * @property {Cloud} cloud
 * @property {import("./types.js").Transform} transform
 * @property {number} glide
 * @property {number} ratio
 * @property {number[]} panel width and height in the screen's pixels
 */

/**
 * @typedef {object} Drawn
 * @property {import("./types.js").Frame} frame
 * @property {import("./types.js").Transform} transform
 * @property {number} glide
 * @property {number} ratio
 * @property {import("./types.js").EdgeStyle[]} strokes
 * @property {import("./types.js").PointStyle} marks
 * @property {number} [share]
 * @property {boolean} [over]
 */

const TEXTURE_WIDTH = 2048;
const FINE_EDGES = 8000;

/** Everything on the graphics card that belongs to one canvas; made again after a context loss. */
export class Renderer {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    const gl = canvas.getContext("webgl2", {
      alpha: true, antialias: false, depth: false, premultipliedAlpha: true,
      powerPreference: "high-performance", preserveDrawingBuffer: true,
    });
    // Without it nothing is drawn: who draws asks `works` first.
    this.gl = /** @type {WebGL2RenderingContext} */ (gl);
    /** @type {Map<Name, Cloud>} */
    this.clouds = new Map();
    /** @type {WebGLTexture | null} */
    this.tiles = null;
    this.symbolKey = "";
    /** @type {Record<"points" | "lines" | "ribbons", Program>} */
    this.programs = /** @type {any} */ (null);
    if (this.works) this.build();
  }

  get works() {
    return Boolean(this.gl);
  }

  /** Compile programs and forget all buffers: at the start and after a restored context. */
  build() {
    const gl = this.gl;
    this.programs = {
      points: program(gl, POINT_VERTEX, POINT_FRAGMENT),
      lines: program(gl, LINE_VERTEX, LINE_FRAGMENT),
      ribbons: program(gl, RIBBON_VERTEX, RIBBON_FRAGMENT),
    };
    this.clouds = new Map();
    this.tiles = null;
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /**
   * Symbols in the order of their numbers.
   *
   * @param {string[]} symbols
   */
  setSymbols(symbols) {
    const gl = this.gl;
    const key = symbols.join();
    if (this.tiles && this.symbolKey === key) return;
    this.symbolKey = key;
    this.tiles ??= gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.tiles);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.R8, TILE, TILE, symbols.length, 0, gl.RED,
      gl.UNSIGNED_BYTE, distanceTiles(symbols));
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ]) gl.texParameteri(gl.TEXTURE_2D_ARRAY, name, value);
  }

  /**
   * A named set of points: where they were, where they go (both flat x, y float32 arrays).
   *
   * @param {Name} name
   * @param {Float32Array} before
   * @param {Float32Array} after
   */
  setPositions(name, before, after) {
    const cloud = this.cloud(name);
    this.fillTexture(cloud, "after", after);
    cloud.still = after === before;
    if (!cloud.still) this.fillTexture(cloud, "before", before);
    cloud.count = after.length / 2;
  }

  /**
   * Four bytes a point: colour number, symbol number, radius in eighths of a pixel, flags.
   *
   * @param {Name} name
   * @param {Uint8Array} bytes
   */
  setStyles(name, bytes) {
    const gl = this.gl;
    const cloud = this.cloud(name);
    cloud.styles ??= gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, cloud.styles);
    gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.DYNAMIC_DRAW);
  }

  /**
   * Node pairs of one kind as a flat uint array.
   *
   * @param {Name} name
   * @param {string} kind
   * @param {import("./types.js").Pairs} pairs
   */
  setEdges(name, kind, pairs) {
    const cloud = this.cloud(name);
    const count = pairs.length / 2;
    cloud.counts[kind] = count;
    if (!count) return;
    const gl = this.gl;
    const rows = Math.ceil(count / TEXTURE_WIDTH);
    const width = rows > 1 ? TEXTURE_WIDTH : count;
    const texels = new Uint32Array(2 * rows * width);
    texels.set(pairs);
    cloud.pairs[kind] ??= gl.createTexture();
    this.fill(cloud.pairs[kind], gl.RG32UI, width, rows, gl.RG_INTEGER, gl.UNSIGNED_INT, texels);
  }

  /**
   * @param {Name} name
   * @returns {Cloud}
   */
  cloud(name) {
    const cloud = this.clouds.get(name) ?? { count: 0, counts: {}, pairs: {} };
    this.clouds.set(name, cloud);
    return cloud;
  }

  /**
   * @param {Cloud} cloud
   * @param {"before" | "after"} name
   * @param {Float32Array} points
   */
  fillTexture(cloud, name, points) {
    const gl = this.gl;
    const rows = Math.max(1, Math.ceil(points.length / 2 / TEXTURE_WIDTH));
    const width = rows > 1 ? TEXTURE_WIDTH : Math.max(1, points.length / 2);
    let texels = points;
    if (points.length !== 2 * rows * width) {
      texels = new Float32Array(2 * rows * width);
      texels.set(points);
    }
    cloud[name] ??= gl.createTexture();
    this.fill(cloud[name], gl.RG32F, width, rows, gl.RG, gl.FLOAT, texels);
  }

  /**
   * @param {WebGLTexture} texture
   * @param {number} inside
   * @param {number} width
   * @param {number} rows
   * @param {number} format
   * @param {number} type
   * @param {ArrayBufferView} texels
   */
  fill(texture, inside, width, rows, format, type, texels) {
    const gl = this.gl;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, inside, width, rows, 0, format, type, texels);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  /** Nothing is on the canvas. */
  wipe() {
    const gl = this.gl;
    gl.disable(gl.SCISSOR_TEST);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  /**
   * One cloud in a panel. `frame` is the panel's rectangle in CSS pixels, y down from the canvas's
   * top; `strokes` lists the edge kinds in drawing order; `share` below 1 draws that part of many
   * edges only; `over` draws over what the panel shows.
   *
   * @param {Name} name
   * @param {Drawn} look
   */
  draw(name, { frame, transform, glide, ratio, strokes, marks, share = 1, over = false }) {
    const gl = this.gl;
    const cloud = this.clouds.get(name);
    const [left, top, width, height] = frame.map((side) => Math.round(side * ratio));
    const bottom = this.canvas.height - top - height;
    gl.viewport(left, bottom, width, height);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(left, bottom, width, height);
    if (!over) gl.clear(gl.COLOR_BUFFER_BIT);
    if (!cloud?.count) return;
    const place = { cloud, transform, glide, ratio, panel: [width, height] };
    for (const stroke of strokes) this.drawEdges(place, stroke, share);
    this.drawPoints(place, marks);
  }

  /**
   * @param {Program} uses
   * @param {Place} place
   */
  place(uses, { cloud, transform, glide, ratio, panel }) {
    const gl = this.gl;
    gl.useProgram(uses.handle);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, (cloud.still ? cloud.after : cloud.before) ?? null);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, cloud.after ?? null);
    gl.uniform1i(uses.at("before"), 0);
    gl.uniform1i(uses.at("after"), 1);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform1f(uses.at("glide"), cloud.still ? 1 : glide);
    gl.uniform4fv(uses.at("transform"), transform);
    gl.uniform2fv(uses.at("panel"), panel);
    gl.uniform1f(uses.at("ratio"), ratio);
  }

  /**
   * @param {Place} place
   * @param {import("./types.js").EdgeStyle} stroke
   * @param {number} share
   */
  drawEdges(place, { kind, colour, alpha, width, dash }, share) {
    const { cloud, ratio } = place;
    const count = Math.ceil((cloud.counts[kind] ?? 0) * share);
    if (!count) return;
    const gl = this.gl;
    const total = Object.values(cloud.counts).reduce((sum, part) => sum + part, 0);
    const thin = total > FINE_EDGES;
    const uses = thin ? this.programs.lines : this.programs.ribbons;
    this.place(uses, place);
    // Gaps cannot be seen in thousands of faint lines; their lightness can.
    const gaps = thin && dash ? dash[0] / (dash[0] + dash[1]) : 1;
    const opacity = Math.min(1, (alpha * gaps) / Math.sqrt(share));
    gl.uniform4fv(uses.at("ink"), [...colour.map((part) => part * opacity), opacity]);
    if (!thin) {
      gl.uniform1f(uses.at("width"), width * ratio);
      gl.uniform1f(uses.at("on"), (dash?.[0] ?? 0) * ratio);
      gl.uniform1f(uses.at("off"), (dash?.[1] ?? 0) * ratio);
    }
    gl.uniform1i(uses.at("pairs"), 2);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, cloud.pairs[kind]);
    gl.activeTexture(gl.TEXTURE0);
    gl.disableVertexAttribArray(0);
    if (thin) gl.drawArrays(gl.LINES, 0, 2 * count);
    else gl.drawArrays(gl.TRIANGLES, 0, 6 * count);
  }

  /**
   * @param {Place} place
   * @param {import("./types.js").PointStyle} marks
   */
  drawPoints(place, { palette, paper, alpha, faded, outline, chosen, growth }) {
    const gl = this.gl;
    const uses = this.programs.points;
    this.place(uses, place);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.tiles);
    gl.uniform1i(uses.at("tiles"), 2);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform4fv(uses.at("palette"), palette);
    gl.uniform3fv(uses.at("paper"), paper);
    gl.uniform1f(uses.at("reach"), REACH);
    gl.uniform1f(uses.at("growth"), growth);
    gl.uniform1f(uses.at("outline"), outline * place.ratio);
    gl.bindBuffer(gl.ARRAY_BUFFER, place.cloud.styles ?? null);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribIPointer(0, 4, gl.UNSIGNED_BYTE, 4, 0);
    for (const pass of chosen ? [0, 1] : [0]) {
      gl.uniform1i(uses.at("chosenOnly"), pass);
      gl.uniform1f(uses.at("strength"), chosen && !pass ? faded : pass ? 1 : alpha);
      gl.drawArrays(gl.POINTS, 0, place.cloud.count);
    }
  }

  /** Give the graphics card's memory back at once, not when the collector comes. */
  release() {
    this.gl?.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

/**
 * @param {WebGL2RenderingContext} gl
 * @param {string} vertex
 * @param {string} fragment
 * @returns {Program}
 */
function program(gl, vertex, fragment) {
  const handle = gl.createProgram();
  /** @type {[kind: number, source: string][]} */
  const halves = [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]];
  for (const [kind, source] of halves) {
    const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(handle, shader);
  }
  gl.linkProgram(handle);
  if (!gl.getProgramParameter(handle, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`WebGL program: ${gl.getProgramInfoLog(handle)}`);
  }
  const places = new Map();
  /**
   * @param {string} name
   * @returns {WebGLUniformLocation | null}
   */
  const at = (name) => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(handle, name));
    return places.get(name) ?? null;
  };
  return { handle, at };
}
