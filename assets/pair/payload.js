// @ts-check
/** Reads what a stage sends: a JSON header, then plain number arrays. */

const MAGIC = "GDPP";
/** @type {Record<string, new (buffer: ArrayBuffer, offset: number, count: number) => import("./types.js").Numbers>} */
const ARRAYS = { u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, f4: Float32Array };

/**
 * {header, arrays} of one binary message.
 *
 * @param {Uint8Array} bytes
 * @returns {{header: any, arrays: import("./types.js").Arrays}}
 */
export function decode(bytes) {
  // A copy of its own: the message's bytes start anywhere, typed arrays must start aligned.
  const own = bytes.slice();
  if (String.fromCharCode(...own.subarray(0, 4)) !== MAGIC) throw new Error("not a pair payload");
  const length = new DataView(own.buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(own.subarray(8, 8 + length)));
  const start = align(8 + length);
  /** @type {import("./types.js").Arrays} */
  const arrays = new Map();
  for (const [name, { dtype, offset, count }] of Object.entries(header.arrays)) {
    arrays.set(name, new ARRAYS[dtype](own.buffer, start + offset, count));
  }
  return { header, arrays };
}

/** @param {number} position */
function align(position) {
  return Math.ceil(position / 8) * 8;
}

/**
 * Positions as float32, node by node; quantised ones carry their low and high ends along.
 *
 * @param {import("./types.js").PositionsHeader} reference
 * @param {import("./types.js").Find} find
 * @returns {Float32Array}
 */
export function positionsOf({ array, bounds, dimensions }, find) {
  const raw = find(array);
  if (!bounds) return raw;
  const steps = bounds.slice(dimensions).map((high, k) => (high - bounds[k]) / 65535);
  const out = new Float32Array(raw.length);
  for (let i = 0; i < raw.length; i += dimensions) {
    for (let k = 0; k < dimensions; k++) out[i + k] = bounds[k] + raw[i + k] * steps[k];
  }
  return out;
}

/** @type {import("./types.js").Kind[]} */
export const KINDS = ["kept", "lost", "invented"];

/**
 * Edges by kind as flat node pairs. Each kind is either pairs of its own, as gaps, or the shared
 * pairs, or as `mask` a subset of those, one bit each, most significant bit first.
 *
 * @param {Partial<Record<import("./types.js").Kind, import("./types.js").EdgesHeader>>} references
 * @param {import("./types.js").Find} find
 */
export function edgesOf(references, find) {
  /** @type {import("./types.js").Edges} */
  const out = {};
  for (const kind of KINDS) {
    const reference = references[kind];
    if (!reference) continue;
    if ("gaps" in reference) {
      out[kind] = spread(find(reference.gaps), reference.n);
      continue;
    }
    const pairs = find(reference.pairs);
    out[kind] = reference.mask ? masked(pairs, find(reference.mask)) : pairs;
  }
  return out;
}

/**
 * Pairs whose numbers u * n + v rise by gaps of seven bits a byte, lowest first.
 *
 * @param {Uint8Array} bytes
 * @param {number} n
 */
export function spread(bytes, n) {
  const out = new Uint32Array(2 * bytes.reduce((count, byte) => count + (byte < 128 ? 1 : 0), 0));
  let code = 0, scale = 1, filled = 0;
  for (const byte of bytes) {
    code += (byte & 127) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    out[filled++] = Math.floor(code / n);
    out[filled++] = code % n;
    scale = 1;
  }
  return out;
}

/**
 * @param {import("./types.js").Pairs} pairs
 * @param {Uint8Array} bits
 * @returns {import("./types.js").Pairs}
 */
function masked(pairs, bits) {
  const out = pairs.slice();
  let filled = 0;
  for (let i = 0; 2 * i < pairs.length; i++) {
    if (bits[i >> 3] & (128 >> (i & 7))) {
      out[filled++] = pairs[2 * i];
      out[filled++] = pairs[2 * i + 1];
    }
  }
  return out.subarray(0, filled);
}
