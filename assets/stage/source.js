// @ts-check
/** Where a stage's stops come from, when they have all come along. */

import { decode } from "../pair/payload.js";

/**
 * Bytes of a message, unpacked.
 *
 * @param {Uint8Array} bytes
 * @returns {any}
 */
export const unpack = (bytes) => decode(bytes);

/** @param {string} text in base 64 */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/**
 * A source of stops that have come along as compressed text.
 *
 * @param {import("./types.js").Carried} carried
 */
export async function carriedSource({ messages, lengths }) {
  const stream = new Blob([bytesOf(messages)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const all = new Uint8Array(await new Response(stream).arrayBuffer());
  let end = 0;
  const [shared, ...stops] = lengths.map((length) => all.subarray(end, (end += length)));
  return new CarriedSource(shared, stops);
}

/** Every stop is there from the start; each is unpacked when it is first shown. */
class CarriedSource {
  /**
   * @param {Uint8Array} shared
   * @param {Uint8Array[]} packed one a stop
   */
  constructor(shared, packed) {
    /** @type {import("./types.js").Shared} */
    this.shared = unpack(shared);
    this.packed = packed;
    /** @type {import("./types.js").Stop[]} */
    this.unpacked = [];
    this.stops = packed.map((_, i) => this.at(i).header.words);
    /** @type {(stop: number) => void} */
    this.arrived = () => {};
  }

  /** @param {number} stop */
  at(stop) {
    return (this.unpacked[stop] ??= unpack(this.packed[stop]));
  }

  want() {}
}
