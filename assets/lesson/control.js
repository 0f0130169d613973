// @ts-check
/** The one control of a lesson: a slider of its stops, or a choice among them. */

import { make } from "../pair/frame.js";

export class Control {
  /**
   * @param {import("./types.js").Lesson} lesson
   * @param {number} stop
   * @param {(stop: number) => void} moved by hand
   */
  constructor({ id, control }, stop, moved) {
    this.control = control;
    const { label, stops, kind } = control;
    this.output = make("output", {});
    if (kind === "choice") {
      this.inputs = stops.map(() => make("input", { type: "radio", name: `stop-${id}` }));
      this.inputs.forEach((input, i) => input.addEventListener("change", () => moved(i)));
      this.box = make("div", { className: "choices", role: "radiogroup", "aria-label": label },
        ...this.inputs.map((input, i) => make("label", { className: "bet" }, input, stops[i] ?? "")));
    } else {
      const input = make("input", {
        type: "range", min: "0", max: String(stops.length - 1), step: "1", "aria-label": label,
      });
      this.inputs = [input];
      input.addEventListener("input", () => {
        this.show(Number(input.value));
        moved(Number(input.value));
      });
      this.box = make("div", { className: "slider" }, this.output, input,
        make("div", { className: "ends", "aria-hidden": "true" },
          make("span", {}, "◂ more private"), make("span", {}, "more accurate ▸")));
    }
    this.show(stop);
  }

  /** @param {number} stop */
  show(stop) {
    const { label, stops, kind } = this.control;
    const [first] = this.inputs;
    if (kind === "choice") this.inputs.forEach((input, i) => { input.checked = i === stop; });
    else if (first) {
      first.value = String(stop);
      first.setAttribute("aria-valuetext", stops[stop] ?? "");
      this.output.textContent = `${label} = ${stops[stop]}`;
    }
  }
}
