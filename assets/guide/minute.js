// @ts-check
/** Sixty seconds on the board's own graph: guess how many ties survive, see, move once more. */

import { make } from "../pair/frame.js";
import { mayMove } from "../pair/glide.js";
import { shareButtons } from "../share/button.js";
import { moveBy, slider } from "../present/slider.js";

const SAFE = "0.2", USEFUL = "3"; // the two stops that are shown
const BEAT_MS = 90, LOOK_MS = 100;
const COVERED = ["--private-side: hidden", "--private-cover: visible"];
const COMING = "[data-tile=degrees][data-waits]"; // not measured yet
const LOOK = "graphdp-look"; // what the page tells all its pictures
const root = document.documentElement;

/** @typedef {{all: number, shown: number, kept: number}} Ties of the true graph, of the release, and in both. */

export class Minute {
  /** Whether the board stands there. */
  static canBegin() {
    const tiles = slider()?.getRootNode();
    return tiles instanceof ShadowRoot && Boolean(tiles.querySelector(".board [data-shown]")) && !tiles.querySelector(COMING);
  }

  /**
   * Begin it on the board that stands there.
   *
   * @param {() => void} next what follows it
   * @returns {boolean} false where no tile shows ties
   */
  static on(next) {
    const tiles = slider()?.getRootNode();
    if (!(tiles instanceof ShadowRoot) || document.querySelector(".graphdp-minute")) return false;
    const minute = new Minute(tiles, next);
    if (!minute.ties) return false;
    minute.ask();
    return true;
  }

