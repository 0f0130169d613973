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

/** Every stop is there from the start; each is unpacked when it is first shown. */
export class CarriedSource {
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
