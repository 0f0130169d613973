// @ts-check
/** The page of a class on a phone: type the code, then stay in step with the room. */

import { isDark } from "../pair/palette.js";
import { make } from "../pair/frame.js";
import { Refusal, ask, insist } from "../lesson/ask.js";
import { newToken } from "./coin.js";
import { Phone } from "./phone.js";
import { Question } from "./question.js";

const FOLDER = "_graphdp/class";
const EVERY = 1200; // milliseconds between two looks at the room, and up to a fifth more
const KEY = "graphdp.class";

const { themes } = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const root = /** @type {HTMLElement} */ (document.getElementById("place"));
const strip = make("p", { className: "strip" });
const trouble = make("p", { className: "trouble", role: "status" });
const place = make("div", {});
root.className = "lessons";
root.replaceChildren(strip, trouble, place);

/**
 * @typedef {object} Own What this phone keeps of a room.
 * @property {string} token
 * @property {number} time
 * @property {string} lesson about which it was asked
 * @property {import("./phone.js").Sent | null} sent
 * @property {Record<string, import("./phone.js").Sent>} coins what they said, by lesson, and about which guess
 */

/** @type {Record<string, Own>} */
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
} catch {
  kept = {};
}
/** @type {Phone | Question | null} */
let phone = null;
let code = "";
let seen = "";

/** Rooms live for hours: what is kept of older ones goes. */
function keep() {
  const day = 24 * 3600 * 1000;
  kept = Object.fromEntries(Object.entries(kept).filter(([, { time }]) => Date.now() - time < day));
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be forbidden: the phone is a new one after a reload.
  }
}

/** @param {string} [said] why the code is asked for */
function door(said = "") {
  phone = null;
  code = "";
  strip.textContent = "GraphDP, with a class";
  trouble.textContent = "";
  const input = make("input", {
    id: "code", type: "text", maxlength: "12", autocomplete: "off", autocapitalize: "characters",
    spellcheck: "false", "aria-describedby": "said",
  });
  const told = make("p", { className: "told", id: "said", role: "status" }, said);
  const form = make("form", { className: "door" }, make("label", { for: "code" }, "Code on the screen"),
    input, make("button", { type: "submit", className: "main" }, "Join"), told);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await join(input.value.trim().toUpperCase());
    } catch (refused) {
      told.textContent = refused instanceof Error ? refused.message : "";
      input.select();
    }
  });
  place.replaceChildren(make("h1", {}, "Join the class"), form);
  input.focus();
}

/** @param {string} asked */
async function join(asked) {
  const own = kept[asked] ?? { token: newToken(), lesson: "", sent: null, coins: {}, time: Date.now() };
  const room = await ask(`${FOLDER}/join`, { code: asked, phone: own.token });
  const lesson = room.asked ? null : await ask(`${FOLDER}/lesson/${room.lesson}`);
  code = asked;
  kept[code] = own;
  if (own.lesson !== room.lesson) Object.assign(own, { lesson: room.lesson, sent: null });
  keep();
  history.replaceState(null, "", `#${code}`);
  phone?.remove();
  if (!lesson) {
    phone = new Question(room, own.sent, async (sent) => {
      await insist(`${FOLDER}/answer`, { code: asked, phone: own.token, answer: sent.told }, (said) => (trouble.textContent = said));
      own.sent = sent;
      keep();
    });
  } else phone = new Phone(lesson, room, own.sent, async (sent, waiting) => {
    // Thrown once, whatever happens on the way, and also if the class comes back to this lesson
    const said = room.epsilon === null ? sent : (own.coins[lesson.id] ??= sent);
    keep();
    await insist(`${FOLDER}/answer`, { code: asked, phone: own.token, answer: said.told }, waiting);
    own.sent = said;
    keep();
    return said;
  });
  strip.textContent = `${lesson?.title ?? "A question"} · class ${code}`;
  place.replaceChildren(phone.box);
  dress();
  phone.hear(room);
  seen = JSON.stringify(room);
}

/** One look at the room. */
async function look() {
  if (!phone || document.hidden) return;
  const asked = code;
  try {
    const room = await ask(`${FOLDER}/state/${asked}`);
    trouble.textContent = "";
    const text = JSON.stringify(room);
    if (asked !== code) return;
    if (room.lesson !== phone.room.lesson) await join(code); // the class has gone on to another one
    else if (text !== seen) phone.hear(room);
    seen = text;
  } catch (refused) {
    if (asked !== code) return;
    if (refused instanceof Refusal && !refused.isLost) ended(refused.message);
    else trouble.textContent = refused instanceof Error ? refused.message : "";
  }
}

/** @param {string} said */
function ended(said) {
  history.replaceState(null, "", location.pathname);
  door(said.startsWith("There is no class") ? "The class has ended. Thank you for taking part." : said);
}

async function stay() {
  await look();
  setTimeout(stay, EVERY * (1 + 0.2 * Math.random()));
}

function dress() {
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--st-background-color");
  const theme = themes[isDark(ground.trim()) ? "dark" : "light"];
  for (const [name, value] of Object.entries(theme)) {
    if (typeof value === "string") root.style.setProperty(`--${name}`, value);
  }
  phone?.wear();
}

async function start() {
  dress();
  const asked = decodeURIComponent(location.hash.slice(1)).trim().toUpperCase();
  if (!asked) {
    door();
    return;
  }
  try {
    await join(asked);
  } catch (refused) {
    door(refused instanceof Error ? refused.message : "");
  }
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
document.addEventListener("visibilitychange", look);
addEventListener("hashchange", start);
start().then(stay);
