// @ts-check
/** The board's stops by the route, with what is measured behind them: many draws in place of one. */

import { RouteSource } from "../stage/route.js";

const FAILED_MS = 5000;

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
    this.looking = false;
    this.isWhole = false;
  }

  /**
   * @override
   * @param {number} stop
   */
  at(stop) {
    const known = this.merged.get(stop);
    if (known) return known;
    const found = super.at(stop);
    if (!found) return undefined;
    const made = over(found, stop, this.draws);
    this.merged.set(stop, made);
    return made;
  }

  /** Ask how far the draws are, again and again until all are there; not while nobody looks. */
  async look() {
    if (this.looking || this.isWhole) return;
    this.looking = true;
    while (!this.closed && !document.hidden && !this.isWhole) {
      const answer = await fetch(`${this.address}/behind`).catch(() => null);
      if (answer?.status === 404) break;
      const found = answer?.ok ? await answer.json().catch(() => null) : null;
      if (this.closed) break;
      if (found) this.take(found, answer?.status === 200);
      if (!this.isWhole) await new Promise((resolve) => setTimeout(resolve, found?.again ?? FAILED_MS));
    }
    this.looking = false;
  }

  /**
   * @param {import("./types.js").Draws & {share?: number, words?: string}} found
   * @param {boolean} isWhole
   */
  take({ tiles, answers, share = 0, words = "" }, isWhole) {
    this.draws = { tiles, answers };
    this.isWhole = isWhole;
    this.merged.clear();
    this.grown(isWhole ? null : { share, words });
  }
}

/**
 * A stop with the verdicts, ranges and answer of many draws, where there are some for all its tiles.
 *
 * @param {import("../stage/types.js").Stop} found
 * @param {number} number
 * @param {import("./types.js").Draws | null} draws
 * @returns {import("../stage/types.js").Stop}
 */
function over({ header, arrays }, number, draws) {
  const rows = header.tiles, answer = draws?.answers?.[number];
  const isWhole = rows?.every(({ id, sides }) => sides || !draws?.tiles[id]);
  if (!rows || !answer || !isWhole) return { header: { ...header, number }, arrays };
  const tiles = rows.map((row) => {
    const drawn = draws?.tiles[row.id];
    return { ...row, verdict: drawn?.verdicts?.[number] || row.verdict, range: drawn?.ranges?.[number] };
  });
  return { header: { ...header, number, tiles, words: { ...header.words, answer } }, arrays };
}
