// @ts-check
/** What is tried in a lesson: a stage whose stops have come along with it. */

import { chartDrawing } from "../stage/chart.js";
import { make } from "../pair/frame.js";
import { carriedSource } from "../stage/source.js";
import { Stage } from "../stage/stage.js";
import { Choice } from "./choice.js";
import { raised } from "./words.js";

export class Tried {
  /**
   * @param {import("./types.js").Lesson} lesson
   * @param {(stop: number) => void} moved hears of what is moved by hand
   */
  constructor({ id, title, control, stage }, moved) {
    this.stop = control.start;
    this.isLed = false;
    this.box = make("div", { className: "tried" });
    this.stage = new Stage(this.box, { chart: chartDrawing }, {
      heading: "p", written: raised,
      ...control.kind === "choice" ? { control: (/** @type {() => void} */ turned) => new Choice(control.label, turned) } : {},
      moved: () => {
        this.stop = this.stage.slider.at;
        if (!this.isLed) moved(this.stop);
      },
    });
    carriedSource(stage).then((source) => this.stage.open(source, this.stop, { file: `graphdp-lesson-${Number(id.slice(1)) + 1}`, footnote: title }));
  }

  /** @param {number} stop that somebody else leads to */
  lead(stop) {
    this.stop = stop;
    this.isLed = true;
    this.stage.slider.go(stop);
    this.isLed = false;
  }

  wear() {
    this.stage.wear();
  }

  /** It has come to the screen: only now the room of its longest words is known. */
  seen() {
    this.stage.holdRoom();
  }

  remove() {
    this.stage.remove();
  }
}
