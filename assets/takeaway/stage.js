// @ts-check
/** The page around a moving picture: unpacks it, writes the words of a stop, themes, printing. */

import { Slider, byId } from "./slider.js";

const SYSTEM = "(prefers-color-scheme: dark)";

/**
 * A compressed message as bytes.
 *
 * @param {string} text
 */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Let the page live; `show` puts the picture into its place.
 *
 * @param {(place: HTMLElement, parts: Uint8Array[], data: import("./types.js").Data) => import("./types.js").Shown} show
 */
export async function open(show) {
  /** @type {import("./types.js").Data} */
  const data = JSON.parse(byId("data").textContent ?? "");
  const parts = await Promise.all(data.parts.map(unpacked));
  const shown = show(byId("picture"), parts, data);
  byId("still").replaceChildren();
  const slider = new Slider(data.stops, data.own, (stop) => {
    const words = data.stops[stop];
    write(words);
    byId("heard").textContent = `${words.label}. ${words.answer}`;
    shown.move(stop);
  });
  const hold = () => holdRoom(data.stops, slider.at);
  addEventListener("resize", hold);
  hold();
  listenToTheme(shown);
  listenToPrinter(shown);
  document.documentElement.dataset.ready = String(slider.at);
}

/**
 * All words of a stop; they go in as text.
 *
 * @param {import("./types.js").Words} words
 */
function write({ answer, detail, figures, statement, odds, protects }) {
  for (const [id, text] of Object.entries({ answer, detail, statement, odds })) {
    byId(id).textContent = text;
  }
  byId("promise").dataset.protects = String(protects);
  byId("figures").replaceChildren(...figures.map(([name, value]) => {
    const [row, term, number] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
    term.textContent = name;
    number.textContent = value;
    row.append(number, term);
    return row;
  }));
}

/**
 * Keep the room of the longest words: nothing moves below the pointer that drags the slider.
 *
 * @param {import("./types.js").Words[]} stops
 * @param {number} at
 */
function holdRoom(stops, at) {
  const texts = ["answer", "detail", "promise"].map(byId);
  for (const text of texts) text.style.minHeight = "";
  const most = texts.map(() => 0);
  for (const words of stops) {
    write(words);
    texts.forEach((text, i) => (most[i] = Math.max(most[i], text.clientHeight)));
  }
  texts.forEach((text, i) => (text.style.minHeight = `${most[i]}px`));
  write(stops[at]);
}

/** @param {import("./types.js").Shown} shown */
function listenToTheme(shown) {
  const root = document.documentElement, system = matchMedia(SYSTEM);
  system.addEventListener("change", () => shown.wear());
  byId("theme").addEventListener("click", () => {
    const isDark = (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
    root.dataset.theme = isDark ? "light" : "dark";
    shown.wear();
  });
}

/**
 * Paper has no slider: what is on the screen is printed as a still, in dark ink on white.
 *
 * @param {import("./types.js").Shown} shown
 */
function listenToPrinter(shown) {
  const root = document.documentElement, details = document.querySelector("details");
  let theme = root.dataset.theme, wasOpen = false;
  addEventListener("beforeprint", () => {
    theme = root.dataset.theme;
    wasOpen = details?.open ?? false;
    root.dataset.theme = "light";
    if (details) details.open = true;
    shown.wear();
    const svg = new DOMParser().parseFromString(shown.still(), "image/svg+xml").documentElement;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    byId("still").replaceChildren(document.adoptNode(svg));
  });
  addEventListener("afterprint", () => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    if (details) details.open = wasOpen;
    byId("still").replaceChildren();
    shown.wear();
  });
}
