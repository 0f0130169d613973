// @ts-check
/** The teacher's side of a class: opens a room, shows how to join it, and leads it. */

import { save } from "../pair/export.js";
import { element as draw, make } from "../pair/frame.js";
import { Refusal, ask } from "./ask.js";
import { answerTable } from "./crowd.js";

const KEY = "graphdp.room";
const EVERY = 700; // milliseconds between two looks: a guess stands on the screen within a second
const COINS = /** @type {const} */ ([["", "answers as they are"], ["1", "answers through a coin, ε = 1"],
  ["2", "answers through a coin, ε = 2"], ["4", "answers through a coin, ε = 4"]]);

/** @typedef {{code: string, secret: string}} Own What leads a room. */

export class ClassRoom {
  /**
   * @param {import("./types.js").Lesson} lesson
   * @param {string} server
   * @param {() => void} heard that something is new
   * @param {boolean} goesOn whether the room of this browser is taken along at once
   */
  constructor({ id, poll, prediction }, server, heard, goesOn = true) {
    this.id = id;
    this.prediction = poll ? betOn(poll.question, [poll.yes, poll.no]) : prediction;
    /** What the class is taken to: this lesson, or a question of one's own. @type {Record<string, string>} */
    this.goal = { lesson: id };
    this.server = server;
    this.heard = heard;
    /** @type {Own | null} */
    this.own = kept();
    /** @type {import("./crowd.js").Tally | null} */
    this.tally = null;
    /** Of each phone that is a member of the lesson's graph, by its seat: by release "1" if it is recognised. @type {string[]} */
    this.met = [];
    this.seen = "";
    this.isOpen = false;
    this.isGone = false;
    /** Where the class shall be, until the server has heard it. @type {{step: number, stop: number} | null} */
    this.led = null;
    /** The question before: one at a time, in order. @type {Promise<unknown>} */
    this.before = Promise.resolve();
    this.said = make("p", { className: "told", role: "status" });
    this.coin = make("select", { id: "coin" },
      ...COINS.map(([value, text]) => make("option", { value },
        poll && !value ? `${text} (here ε = ${poll.epsilon})` : text)));
    const open = make("button", { type: "button", className: "main" }, "Let phones join");
    open.addEventListener("click", () => this.open());
    this.offer = make("div", { className: "offer" }, open,
      make("label", { for: "coin", className: "unseen" }, "How phones answer"), this.coin, this.said);
    this.code = make("b", { className: "code" });
    this.address = make("p", { className: "address" });
    this.square = draw("svg", { class: "square", role: "img" });
    this.count = make("p", { className: "count", role: "status" });
    this.note = make("p", { className: "small" });
    this.table = make("button", { type: "button", className: "quiet" }, "Answers as CSV");
    this.table.hidden = true; // until the reveal
    this.table.addEventListener("click", () => this.save());
    const close = make("button", { type: "button", className: "quiet" }, "End the class");
    close.addEventListener("click", () => this.close());
    this.door = make("div", { className: "way-in" }, this.square,
      make("div", { className: "by-hand" }, this.address, this.code, this.count, this.note, this.table, close));
    this.badge = make("button", { type: "button", className: "badge", title: "How to join, for all to see" });
    this.badge.hidden = true;
    if (this.own && goesOn) this.enter(); // the class goes on with this lesson, if it had another one
  }

  /**
   * Ask when the question before is answered: a look that overtook the end would find no room.
   *
   * @param {string} name
   * @param {Record<string, unknown>} body
   */
  ask(name, body) {
    const next = this.before.then(() => ask(`${this.server}_graphdp/class/${name}`, body));
    this.before = next.catch(() => undefined);
    return next;
  }

  async open() {
    this.said.textContent = "";
    try {
      const epsilon = this.coin.value ? Number(this.coin.value) : null;
      const room = await this.ask("open", { lesson: this.id, epsilon });
      this.own = { code: room.code, secret: room.secret };
      keep(this.own);
      await this.enter();
    } catch (refused) {
      this.said.textContent = words(refused);
    }
  }

  /** Show the door, and look from now on who comes. */
  async enter() {
    const { own } = this;
    if (!own) return;
    try {
      const state = await this.ask("lead", { code: own.code, secret: own.secret, ...this.goal });
      await this.show(own, state);
      this.take_in(state);
      this.said.textContent = "";
      this.watch();
    } catch (refused) {
      this.lost(refused);
      if (this.own === own && !this.isGone) setTimeout(() => this.enter(), EVERY);
    }
  }

