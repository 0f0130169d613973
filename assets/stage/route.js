// @ts-check
/** Stops that the server is asked for: the wanted one first, then those around it, one at a time. */

import { unpack } from "./source.js";

const AGAIN_MS = 1500; // after a question that failed
const BETWEEN_MS = 20;

/** One view's stops; nothing is asked for twice at a time, and nothing ahead while hidden. */
export class RouteSource {
  /**
   * @param {string} address of the stage
   * @param {{epsilon: number, label: string}[]} stops
   * @param {(state: {lost?: boolean, silent?: boolean, words?: string}) => void} told
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
    /** @type {(stop: number) => void} */
    this.arrived = () => {};
    this.near = -1;
    this.preparing = false;
    this.closed = false;
  }

  /** @param {number} stop */
  at(stop) {
    return this.shared || !this.there.get(stop)?.header.shared ? this.there.get(stop) : undefined;
  }

  /** @param {number} stop */
  want(stop) {
    this.near = stop;
    if (!this.there.has(stop)) this.ask(stop);
  }

  /**
   * Ask for what is not there, nearest to a stop first.
   *
   * @param {number} stop
   */
  async prepare(stop) {
    this.near = stop;
    if (this.preparing) return;
    this.preparing = true;
    while (!this.closed && !document.hidden) {
      const next = this.nearestAbsent();
      if (next < 0 || !await this.ask(next)) break;
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
      const found = /** @type {import("./types.js").Stop} */ (unpack(bytes));
      if (!this.shared && (found.header.pair || found.header.chart)) {
        const shared = await this.fetched("shared", stop);
        if (shared) this.shared ??= unpack(shared);
      }
      this.there.set(stop, found);
    } finally {
      this.asked.delete(stop);
    }
    if (!this.closed) this.arrived(stop);
    return true;
  }

  /**
   * A part of the stage, asked for until it is there or nobody wants it.
   *
   * @param {string} part
   * @param {number} stop
   * @returns {Promise<Uint8Array | null>}
   */
  async fetched(part, stop) {
    for (;;) {
      let answer;
      try {
        answer = await fetch(`${this.address}/${part}`);
      } catch {
        this.told({ silent: true });
        await later(AGAIN_MS);
        if (this.closed || this.near !== stop) return null;
        continue;
      }
      if (answer.ok && answer.status !== 202) {
        this.told({});
        return new Uint8Array(await answer.arrayBuffer());
      }
      if (answer.status === 404) {
        this.told({ lost: true });
        return null;
      }
      const { again = AGAIN_MS, words = "" } = await answer.json().catch(() => ({}));
      if (this.near === stop) this.told({ words });
      else return null;
      await later(again);
      if (this.closed) return null;
    }
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
