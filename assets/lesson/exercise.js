// @ts-check
/** A number to find, checked on the spot; a wrong answer is told what it may be thinking. */

import { make } from "../pair/frame.js";
import { raised, rich, toPage } from "./words.js";

export class Exercise {
  /**
   * @param {import("./types.js").Lesson} lesson
   * @param {() => void} solved
   */
  constructor({ id, exercise, measured, links }, solved) {
    this.exercise = exercise;
    this.answer = measured.answer;
    this.solved = solved;
    this.input = make("input", {
      type: "text", inputmode: "decimal", id: `answer-${id}`, autocomplete: "off", size: "6",
    });
    this.told = make("p", { className: "told", role: "status" });
    const unit = make("label", { for: `answer-${id}` }, exercise.unit);
    const form = make("form", { className: "answer" },
      ...exercise.unit === "%" ? [this.input, unit] : [unit, this.input],
      make("button", { type: "submit", className: "main" }, "Check"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    this.box = make("div", { className: "exercise" },
      make("h2", {}, "Your turn"), rich("p", exercise.prompt), form, this.told,
      make("ul", { className: "links" }, ...links.map(({ text, address }) =>
        make("li", {}, make("a", { href: toPage(address), target: "_self" }, ...raised(text))))));
  }

  check() {
    const text = this.input.value.trim().replace(",", ".").replace(/^[^\d.+-]*/, "");
    const value = Number(text);
    if (!text || !Number.isFinite(value)) {
      this.say("Type one number, such as 1.5.", "wrong");
      return;
    }
    const { tolerance, hints, right, low, high } = this.exercise;
    if (value < low || value > high) {
      this.say(`Between ${low} and ${high}, please: ${text} is outside.`, "wrong");
      return;
    }
    if (Math.abs(value - this.answer) <= tolerance * Math.abs(this.answer) + 1e-9) {
      this.say(`${right}`, "right");
      this.solved();
      return;
    }
    const hint = hints.find(({ low, high }) => value >= low && value < high);
    const nearly = value < this.answer ? "Not quite: go a little higher." : "Not quite: go a little lower.";
    this.say(hint?.text ?? nearly, "wrong");
  }

  /**
   * @param {string} text
   * @param {"right" | "wrong"} kind
   */
  say(text, kind) {
    this.told.className = `told ${kind}`;
    this.told.replaceChildren(...rich("p", text).childNodes);
  }
}
