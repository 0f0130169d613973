// @ts-check
/** A stop drawn as tiles: one for every property, with its number, its verdict and its curve. */

import { escape } from "../pair/export.js";
import { make } from "../pair/frame.js";
import { isDark } from "../pair/palette.js";
import { Tile } from "./tile.js";

const WIDE = 260, HIGH = 190, COLUMNS = 4; // of a tile in a still

/**
 * How tiles are drawn that lead somewhere.
 *
 * @param {import("./types.js").Links} links
 * @param {() => import("./types.js").Draws | null} draws what many draws say, as far as it is known
 * @param {() => void} [measure] also what takes minutes
 * @returns {import("../stage/types.js").Draws}
 */
export function tilesDrawing(links, draws, measure = () => {}) {
  return (place) => {
    const board = new Tiles(place, links, draws, measure);
    return {
      show: (shared, stop) => board.show(shared, stop),
      wear: () => board.paint(),
      still: () => board.still(),
      remove: () => board.remove(),
    };
  };
}

class Tiles {
  /**
   * @param {HTMLElement} place
   * @param {import("./types.js").Links} links
   * @param {() => import("./types.js").Draws | null} draws
   * @param {() => void} measure
   */
  constructor(place, links, draws, measure) {
    this.place = place;
    this.measure = measure;
    this.links = links;
    this.draws = draws;
    this.list = make("ul", { className: "tiles", role: "list" });
    /** @type {Tile[]} */
    this.tiles = [];
    /** @type {import("../stage/types.js").SharedHeader["themes"] | null} */
    this.themes = null;
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.list);
    place.append(this.list);
  }

  /**
   * @param {import("../stage/types.js").Shared} shared
   * @param {import("../stage/types.js").Stop} stop
   */
  show(shared, { header, arrays }) {
    const rows = header.tiles ?? [], { label } = header.words;
    /** @param {string} name */
    const find = (name) => arrays.get(name) ?? shared.arrays.get(name);
    this.themes = shared.header.themes;
    while (this.tiles.length < rows.length) this.tiles.push(new Tile(this.links, this.measure));
    this.tiles.length = rows.length;
    const boxes = this.tiles.map((tile) => tile.box);
    if (boxes.some((box, i) => this.list.children[i] !== box)) this.list.replaceChildren(...boxes);
    this.list.toggleAttribute("data-many", rows.length > 8);
    const usual = rows.find((row) => row.sides)?.captions.join();
    let named = false;
    /** @type {Set<string>} */
    const reasons = new Set(); // one that several tiles have is said once
    this.tiles.forEach((tile, i) => {
      const row = rows[i], isUsual = row.captions.join() === usual;
      const captioned = Boolean(row.sides) && (!isUsual || !named);
      named ||= captioned && isUsual;
      const reason = reasons.has(row.reason) && !row.waits ? "Not released." : row.reason;
      if (row.reason) reasons.add(row.reason);
      tile.fill({ ...row, reason }, find, { number: header.number ?? 0, label }, this.draws()?.tiles[row.id], captioned);
    });
    this.paint();
  }

  /** All canvases anew: another stop, another size, or other colours. */
  paint() {
    if (!this.themes || !this.list.clientWidth) return;
    const style = getComputedStyle(this.place);
    const theme = this.themes[isDark(style.getPropertyValue("--st-background-color").trim()) ? "dark" : "light"];
    const font = style.getPropertyValue("--st-font").trim() || "sans-serif";
    for (const tile of this.tiles) tile.paint({ theme, font });
  }

  /** All tiles as one picture: titles, verdicts and numbers in words, the rest as it is painted. */
  still() {
    const rows = Math.ceil(this.tiles.length / COLUMNS);
    const parts = this.tiles.map(({ canvases, link, verdict, figure, words, sides }, i) => {
      const x = (i % COLUMNS) * WIDE, y = Math.floor(i / COLUMNS) * HIGH, half = (WIDE - 20) / 2;
      const images = canvases.filter((_, side) => sides?.[side]).map((canvas, side, all) =>
        `<image x="${side * half}" y="22" width="${all.length > 1 ? half : 2 * half}" height="${HIGH - 60}" ` +
        `href="${canvas.toDataURL()}"/>`);
      return `<g transform="translate(${x} ${y})"><text y="14" font-weight="600">${escape(link.textContent)}</text>` +
        `<text x="${WIDE - 20}" y="14" text-anchor="end">${escape(verdict.textContent)}</text>${images.join("")}` +
        `<text y="${HIGH - 20}">${escape(figure.textContent)} ${escape(words.textContent)}</text></g>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * WIDE} ${rows * HIGH}" ` +
      `font-family="sans-serif" font-size="12">${parts.join("")}</svg>`;
  }

  remove() {
    this.observer.disconnect();
    this.list.remove();
  }
}
