// @ts-check
/** The playground: graphs, a mechanism and the stage in one page, all computed in the browser. */

import { make } from "../pair/frame.js";
import { chartDrawing } from "../stage/chart.js";
import { pairDrawing } from "../stage/pair.js";
import { Stage } from "../stage/stage.js";
import { listenToPrinter, listenToTheme } from "../takeaway/file.js";
import { Choices } from "./choices.js";
import { Guess } from "./guess.js";
import { Computed } from "./source.js";
import { Subject } from "./subject.js";

/** @typedef {{graphs: import("./subject.js").Given[], epsilons: number[], themes: import("./source.js").Themes}} Page */

const FIRST = 1; // epsilon
const ASKED = [1, 3, 0.5, 2]; // epsilons that are guessed at, in turn

class Playground {
  /**
   * @param {HTMLElement} place
   * @param {Page} page
   */
  constructor(place, page) {
    this.page = page;
    this.seed = 0;
    this.guesses = 0;
    this.choices = new Choices(page.graphs, {
      graph: (given) => this.take(given), view: () => this.open(), draw: () => this.drawAgain(),
    });
    this.guess = new Guess({ revealed: () => this.reveal(), again: () => this.guessAgain() });
    const box = make("div", {});
    place.replaceChildren(this.choices.root, this.guess.root, box);
    this.place = place;
    this.stage = new Stage(box, { pair: pairDrawing, chart: chartDrawing }, {
      everywhere: true, heading: "p", graph: (stop) => this.source?.inGraph(stop),
    });
    /** @type {Computed | null} */
    this.source = null;
    this.subject = new Subject(page.graphs[0], this.seed);
    this.stand = page.epsilons.indexOf(FIRST);
    this.ask();
  }

  /** @param {import("./subject.js").Given} given */
  take(given) {
    this.subject = new Subject(given, this.seed);
    if (this.guess.isOpen) this.ask();
    else {
      this.guess.forget();
      this.open();
    }
  }

  drawAgain() {
    this.seed += 1;
    this.take(this.subject.given);
  }

  guessAgain() {
    this.seed += 1;
    this.guesses += 1;
    this.subject = new Subject(this.subject.given, this.seed);
    this.stand = this.page.epsilons.indexOf(ASKED[this.guesses % ASKED.length]);
    this.ask();
    this.guess.input.focus();
  }

  ask() {
    this.choices.restart();
    this.guess.ask(this.subject, this.page.epsilons[this.stand]);
    this.place.toggleAttribute("data-guessing", true);
    // The question is on the screen before the picture is begun.
    requestAnimationFrame(() => setTimeout(() => {
      this.open(this.stand);
      this.turn(this.guess.isOpen);
    }));
  }

  /** @param {boolean} isTrue where there is room for one side: whether it is the true one */
  turn(isTrue) {
    const flip = this.place.querySelector(".flip");
    if (flip instanceof HTMLElement && flip.getAttribute("aria-pressed") !== String(isTrue)) flip.click();
  }

  reveal() {
    this.place.toggleAttribute("data-guessing", false);
    this.turn(false);
    this.stage.slider.go(this.stand); // the keys may have moved it unseen
    this.stage.wear();
    this.stage.holdRoom();
    this.stage.root.querySelector("input")?.focus({ preventScroll: true });
  }

  /** @param {number} at the stop to stand on */
  open(at = this.stage.slider.at) {
    if (this.guess.isOpen && this.choices.view.id !== "graph") {
      this.guess.forget();
      this.place.toggleAttribute("data-guessing", false);
      this.turn(false);
    }
    this.source = new Computed(this.subject, this.choices.view, this.page);
    this.stage.open(this.source, at, {
      file: `playground-${this.choices.view.id}`, footnote: `${this.subject.given.title}, noise draw ${this.seed}, GraphDP`,
    });
    later(() => this.prepare(this.source, 0));
  }

  /**
   * Compute the stops nobody has asked for yet, one at a time.
   *
   * @param {Computed | null} source
   * @param {number} stop
   */
  prepare(source, stop) {
    if (!source || source !== this.source) return;
    if (stop === source.stops.length) {
      this.stage.holdRoom();
      return;
    }
    source.want(stop);
    later(() => this.prepare(source, stop + 1));
  }
}

/** @param {() => void} act when the browser has nothing else to do */
function later(act) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act);
  else setTimeout(act, 30);
}

const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
const playground = new Playground(/** @type {HTMLElement} */ (document.getElementById("place")), data);
listenToTheme(playground.stage);
listenToPrinter(playground.stage);
document.documentElement.dataset.ready = "";
