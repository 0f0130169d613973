// @ts-check
/** The stage in one file: what came along, themes, printing. */

import { carriedSource } from "../stage/source.js";
import { Stage } from "../stage/stage.js";

/** @typedef {import("../stage/types.js").Carried & {own: number, file: string, footnote: string}} Data */

const SYSTEM = "(prefers-color-scheme: dark)";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {Stage} stage */
export function listenToTheme(stage) {
  const root = document.documentElement, system = matchMedia(SYSTEM);
  system.addEventListener("change", () => stage.wear());
  byId("theme").addEventListener("click", () => {
    const isDark = (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
    root.dataset.theme = isDark ? "light" : "dark";
    stage.wear();
  });
}

/**
 * Paper has no slider: what is on the screen is printed as a still, in dark ink on white.
 *
 * @param {Stage} stage
 */
export function listenToPrinter(stage) {
  const root = document.documentElement, details = document.querySelector("details");
  let theme = root.dataset.theme, wasOpen = false;
  addEventListener("beforeprint", () => {
    theme = root.dataset.theme;
    wasOpen = details?.open ?? false;
    root.dataset.theme = "light";
    if (details) details.open = true;
    stage.wear();
    const svg = new DOMParser().parseFromString(stage.still, "image/svg+xml").documentElement;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    stage.paper.replaceChildren(document.adoptNode(svg));
  });
  addEventListener("afterprint", () => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    if (details) details.open = wasOpen;
    stage.paper.replaceChildren();
    stage.wear();
  });
}

/**
 * Let the file live.
 *
 * @param {ConstructorParameters<typeof Stage>[1]} drawings
 */
export async function open(drawings) {
  /** @type {Data} */
  const data = JSON.parse(byId("data").textContent ?? "");
  const source = await carriedSource(data);
  byId("stage").replaceChildren();
  const stage = new Stage(byId("stage"), drawings, { everywhere: true });
  stage.open(source, data.own, data);
  listenToTheme(stage);
  listenToPrinter(stage);
  document.documentElement.dataset.ready = String(data.own);
}
