// @ts-check
/** The state that is on the screen, as a snapshot. */

import { slider } from "../present/slider.js";
import { seenHere } from "./place.js";
import { deep, portrait } from "./portrait.js";

const LONGEST = { title: 120, finding: 600, figure: 120 };
const MOST_FIGURES = 8;
const MOST_WAIT_MS = 1500, STEP_MS = 30;

/** @returns {Promise<import("./types.js").Snapshot>} */
export async function present() {
  await settled();
  const place = seenHere();
  const finding = words(deep("h1", document)[0] ?? null);
  const epsilon = slider()?.getAttribute("aria-valuetext")?.replace("ε = ", "");
  const [page, graph = ""] = document.title.replace(/( -)? - GraphDP$/, "").split(" - ");
  const title = [epsilon ? `${page}, ε = ${epsilon}` : page, graph].filter(Boolean).join(" · ");
  return {
    ...place, title: title.slice(0, LONGEST.title), note: "",
    finding: finding.slice(0, LONGEST.finding), figures: figures(), picture: await portrait(),
  };
}

/** @returns {[string, string][]} the metrics of the stage: those of its line, or the board's tiles */
function figures() {
  const line = deep(".on-stage .figures div", document).map((row) =>
    [words(row.querySelector("dt")), words(row.querySelector("dd"))]);
  const tiles = deep(".board .tile", document).map((tile) =>
    [words(tile.querySelector("h2")), words(tile.querySelector(".number"))
      .replace(words(tile.querySelector(".range")), "").trim()]);
  return /** @type {[string, string][]} */ ([...line, ...tiles]
    .filter(([label, value]) => label && value)
    .map((pair) => pair.map((text) => text.slice(0, LONGEST.figure)))
    .slice(0, MOST_FIGURES));
}

/** Wait a little for the page that belongs to the address: it may be on its way. */
async function settled() {
  for (let waited = 0; waited < MOST_WAIT_MS && isRunning(); waited += STEP_MS) {
    await new Promise((done) => setTimeout(done, STEP_MS));
  }
}

function isRunning() {
  const app = document.querySelector("[data-testid=stApp]");
  return app?.getAttribute("data-test-script-state") === "running";
}

/** @param {Element | null} element */
function words(element) {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
