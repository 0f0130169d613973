// @ts-check
/** What is said of a stop: the answer, the figures and the promise. All goes in as text. */

import { drawing, make } from "../pair/frame.js";

const ICONS = {
  shield: "M12 3l7 3v5c0 4.6-2.9 8-7 10-4.1-2-7-5.4-7-10V6ZM9 12l2.2 2.2L15.5 10",
  bare: "M12 3l7 3v5c0 4.6-2.9 8-7 10-4.1-2-7-5.4-7-10V6Z",
  lock: "M6 11h12v9H6ZM9 11V7a3.5 3.5 0 0 1 6.8-1.2M12 15v2",
};

/** @param {"shield" | "bare" | "lock"} name */
function icon(name) {
  const svg = drawing(ICONS[name], { size: 18 });
  svg.setAttribute("class", name);
  return svg;
}

export class Spoken {
  /** @param {Pick<import("./types.js").Host, "heading" | "written">} host */
  constructor({ heading = "h1", written = (answer) => [answer] }) {
    this.written = written;
    this.answer = make(heading, { className: "answer" });
    this.detail = make("p", { className: "detail" });
    this.figures = make("dl", { className: "figures" });
    this.statement = make("span", { className: "statement" });
    this.odds = make("span", { className: "odds" });
    this.promise = make("p", { className: "promise" }, icon("shield"), icon("bare"), icon("lock"),
      make("span", {}, this.statement, " ", this.odds));
    this.notes = make("ul", { className: "notes" });
    /** @type {Map<string, number>} */
    this.heights = new Map(); // of words that were measured, as wide as the stage is now
    this.heard = make("div", { className: "unseen heard", role: "status", "aria-live": "polite" });
    this.awaited = ""; // the stop whose words shall be said when they come
  }

  /** @param {import("./types.js").Words} words */
  write({ answer, detail, figures, statement, odds, strength, notes }) {
    this.answer.replaceChildren(...this.written(answer));
    this.detail.textContent = detail;
    this.statement.textContent = statement;
    this.odds.textContent = odds;
    this.promise.hidden = !statement;
    this.promise.dataset.strength = strength;
    this.notes.replaceChildren(...notes.map((note) => make("li", {}, note)));
    this.figures.replaceChildren(...figures.map(([name, value]) =>
      make("div", {}, make("dd", {}, value), make("dt", {}, name))));
  }

  /**
   * Nothing is known yet.
   *
   * @param {string} question
   */
  ask(question) {
    this.answer.textContent = question;
    this.detail.textContent = "";
    this.figures.replaceChildren();
    this.promise.hidden = true;
    this.notes.replaceChildren();
  }

  /**
   * Said once to a screen reader, when the slider rests.
   *
   * @param {import("./types.js").Words} words
   */
  say({ label, answer }) {
    this.awaited = "";
    this.heard.textContent = `${label}. ${answer}`;
  }

  /**
   * The slider rests where nothing is known yet: what was said of another stop is not true here.
   *
   * @param {string} label
   */
  wait(label) {
    this.awaited = label;
    this.heard.textContent = `${label} is being measured.`;
  }

  /**
   * Said once more where the answer has come after the slider had come to rest.
   *
   * @param {import("./types.js").Words} words
   */
  sayLate({ label, answer }) {
    const said = this.heard.textContent ?? "";
    if (said.startsWith(`${label}. `) && said !== `${label}. ${answer}`) this.heard.textContent = `${label}. ${answer}`;
  }

  /**
   * Keep the room of the longest words: nothing moves below the pointer that drags the slider.
   *
   * @param {import("./types.js").Words[]} all of the stops that are there
   * @param {import("./types.js").Words} now
   */
  holdRoom(all, now) {
    const texts = [this.answer, this.detail, this.promise];
    /** @type {((words: import("./types.js").Words) => string)[]} */
    const parts = [({ answer, room = "" }) => (room.length > answer.length ? room : answer), ({ detail }) => detail, ({ statement, odds }) => statement + odds];
    // Each look at a height costs a layout: the longest words have the most lines, or one less.
    const longest = parts.map((part) => all.reduce((long, words) => (part(words).length > part(long).length ? words : long), now));
    let isWritten = false;
    const most = texts.map((text, i) => {
      const name = `${i} ${parts[i](longest[i])}`, known = this.heights.get(name);
      if (known !== undefined) return known;
      text.style.minHeight = "";
      this.write({ ...longest[i], answer: parts[0](longest[i]) });
      isWritten = true;
      this.heights.set(name, text.clientHeight);
      return text.clientHeight;
    });
    texts.forEach((text, i) => (text.style.minHeight = `${most[i]}px`));
    if (isWritten) this.write(now);
  }
}