  /**
   * @param {Own} own
   * @param {{here: string, epsilon: number | null}} state
   */
  async show({ code }, { here, epsilon }) {
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    const host = isLocal && here ? location.host.replace(location.hostname, here) : location.host;
    const address = `${location.protocol}//${host}${this.server}class`;
    this.address.textContent = address.replace(/^https?:\/\//, "");
    this.code.textContent = code;
    this.note.replaceChildren(
      ...isLocal && !here ? ["Only this computer finds this address: for phones, start the app with ",
        make("code", { style: "white-space: nowrap" }, "--address 0.0.0.0"), ". "] : [],
      epsilon === null ? "" : `Through a coin, ε = ${epsilon}: the server hears no answer as it is.`);
    const { size, path } = await this.ask("square", { address: `${address}#${code}` });
    this.square.setAttribute("viewBox", `0 0 ${size} ${size}`);
    this.square.setAttribute("aria-label", `QR code of ${address}, class ${code}`);
    this.square.replaceChildren(draw("rect", { width: size, height: size, fill: "#fff" }),
      draw("path", { d: path, stroke: "#000" }));
    this.isOpen = true;
  }

  /** @param {{tally?: import("./crowd.js").Tally, met?: string[], answers: number, phones: number}} state how they guessed comes with the reveal */
  take_in({ tally, met = [], answers, phones }) {
    const text = JSON.stringify([tally, answers, phones, met.length]);
    if (text === this.seen && this.isOpen) return;
    this.seen = text;
    this.tally = tally ?? null;
    this.met = met;
    this.table.hidden = !tally;
    this.count.textContent = `${answers} of ${phones} ${phones === 1 ? "phone has" : "phones have"} answered`;
    this.badge.textContent = `Room ${this.own?.code ?? ""}: ${answers} of ${phones}`;
    this.badge.hidden = false;
    this.heard();
  }

  async watch() {
    const { own } = this;
    if (!own || this.isGone) return;
    await this.look();
    if (this.own === own) setTimeout(() => this.watch(), EVERY);
  }

  /**
   * Take the phones along.
   *
   * @param {number} step
   * @param {number} stop
   */
  async lead(step, stop) {
    if (!this.own || !this.isOpen) return;
    this.led = { step, stop };
    await this.look();
  }

  /** Ask what the phones say, and tell them where the class is if that is new. */
  async look() {
    const { own, led } = this;
    if (!own) return;
    try {
      this.take_in(await this.ask("lead", { code: own.code, secret: own.secret, ...led }));
      if (this.led === led) this.led = null;
    } catch (refused) {
      this.lost(refused);
    }
  }

  async close() {
    const { own } = this;
    if (!own) return;
    this.own = null; // nobody looks any more
    try {
      await this.ask("end", { code: own.code, secret: own.secret });
      this.gone("The class has ended, and its answers are deleted.");
    } catch (refused) {
      this.own = own;
      this.lost(refused);
      this.watch();
    }
  }

  /** How many phones gave each answer: of no phone which it gave. */
  save() {
    save(new Blob([answerTable(this.prediction, this.tally?.told ?? [])], { type: "text/csv" }),
      `graphdp-class-${this.goal.lesson ? `lesson-${Number(this.id.slice(1)) + 1}` : "question"}.csv`);
  }

  /** @param {unknown} refused */
  lost(refused) {
    if (!(refused instanceof Refusal) || !refused.isLost) {
      this.gone(words(refused));
      return;
    }
    this.seen = "";
    (this.isOpen ? this.count : this.said).textContent = refused.message;
    this.badge.textContent = refused.message;
  }

  /** @param {string} why */
  gone(why) {
    this.own = null;
    keep(null);
    this.isOpen = false;
    this.tally = null;
    this.met = [];
    this.seen = "";
    this.badge.hidden = true;
    this.said.textContent = why;
    this.heard();
  }

  leave() {
    this.isGone = true;
  }
}

/**
 * A question in a prediction's words.
 *
 * @param {string} prompt
 * @param {string[]} names of the answers
 */
export function betOn(prompt, names) {
  return /** @type {any} */ ({ kind: "bet", prompt, names, under: [] });
}

/** @param {unknown} refused */
function words(refused) {
  return refused instanceof Error ? refused.message : "";
}

/** @returns {Own | null} */
function kept() {
  try {
    const own = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return typeof own?.code === "string" && typeof own.secret === "string" ? own : null;
  } catch {
    return null;
  }
}

/** @param {Own | null} own */
function keep(own) {
  try {
    if (own) localStorage.setItem(KEY, JSON.stringify(own));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden: a reload loses the room, which ends by itself.
  }
}
