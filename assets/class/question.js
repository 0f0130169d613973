// @ts-check
/** A teacher's own question on a phone: three answers, the view it is about, and what the class said. */

import { make } from "../pair/frame.js";
import { toldBy } from "./coin.js";

export const CHOICES = ["yes", "no", "cannot tell"];

/** @typedef {import("./phone.js").Room & {lesson: string, asked: {question: string, address: string}}} Room */

export class Question {
  /**
   * @param {Room} room
   * @param {import("./phone.js").Sent | null} sent
   * @param {(sent: import("./phone.js").Sent) => Promise<void>} send
   */
  constructor(room, sent, send) {
    this.room = room;
    this.sent = sent;
    this.send = send;
    this.buttons = CHOICES.map((word, i) => {
      const button = make("button", { type: "button", className: "quiet wide" }, word);
      button.addEventListener("click", () => this.tell(i));
      return button;
    });
    this.told = make("p", { className: "told", role: "status" });
    this.box = make("section", { className: "lesson", "aria-label": "A question" },
      make("h1", { tabindex: "-1" }, room.asked.question),
      make("p", { className: "links" }, make("a", { href: `./${room.asked.address}`, target: "_blank" }, "Look at it on this phone")),
      ...this.buttons, this.told);
    this.show();
  }

  /** @param {number} choice */
  async tell(choice) {
    const { epsilon, truths = 0, cells } = this.room;
    const told = epsilon === null ? [choice] : toldBy([choice], { cells, truths });
    try {
      const sent = { guess: [choice], told };
      await this.send(sent);
      this.sent = sent;
      this.show();
    } catch (refused) {
      this.told.textContent = refused instanceof Error ? refused.message : "";
    }
  }

  /** @param {any} room */
  hear(room) {
    this.room = room;
    this.show();
  }

  show() {
    const { tally, revealed, epsilon } = this.room;
    this.buttons.forEach((button, i) => {
      button.disabled = revealed || (epsilon !== null && this.sent !== null);
      button.setAttribute("aria-pressed", String(this.sent?.guess[0] === i));
      button.className = this.sent?.guess[0] === i ? "main wide" : "quiet wide";
    });
    this.told.textContent = tally ? said(tally) : this.sent ? "Sent." : "";
  }

  remove() {}

  wear() {}
}

/** @param {import("../lesson/crowd.js").Tally} tally */
export function said({ shares, counts, answers }) {
  const each = CHOICES.map((word, i) => `${word} ${Math.max(0, Math.round((shares[0]?.[i] ?? 0) * (counts[0] ?? 0)))}`);
  return `${each.join(", ")}, of ${answers}.`;
}
