// @ts-check
/** Reads what the server sends: a JSON header, then plain number arrays; keeps shared ones. */

const MAGIC = "GDPP";
const KEPT_BLOBS = 8;
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

/** Shared parts by their content's digest, most recently used last. */
export class Store {
  constructor() {
    /** @type {Map<string, import("./types.js").SharedPart>} */
    this.parts = new Map();
    /** @type {Map<string, ((part: import("./types.js").SharedPart) => void)[]>} */
    this.waiting = new Map();
  }

  /** @param {Uint8Array} bytes */
  put(bytes) {
    const part = decode(bytes);
    const id = part.header.id;
    this.parts.delete(id);
    this.parts.set(id, part);
    while (this.parts.size > KEPT_BLOBS) this.parts.delete([...this.parts.keys()][0]);
    for (const wake of this.waiting.get(id) ?? []) wake(part);
    this.waiting.delete(id);
  }

  /** @param {string} id */
  get(id) {
    return this.parts.get(id);
  }

  /**
   * @param {string} id
   * @param {(part: import("./types.js").SharedPart) => void} wake
   */
  whenThere(id, wake) {
    this.waiting.set(id, [...(this.waiting.get(id) ?? []), wake]);
  }
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

/**
 * Edges by kind where each shared pair carries a two-bit code: 0 absent, then KINDS in order.
 *
 * @param {import("./types.js").Pairs} pairs
 * @param {Uint8Array} codes
 */
export function codedEdges(pairs, codes) {
  /** @type {number[][]} */
  const lists = [[], [], []];
  for (let i = 0; 2 * i < pairs.length; i++) {
    const code = (codes[i >> 2] >> (6 - 2 * (i & 3))) & 3;
    if (code) lists[code - 1].push(pairs[2 * i], pairs[2 * i + 1]);
  }
  /** @type {import("./types.js").Edges} */
  const out = {};
  KINDS.forEach((kind, k) => {
    out[kind] = Uint32Array.from(lists[k]);
  });
  return out;
}