  /**
   * @param {ShadowRoot} board
   * @param {() => void} next
   */
  constructor(board, next) {
    this.board = board;
    this.next = next;
    this.guess = 0;
    this.title = make("h2", { tabindex: "-1" });
    this.body = make("div", {});
    const skip = make("button", { type: "button", className: "skip" }, "Skip");
    skip.addEventListener("click", () => this.end());
    this.card = make("section", { className: "graphdp-minute", role: "dialog", "aria-label": "Sixty seconds" },
      this.title, this.body, skip);
    this.card.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.end();
    });
    this.leave = () => this.end();
  }

  /** @returns {Ties | null} as the tile of ties says them to those that cannot see it */
  get ties() {
    const said = this.board.querySelector("[data-tile=degrees] .pictures")?.getAttribute("aria-label") ?? "";
    const [all, shown, kept] = (said.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(",", "")));
    return kept === undefined ? null : { all, shown, kept };
  }

  /** The tile of ties takes the place of all, and its right side is covered until the guess is made. */
  ask() {
    const { all } = /** @type {Ties} */ (this.ties);
    document.body.append(this.card);
    addEventListener("popstate", this.leave, { once: true });
    const input = make("input", { type: "range", min: "0", max: String(all), step: String(Math.max(1, Math.round(all / 100))),
      "aria-label": "Your guess" });
    const output = make("output", {});
    input.value = String(Math.round(all / 2));
    const said = () => (output.textContent = `${Number(input.value).toLocaleString("en")} of ${all.toLocaleString("en")}`);
    input.addEventListener("input", said);
    said();
    this.say("How many ties survive?", [
      `The true graph has ${all.toLocaleString("en")} ties. Before it leaves the house, a coin is thrown for every pair. ` +
        `At ε = ${SAFE}, the safe end, how many ties are still there?`,
    ], ["Show me", () => {
      this.guess = Number(input.value);
      this.show();
    }], make("p", { className: "guess" }, input, output));
    this.grow(true);
    this.move(SAFE); // what is asked about, behind its cover
  }

  async show() {
    this.body.inert = true;
    const ties = await this.move(SAFE);
    this.cover(false); // not before: another release would stand there as the answer
    if (!ties) return;
    this.say(sentence(ties), [
      `You said ${this.guess.toLocaleString("en")}. Nobody can tell the true ties from the invented: that is the protection. ` +
        "But the picture says hardly anything.",
    ], [`One more move: ε = ${USEFUL}`, () => this.more()], ...shareButtons(() => this.wish(ties)));
  }

  /** What a shared card says of the guess. @param {Ties} ties @returns {import("../share/button.js").Wish} */
  wish({ all, kept }) {
    const canvases = [.../** @type {NodeListOf<HTMLCanvasElement>} */ (this.board.querySelectorAll("[data-tile=degrees] canvas"))];
    const [{ clientWidth: wide, clientHeight: high }] = canvases;
    const images = canvases.map((canvas, side) => `<image x="${side * wide}" width="${wide}" height="${high}" href="${canvas.toDataURL()}"/>`);
    const [guess, truth] = [this.guess, kept].map((count) => `${Math.round((100 * count) / all)}%`);
    return { question: `How many ties survive at ε = ${SAFE}?`, said: `I guessed ${guess}, it is ${truth}.`, epsilon: `ε = ${SAFE}`,
      picture: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * wide} ${high}">${images.join("")}</svg>` };
  }

  async more() {
    this.body.inert = true;
    const ties = await this.move(USEFUL);
    if (!ties) return;
    const figure = this.board.querySelector("[data-tile=one_edge] .figure")?.textContent?.split("→").pop()?.trim();
    this.say(sentence(ties), [
      `The picture is back. So is the risk: anyone who was half sure of one tie may now be ${figure ?? "nearly"} sure. ` +
        "That is the trade, and ε is where you stand in it.",
    ], ["Nine short lessons", () => {
      this.end();
      this.next();
    }], make("button", { type: "button", className: "quiet" }, "Look around"));
    this.body.querySelector(".quiet")?.addEventListener("click", () => this.end());
  }

  /**
   * Walk the slider to a stop, and wait until it is on the screen.
   *
   * @param {string} epsilon
   */
  async move(epsilon) {
    const far = () => Number(epsilon) - Number(slider()?.getAttribute("aria-valuetext")?.split("=").pop());
    for (let way = Math.sign(far()); way && Math.sign(far()) === way && this.card.isConnected;) {
      moveBy(way);
      if (mayMove()) await rest(BEAT_MS);
    }
    const stage = /** @type {HTMLElement | null} */ (this.board.querySelector(".on-stage"));
    while (this.card.isConnected && (stage?.dataset.shown !== epsilon || this.board.querySelector(COMING))) await rest(LOOK_MS);
    return this.card.isConnected ? this.ties : null;
  }

  /**
   * @param {string} title
   * @param {string[]} words
   * @param {[string, () => void]} button
   * @param {...Node} more above it
   */
  say(title, words, [name, act], ...more) {
    const button = make("button", { type: "button", className: "main" }, name);
    button.addEventListener("click", act);
    this.title.textContent = title;
    this.body.inert = false;
    const isAsked = more[0]?.nodeName === "P";
    this.body.replaceChildren(...words.map((text) => make("p", {}, text)), ...isAsked ? more : [],
      make("p", { className: "on" }, button, ...isAsked ? [] : more));
    this.title.focus({ preventScroll: true });
  }

  /** Out of sight while it changes, so that nothing is seen to jump; the promise stays in sight. @param {boolean} isLarge */
  grow(isLarge) {
    const [grid, stage, tiles] = /** @type {NodeListOf<HTMLElement>} */ (this.board.querySelectorAll(".board, .on-stage, .tiles"));
    grid.animate([{ visibility: "hidden" }, { visibility: "visible" }], { duration: 120, easing: "step-end" });
    const { top, bottom } = tiles.getBoundingClientRect(), below = stage.getBoundingClientRect().bottom - bottom;
    const high = `max(14rem, calc(100dvh - ${Math.round(top + below) + this.card.offsetHeight + 28}px))`;
    grid.style.setProperty("--board-height", isLarge ? high : "");
    for (const tile of /** @type {NodeListOf<HTMLElement>} */ (this.board.querySelectorAll("[data-tile]"))) {
      tile.style.cssText = !isLarge ? "" : tile.dataset.tile === "degrees" ? `display: flex; flex-direction: column; grid-column: 1 / -1; height: ${high}` : "display: none";
    }
    this.cover(isLarge);
  }

  /** @param {boolean} isCovered */
  cover(isCovered) {
    for (const rule of COVERED) {
      const [name, value] = rule.split(": ");
      if (isCovered) root.style.setProperty(name, value);
      else root.style.removeProperty(name);
    }
    document.dispatchEvent(new Event(LOOK));
  }

  end() {
    removeEventListener("popstate", this.leave);
    this.card.remove();
    this.grow(false);
    slider()?.focus({ preventScroll: true });
  }
}

/** @param {Ties} ties */
function sentence({ all, shown, kept }) {
  const [some, whole, false_] = [kept, all, shown - kept].map((count) => count.toLocaleString("en"));
  return `${some} of the ${whole} ties survive, among ${false_} that never were.`;
}

/** @param {number} ms */
function rest(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
