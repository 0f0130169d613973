// @ts-check
/** A comparison in a notebook's cell: its slider asks Python, which answers with the exact result. */

import { ChartWidget } from "../chart/widget.js";
import { make } from "../pair/frame.js";
import { Store, decode } from "../pair/payload.js";
import { PairWidget } from "../pair/widget.js";

/**
 * @typedef {object} Model What Python and the page share.
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, act: () => void) => void} on
 * @property {(event: string, act: () => void) => void} off
 */

/** @typedef {{paint: (shared: Uint8Array, message: Uint8Array) => void, wear: () => void, remove: () => void}} Shown */

/** @param {DataView} view */
const bytes = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/**
 * @param {HTMLElement} place
 * @param {Model} model
 * @returns {Shown}
 */
function pair(place, model) {
  const store = new Store(), widget = new PairWidget(store);
  /** @type {(name: string, value: any) => void} */
  const setStateValue = (_, { selection }) => {
    model.set("selection", selection);
    model.save_changes();
  };
  return {
    paint: (shared, message) => {
      store.put(shared);
      widget.receive({ data: message, parentElement: place, setStateValue });
    },
    wear: () => widget.wear(),
    remove: () => widget.remove(),
  };
}

/**
 * @param {HTMLElement} place
 * @returns {Shown}
 */
function chart(place) {
  /** @type {Map<string, import("../chart/types.js").StopsPart>} */
  const shelf = new Map();
  const widget = new ChartWidget(shelf);
  return {
    paint: (shared, message) => {
      const part = /** @type {import("../chart/types.js").StopsPart} */ (decode(shared));
      shelf.set(part.header.id, part);
      widget.receive({ data: message, parentElement: place, setStateValue: () => {} });
    },
    wear: () => widget.paint(),
    remove: () => widget.remove(),
  };
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
  const root = el.attachShadow({ mode: "open" }), sheet = make("style", {}, model.get("style"));
  /** @type {number[]} */
  const stops = model.get("stops");
  const title = make("h1", {}), detail = make("p", { id: "detail" }), promise = make("p", { id: "promise" });
  const said = make("output", { id: "epsilon" }), picture = make("div", { id: "picture" });
  const slider = make("input", {
    type: "range", id: "stop", min: "0", max: String(stops.length - 1), step: "1", "aria-label": "Privacy loss ε",
  });
  const warning = make("p", { className: "open-lock" }, "Contains the true graph: not private");
  root.append(sheet, make("div", { className: "live" }, title, detail,
    make("div", { className: "slider" }, make("span", {}, "Privacy loss ε"), slider, said), picture, promise, warning));
  const shown = model.get("kind") === "pair" ? pair(picture, model) : chart(picture);
  const wear = () => {
    el.dataset.theme = isDark() ? "dark" : "light";
    shown.wear();
  };
  const write = () => {
    const words = model.get("words");
    title.textContent = words.answer;
    detail.textContent = words.detail;
    promise.textContent = words.statement;
    promise.dataset.protects = String(words.protects);
    said.textContent = `ε = ${model.get("epsilon")}`;
    slider.value = String(stops.indexOf(model.get("epsilon")));
    slider.setAttribute("aria-valuetext", said.textContent);
    shown.paint(bytes(model.get("shared")), bytes(model.get("message")));
    el.dataset.shown = String(words.epsilon);
  };
  slider.addEventListener("input", () => {
    said.textContent = `ε = ${stops[Number(slider.value)]}`;
  });
  slider.addEventListener("change", () => {
    model.set("epsilon", stops[Number(slider.value)]);
    model.save_changes();
  });
  const watcher = new MutationObserver(wear), dark = matchMedia("(prefers-color-scheme: dark)");
  watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  dark.addEventListener("change", wear);
  model.on("change:words", write);
  el.dataset.theme = isDark() ? "dark" : "light";
  write();
  return () => {
    watcher.disconnect();
    dark.removeEventListener("change", wear);
    model.off("change:words", write);
    shown.remove();
  };
}

export default { render };
