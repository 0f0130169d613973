// @ts-check
/** Stops that the server is asked for: the wanted one first, then those around it, one at a time. */

import { unpack } from "./source.js";

const AGAIN_MS = 1500; // after a question that failed
const BETWEEN_MS = 20;
const MOST_MISSES = 6; // a page that was asked to open its stage anew has done so by then
const AHEAD_BYTES = 2e6; // that come before anybody asks for them
const AHEAD_MS = 2000; // that the server is kept busy for it

/**
 * @typedef {object} Told
 * @property {boolean} [lost] the server knows no such stage
 * @property {boolean} [silent] it does not answer
 * @property {string} [words] how far a stop is that is being computed
 */

/** One view's stops; nothing is asked for twice at a time, and nothing ahead while hidden. */
export class RouteSource {
  /**
   * @param {string} address of the stage
   * @param {{epsilon: number, label: string}[]} stops
   * @param {(state: Told) => void} told
   */
  constructor(address, stops, told) {
    this.address = address;
    this.stops = stops;
    this.told = told;
    /** @type {import("./types.js").Shared | undefined} */
    this.shared = undefined;
    /** @type {Map<number, import("./types.js").Stop>} */
    this.there = new Map();
    /** @type {Set<number>} */
    this.asked = new Set();
    /** @type {Map<string, import("./types.js").Stop | undefined>} ties of stops that come without their edges */
    this.apart = new Map();
    /** @type {(stop: number) => void} */
    this.arrived = () => {};
    this.near = -1;
    this.ahead = -1; // the stop that is being prepared
    this.preparing = false;
    this.closed = false;
    this.spent = { bytes: 0, ms: 0 }; // what has come, and what the server computed for it
    this.left = { bytes: AHEAD_BYTES, ms: AHEAD_MS }; // for what nobody has asked for yet
  }

  /** @param {number} stop */
  at(stop) {
    const known = this.there.get(stop);
    return this.shared || !known || !isDrawn(known) ? known : undefined; // a refusal is but words
  }

  /**
   * The edges between two nodes at a stop that comes without its edges; asked for once, and told by `arrived`.
   *
   * @param {number} stop
   * @param {number[]} pair
   */
  tie(stop, pair) {
    const part = [this.stops[stop].epsilon, "tie", ...pair].join(".");
    if (!this.apart.has(part)) this.askTie(part, stop);
    return this.apart.get(part);
  }

  /**
   * @param {string} part
   * @param {number} stop
   */
  async askTie(part, stop) {
    this.apart.set(part, undefined);
    const bytes = await this.fetched(part, stop);
    if (!bytes) this.apart.delete(part);
    if (!bytes || this.closed) return;
    this.apart.set(part, unpack(bytes));
    this.arrived(stop);
  }

  /**
   * What is said with a question.
   *
   * @param {string} _part
   * @param {number} _stop
   */
  asking(_part, _stop) {
    return "";
  }

  /**
   * Some of a stop is there.
   *
   * @param {number} _stop
   * @param {any} _said
   */
  partly(_stop, _said) {}

  /** @param {number} stop */
  want(stop) {
    this.near = stop;
    this.ahead = -1;
    if (this.there.has(stop)) return;
    this.left = { bytes: AHEAD_BYTES, ms: AHEAD_MS }; // who moves on may move further
    this.ask(stop);
  }

  /**
   * Ask for what is not there, nearest to a stop first, while it costs little.
   *
   * @param {number} stop
   */
  async prepare(stop) {
    this.near = stop;
    if (this.preparing) return;
    this.preparing = true;
    while (!this.closed && !document.hidden && this.left.bytes > 0 && this.left.ms > 0) {
      const next = this.ahead = this.nearestAbsent(), { bytes, ms } = this.spent;
      if (next < 0 || !await this.ask(next)) break;
      this.left.bytes -= this.spent.bytes - bytes;
      this.left.ms -= this.spent.ms - ms;
      await later(BETWEEN_MS);
    }
    this.preparing = false;
  }

  nearestAbsent() {
    const absent = this.stops.map((_, i) => i).filter((i) => !this.there.has(i) && !this.asked.has(i));
    return absent.sort((a, b) => Math.abs(a - this.near) - Math.abs(b - this.near))[0] ?? -1;
  }

  /**
   * Whether a stop has come.
   *
   * @param {number} stop
   * @returns {Promise<boolean>}
   */
  async ask(stop) {
    if (this.asked.has(stop)) return false;
    this.asked.add(stop);
    try {
      const bytes = await this.fetched(String(this.stops[stop].epsilon), stop);
      if (!bytes) return false;
      const there = /** @type {import("./types.js").Stop} */ (unpack(bytes));
      if (!this.shared && isDrawn(there)) {
        const shared = await this.fetched("shared", stop);
        if (!shared) return false;
        this.shared ??= unpack(shared);
      }
      this.there.set(stop, there);
    } finally {
      this.asked.delete(stop);
    }
    if (!this.closed) this.arrived(stop);
    return true;
  }

  /**
   * A stop that came another way.
   *
   * @param {number} stop
   * @param {Uint8Array} bytes
   * @param {Uint8Array | null} shared
   */
  put(stop, bytes, shared) {
    if (stop < 0 || this.there.has(stop)) return;
    if (shared) this.shared ??= unpack(shared);
    this.there.set(stop, unpack(bytes));
    this.arrived(stop);
  }

  /**
   * The still picture of a stop, as the server draws it.
   *
   * @param {number} stop
   * @param {"light" | "dark"} look
   */
  async still(stop, look) {
    const bytes = await this.fetched(`${this.stops[stop].epsilon}.${look}.svg`, stop);
    return bytes && new Blob([/** @type {BlobPart} */ (bytes)], { type: "image/svg+xml" });
  }

  /**
   * A part of the stage, asked for until it is there or nobody wants it.
   *
   * @param {string} part
   * @param {number} stop
   * @returns {Promise<Uint8Array | null>}
   */
  async fetched(part, stop) {
    for (let missed = 0; missed < MOST_MISSES;) {
      const answer = await fetch(`${this.address}/${part}${this.asking(part, stop)}`).catch(() => null);
      if (answer?.status === 200) {
        this.told({});
        const whole = new Uint8Array(await answer.arrayBuffer());
        this.spent.bytes += Number(answer.headers.get("Content-Length")) || whole.length;
        this.spent.ms += Number(answer.headers.get("Server-Timing")?.split("dur=")[1] ?? 0);
        return whole;
      }
      const said = answer?.status === 202 ? await answer.json().catch(() => ({})) : {}, { again = AGAIN_MS, words = "" } = said;
      if (this.near !== stop && this.ahead !== stop && this.near >= 0) return null; // nobody waits for it any more
      if (answer?.status === 404) missed += 1;
      if (said.stop && !this.closed) this.partly(stop, said);
      this.told(answer?.status === 202 ? { words: this.near === stop ? words : "" } : answer?.status === 404 ? { lost: true } : { silent: true });
      await later(again);
      if (this.closed || (part === String(this.stops[stop].epsilon) && this.there.has(stop))) return null;
    }
    return null;
  }

  close() {
    this.closed = true;
    this.arrived = () => {};
  }
}

/** @param {number} ms */
function later(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** @param {import("./types.js").Stop} stop */
function isDrawn({ header }) {
  return Boolean(header.pair || header.chart || header.tiles);
}
