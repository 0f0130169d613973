// @ts-check
/** The stage in a notebook's cell: its slider asks Python, which answers with the exact result. */

import { make } from "../pair/frame.js";
import { chartDrawing } from "../stage/chart.js";
import { pairDrawing } from "../stage/pair.js";
import { unpack } from "../stage/source.js";
import { Stage } from "../stage/stage.js";

/**
 * @typedef {object} Model What Python and the page share.
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, act: () => void) => void} on
 * @property {(event: string, act: () => void) => void} off
 */

/** @param {DataView} view */
const bytes = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/** Stops that Python has answered with; each is asked for once. */
class ModelSource {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.shared = unpack(bytes(model.get("shared")));
    /** @type {number[]} */
    const epsilons = model.get("stops");
    this.stops = epsilons.map((epsilon, i) => ({ epsilon, label: String(model.get("labels")[i]) }));
    /** @type {Map<number, import("../stage/types.js").Stop>} */
    this.there = new Map();
    /** @type {(stop: number) => void} */
    this.arrived = () => {};
    this.take();
  }

  /** @param {number} stop */
  at(stop) {
    return this.there.get(stop);
  }

  /** @param {number} stop */
  want(stop) {
    this.model.set("epsilon", this.stops[stop].epsilon);
    this.model.save_changes();
  }

  /** What Python sent last. */
  take() {
    /** @type {import("../stage/types.js").Stop} */
    const stop = unpack(bytes(this.model.get("message")));
    const place = this.stops.findIndex(({ epsilon }) => epsilon === stop.header.words.epsilon);
    this.there.set(place, stop);
    return place;
  }
}

/** Whether the notebook around is dark: it says so, or the system does. */
function isDark() {
  const { jpThemeLight } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "false";
  return document.body.classList.contains("vscode-dark") ||
    matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {{model: Model, el: HTMLElement}} place */
function render({ model, el }) {
  const root = el.attachShadow({ mode: "open" });
  const box = make("div", { className: "live" });
  root.append(make("style", {}, model.get("style")), box);
  el.dataset.theme = isDark() ? "dark" : "light";
  const source = new ModelSource(model);
  const stage = new Stage(box, { pair: pairDrawing, chart: chartDrawing }, {
    rested: (stop) => source.at(stop) && source.want(stop),
    marked: (selection) => {
      model.set("selection", selection);
      model.save_changes();
    },
  });
  box.append(make("p", { className: "open-lock" }, "Contains the true graph: not private"));
  const place = () => source.stops.findIndex(({ epsilon }) => epsilon === model.get("epsilon"));
  stage.open(source, place(), { file: model.get("file"), footnote: model.get("footnote") });
  const wear = () => {
    el.dataset.theme = isDark() ? "dark" : "light";
    stage.wear();
  };
  const answered = () => source.arrived(source.take());
  const told = () => stage.slider.go(place()); // Python has set it
  const watcher = new MutationObserver(wear), dark = matchMedia("(prefers-color-scheme: dark)");
  watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  dark.addEventListener("change", wear);
  model.on("change:message", answered);
  model.on("change:epsilon", told);
  return () => {
    watcher.disconnect();
    dark.removeEventListener("change", wear);
    model.off("change:message", answered);
    model.off("change:epsilon", told);
    stage.remove();
  };
}

export default { render };
