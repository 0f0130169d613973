// @ts-check
/** The board's stops by the route, with what is measured behind them: many draws in place of one. */

import { RouteSource } from "../stage/route.js";
import { bytesOf, unpack } from "../stage/source.js";

const FAILED_MS = 5000;
const TURNING = new Set(["survives", "blurred", "lost"]); // by what many draws say
const NEAR = 0.01; // of the way from guessing to the true result: no figure shows less
const ONCE = { verdict: "1 draw", help: "The verdict rests on many draws: the repeats are being measured." };

export class BoardSource extends RouteSource {
  /**
   * @param {string} address
   * @param {{epsilon: number, label: string}[]} stops
   * @param {(state: import("../stage/route.js").Told) => void} told
   * @param {(how: {share: number, words: string} | null) => void} grown more draws are there; null: all
   */
  constructor(address, stops, told, grown) {
    super(address, stops, told);
    this.grown = grown;
    /** @type {import("./types.js").Draws | null} */
    this.draws = null;
    /** @type {Map<number, import("../stage/types.js").Stop>} */
    this.merged = new Map();
    /** @type {Map<number, {tiles: number, whole: import("../stage/types.js").Stop}>} stops of which some tiles are there */
    this.parts = new Map();
    /** @type {Set<number>} */
    this.begun = new Set();
    this.looking = false;
    this.isWhole = false;
    this.waits = false; // for many draws, which alone give a verdict
  }

  /** @param {boolean} waits */
  expect(waits) {
    this.waits = waits && !this.isWhole;
    this.merged.clear();
  }

  /**
   * @override
   * @param {number} stop
   */
  at(stop) {
    const known = this.merged.get(stop);
    if (known && !(known.partial && this.there.has(stop))) return known;
    const whole = super.at(stop) ?? this.parts.get(stop)?.whole;
    if (!whole) return undefined;
    const made = over(whole, stop, this.draws, this.waits);
    this.merged.set(stop, made);
    return made;
  }

  /**
   * A stop that takes long is asked for its tiles, one by one; at first for their frames.
   *
   * @override
   * @param {string} part
   * @param {number} stop
   */
  asking(part, stop) {
    const isNew = !this.begun.has(stop);
    this.begun.add(stop);
    return part === "shared" || isNew ? "" : `?has=${this.parts.get(stop)?.tiles ?? -1}`;
  }

  /**
   * @override
   * @param {number} stop
   * @param {{tiles: number, stop: string, shared: string}} said
   */
  partly(stop, said) {
    const whole = { ...unpack(bytesOf(said.stop)), partial: unpack(bytesOf(said.shared)) };
    this.parts.set(stop, { tiles: said.tiles, whole });
    this.merged.delete(stop);
    this.arrived(stop);
  }

  /** Ask how far the draws are, again and again until all are there; not while nobody looks. */
  async look() {
    if (this.looking || this.isWhole) return;
    this.looking = true;
    while (!this.closed && !document.hidden && !this.isWhole) {
      const answer = await fetch(`${this.address}/behind`).catch(() => null);
      if (answer?.status === 404) {
        this.expect(false);
        this.grown(null);
        break;
      }
      const reply = answer?.ok ? await answer.json().catch(() => null) : null;
      if (this.closed) break;
      if (reply) this.take(reply, answer?.status === 200);
      if (!this.isWhole) await new Promise((resolve) => setTimeout(resolve, reply?.again ?? FAILED_MS));
    }
    this.looking = false;
  }

  /**
   * @param {import("./types.js").Draws & {share?: number, words?: string}} reply
   * @param {boolean} isWhole
   */
  take({ tiles, answers, share = 0, words = "" }, isWhole) {
    this.draws = { tiles, answers };
    this.isWhole = isWhole;
    this.expect(this.waits);
    this.grown(isWhole ? null : { share, words });
  }
}

/**
 * A stop with the verdicts, ranges and answer of many draws, where there are some for all its tiles.
 * While they are waited for it has number and picture, and no verdict that may turn.
 *
 * @param {import("../stage/types.js").Stop} whole
 * @param {number} number
 * @param {import("./types.js").Draws | null} draws
 * @param {boolean} waits
 * @returns {import("../stage/types.js").Stop}
 */
function over(whole, number, draws, waits) {
  const { header } = whole;
  const rows = header.tiles, answer = draws?.answers?.[number];
  if (rows && waits && !answer) {
    const { words } = header;
    const tiles = rows.map((row) => (TURNING.has(row.verdict) ? { ...row, ...ONCE } : row));
    return { ...whole, header: { ...header, number, tiles, words: { ...words, answer: words.asked || words.answer, room: words.answer } } };
  }
  const isWhole = rows?.every(({ id, sides }) => sides || !draws?.tiles[id]);
  if (!rows || !answer || !isWhole) return { ...whole, header: { ...header, number } };
  const tiles = rows.map((row) => {
    const drawn = draws?.tiles[row.id];
    const verdict = drawn?.verdicts?.[number] || row.verdict, range = drawn?.ranges?.[number];
    const low = drawn?.curve.low[number] ?? 0, high = drawn?.curve.high[number] ?? 1, score = row.score ?? low;
    const isUsual = verdict === row.verdict && (low - NEAR <= score || !high) && score <= high + NEAR;
    return { ...row, verdict, range, words: isUsual ? row.words : `${row.words} (1 draw)` };
  });
  return { ...whole, header: { ...header, number, tiles, words: { ...header.words, answer } } };
}
