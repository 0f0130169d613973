// @ts-check
/** A lecture's keys: present, hide and reveal, move and reset; runs once, before the app itself. */

import { watchConnection } from "../connection/lost.js";
import { watchOwnFile } from "../given/own_file.js";
import { AddressBar } from "./address_bar.js";
import { askClass } from "../class/asking.js";
import { beginFolded, nameOpener } from "./drawer.js";
import { sayNames, watchFields } from "./fields.js";
import { Guide } from "../guide/guide.js";
import { Kept } from "./kept.js";
import { listen } from "./keys.js";
import { beginMenu } from "./menu.js";
import { Modes } from "./modes.js";
import { ShortcutList } from "./shortcut_list.js";
import { moveBy, moveTo, slider } from "./slider.js";
import { listenForShares } from "../share/share.js";
import { takeView } from "../snapshots/place.js";
import { Snapshots } from "../snapshots/snapshots.js";
import { Steps } from "../snapshots/steps.js";

/** @type {Record<string, string>} by the last word of a page's address, with its view where it has several; the first page has none */
const QUESTIONS = JSON.parse(document.currentScript?.dataset.questions ?? "{}");
const ATTRIBUTES = ["data-present", "data-hide"]; // for the style sheets
const LOOK = "graphdp-look"; // heard by what draws in pixels
const COVERS = ".chart .cover, .pair .panel.right";
const HOLDS = [".st-key-lessons-page", ".st-key-of-others", ".st-key-of-a-table", ".graphdp-welcome"];
const root = document.documentElement;
/** @type {{list?: ShortcutList, snapshots?: Snapshots, guide?: Guide, app?: Element, start?: number}} `start` counts the stops right of the slider */
const page = {};
const steps = new Steps();
const modes = new Modes(() => address.rewrite());
const address = new AddressBar([new Kept(), modes], steps, () => {
  dress();
  page.guide?.look(); // a view's address may come after its page
});

/** @type {import("./types.js").Shortcut[]} */
const SHORTCUTS = [
  { keys: ["p"], shown: "P", words: "Present, and back", act: () => modes.toggle("present") },
  { keys: ["h"], shown: "H", words: "Hide the private side; reveal it", act: () => hide() },
  { keys: ["ArrowRight", "PageDown"], shown: "→", words: "More accurate", act: (key) => arrow(key, 1) },
  { keys: ["ArrowLeft", "PageUp"], shown: "←", words: "More private", act: (key) => arrow(key, -1) },
  { keys: ["r"], shown: "R", words: "Back to where the page began", act: reset },
  { keys: ["s"], shown: "S", words: "Pin this state as a snapshot", act: () => { page.snapshots?.pin(); } },
  { keys: ["f"], shown: "F", words: "All snapshots", act: () => page.snapshots?.strip.toggle() },
  { keys: ["l"], shown: "L", words: "Copy the link to this state", act: () => { page.snapshots?.share(); } },
  { keys: ["a"], shown: "A", words: "Ask my class about this view", act: () => (page.guide?.told?.tries.lessons ? askClass(questionHere()) : false) },
  { keys: ["?"], shown: "?", words: "This help", act: () => page.list?.open() },
];

/** The look follows the modes and the page, which style sheets know by its address. */
function dress() {
  const question = questionHere();
  root.dataset.page = pageHere();
  const words = new URLSearchParams(location.search);
  root.toggleAttribute("data-bare", words.has("lecture") || words.has("notes"));
  root.toggleAttribute("data-others", pageHere() === "release" &&
    (words.has("given") || ["given", "check"].includes(words.get("do") ?? ""))); // a page of no graph
  const look = [modes.has("present"), modes.has("hide") && Boolean(question)];
  root.style.setProperty("--question", JSON.stringify(question));
  if (ATTRIBUTES.every((name, i) => root.hasAttribute(name) === look[i])) return;
  ATTRIBUTES.forEach((name, i) => root.toggleAttribute(name, look[i]));
  document.dispatchEvent(new Event(LOOK));
}

function pageHere() {
  return location.pathname.split("/").pop() ?? "";
}

function questionHere() {
  const see = new URLSearchParams(location.search).get("see");
  return QUESTIONS[`${pageHere()}?see=${see}`] ?? QUESTIONS[pageHere()] ?? "";
}

function hide(on = !modes.has("hide")) {
  const question = questionHere();
  if (!question) return false;
  modes.toggle("hide", on);
  page.list?.say(on ? `${question} The private side is hidden.` : "The private side is shown.");
}

/**
 * Page keys turn a page, unless one presents: a clicker sends them.
 *
 * @param {string} key
 * @param {number} steps
 */
function arrow(key, steps) {
  return key.startsWith("Page") && !modes.has("present") ? false : moveBy(steps);
}

function reset() {
  document.dispatchEvent(new Event("graphdp-reset"));
  const input = slider();
  return input && page.start !== undefined ? moveTo(Number(input.max) - page.start) : true;
}

/** What the page holds, for the style sheets: with `:root:has()` each mark of a chart would style the whole page anew. */
function noteHeld() {
  sayNames();
  nameOpener();
  for (const part of HOLDS) root.toggleAttribute(part.replace(/^\.(st-key|graphdp)/, "data"), Boolean(document.querySelector(part)));
}

/** The app's colours as soon as there is an app; where the slider of the first page stood when it came. */
function noteStart() {
  const app = document.querySelector("[data-testid=stApp]");
  if (app && app !== page.app) {
    page.app = app;
    page.list?.dress();
    wear.observe(app, { attributeFilter: ["class"] });
  }
  const input = slider();
  if (!input) return;
  page.start = Number(input.max) - Number(input.value);
  page.list?.dress();
  watch.disconnect();
}

const watch = new MutationObserver(noteStart);
const wear = new MutationObserver(() => page.list?.dress());

function begin() {
  watchConnection();
  watchOwnFile();
  beginMenu();
  page.list = new ShortcutList(SHORTCUTS, () => hide(false), () => page.guide?.help() ?? { what: [], acts: [] });
  page.snapshots = new Snapshots(steps, () => page.list?.dress());
  listenForShares((words, more) => page.snapshots?.strip.say(words, more));
  page.guide = new Guide(() => steps.begin(), () => page.list?.dress());
  watch.observe(document.body, { childList: true, subtree: true });
  new MutationObserver(noteHeld).observe(document.body, { childList: true, subtree: true, attributeFilter: ["aria-label"] });
  watchFields();
  document.addEventListener("touchstart", (event) => { // a finger over a chart moves the page; the mouse zooms
    const chart = /** @type {any} */ (event.target instanceof Element && event.target.closest(".js-plotly-plot"));
    if (["zoom", "pan"].includes(chart?._fullLayout?.dragmode)) event.stopPropagation();
  }, { capture: true, passive: true });
  document.addEventListener("click", (event) => {
    const covers = event.composedPath().some((part) => part instanceof Element && part.matches(COVERS));
    if (covers && root.hasAttribute("data-hide")) hide(false);
  }, { capture: true });
}

root.toggleAttribute("data-embed", new URLSearchParams(location.search).get("embed") === "true");
dress();
takeView();
beginFolded();
listen(SHORTCUTS);
addEventListener("DOMContentLoaded", begin);
