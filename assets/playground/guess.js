// @ts-check
/** Guess first: how many edges survive? Nothing of the release is shown until then. */

import { make } from "../pair/frame.js";
import { flipProbability } from "./flips.js";
import { edgeKinds } from "./graph.js";
import { percent, whole } from "./views.js";

/** @typedef {import("./subject.js").Subject} Subject */

export class Guess {
  /** @param {{revealed: () => void, again: () => void}} hears */
  constructor({ revealed, again }) {
    this.question = make("p", { className: "question", id: "question" });
    this.input = make("input", { type: "range", min: "0", step: "1", "aria-labelledby": "question" });
    this.output = make("output", {});
    this.input.addEventListener("input", () => this.count());
    const show = button("main", "Show me", () => this.reveal(true)), skip = button("quiet", "Skip", () => this.reveal(false));
    this.asking = make("div", { className: "asking" }, this.question,
      make("div", { className: "bet" }, this.input, this.output, show, skip));
    this.said = make("span", { role: "status" });
    this.again = button("plain", "Guess again", again);
    this.told = make("p", { className: "told" }, this.said, " ", this.again);
    this.root = make("section", { className: "guess", "aria-label": "Guess first" }, this.asking, this.told);
    this.revealed = revealed;
    /** @type {{subject: Subject, epsilon: number} | null} */
    this.of = null;
  }

  /**
   * @param {Subject} subject
   * @param {number} epsilon
   */
  ask(subject, epsilon) {
    this.of = { subject, epsilon };
    this.question.replaceChildren(make("strong", {}, "Guess first."),
      ` At ε = ${epsilon} every pair of nodes tosses a coin, and ${percent(flipProbability(epsilon))} of them are reported the wrong` +
      ` way round. How many of the ${whole(subject.m)} edges survive?`);
    this.input.max = String(subject.m);
    this.input.value = String(Math.round(subject.m / 2));
    this.count();
    this.said.textContent = "";
    this.asking.hidden = false;
    this.told.hidden = true;
  }

  get isOpen() {
    return !this.asking.hidden;
  }

  count() {
    this.output.textContent = `${this.input.value} of ${this.input.max}`;
    this.input.setAttribute("aria-valuetext", this.output.textContent);
  }

  /** @param {boolean} isOwn it was guessed, and not skipped */
  reveal(isOwn) {
    if (!this.of) return;
    const { subject, epsilon } = this.of, kinds = edgeKinds(subject.graph, subject.release(epsilon));
    const kept = kinds.kept.length / 2, invented = kinds.invented.length / 2;
    const own = isOwn ? `You said ${this.input.value}: ` : "";
    this.said.textContent = `${own}${whole(kept)} of ${whole(subject.m)} survive at ε = ${epsilon}, and ${whole(invented)} edges came up that never were.`;
    this.again.textContent = "Guess again";
    this.asking.hidden = true;
    this.told.hidden = false;
    this.revealed();
  }

  /** Another graph: what was said does not hold of it. */
  forget() {
    this.said.textContent = "";
    this.again.textContent = "Guess how many edges survive";
    this.asking.hidden = true;
    this.told.hidden = false;
  }
}

/**
 * @param {string} className
 * @param {string} label
 * @param {() => void} act
 */
export function button(className, label, act) {
  const made = make("button", { type: "button", className }, label);
  made.addEventListener("click", act);
  return made;
}
