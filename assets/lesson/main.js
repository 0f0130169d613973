// @ts-check
/** Where the page meets a lesson: one player, or the list, per mount. */

import { make } from "../pair/frame.js";
import { isDark } from "../pair/palette.js";
import { notes } from "./notes.js";
import { Player } from "./player.js";
import { shelf } from "./shelf.js";

const COLOURS = /** @type {const} */ ([
  "background", "surface", "text", "muted", "grid", "accent", "baseline", "kept", "lost", "invented",
  "opposite", "unproved",
]);

/**
 * @typedef {object} Data
 * @property {import("./types.js").Themes} themes
 * @property {import("./types.js").Lesson | null} lesson
 * @property {number} step
 * @property {string} next
 * @property {"" | "lecture" | "notes"} mode
 * @property {import("./notes.js").Part[]} sheet for the teacher; empty in front of others
 * @property {string} server its address, from the host on: "/" or a folder
 * @property {Parameters<typeof shelf>[0]} lessons for the list
 * @property {Parameters<typeof shelf>[1]} plans
 */

/** @typedef {{data: Data, parentElement: HTMLElement | ShadowRoot, setTriggerValue: (name: string, value: unknown) => void}} Component */

class Lessons {
  constructor() {
    this.root = make("div", { className: "lessons" });
    this.shown = "";
    /** @type {Player | null} */
    this.player = null;
    /** @type {Data | null} */
    this.data = null;
    addEventListener("popstate", (event) => event.isTrusted && this.follow());
  }

  /** Back or Forward: the step that the address names now. */
  follow() {
    const { player } = this, asked = new URLSearchParams(location.search);
    const id = asked.get("lecture") || asked.get("lesson");
    if (player && id === player.lesson.id) player.stand(Number(asked.get("step") || 1) - 1);
  }

  /** @param {Component} component */
  receive({ data, parentElement, setTriggerValue }) {
    this.data = data;
    if (!this.root.isConnected) parentElement.append(this.root);
    const name = `${data.lesson?.id ?? "all lessons"} ${data.mode}`;
    if (name !== this.shown) {
      this.shown = name;
      this.fill(data, setTriggerValue);
      document.dispatchEvent(new Event("graphdp-lesson")); // it may stand there long after the run
    }
    this.dress(/** @type {Element} */ ("host" in parentElement ? parentElement.host : parentElement));
  }

  /**
   * @param {Data} data
   * @param {Component["setTriggerValue"]} tell
   */
  fill({ lesson, step, next, lessons, plans, mode, server, sheet }, tell) {
    this.player?.remove();
    const open = (/** @type {string} */ id) => tell("open", { id, time: Date.now() });
    if (!lesson) {
      this.player = null;
      this.root.replaceChildren(shelf(lessons, plans, open));
      return;
    }
    if (mode === "notes") {
      this.player = null;
      this.root.replaceChildren(notes(lesson, sheet));
      return;
    }
    this.player = new Player(lesson, {
      moved: (now) => tell("moved", { step: now }), left: open, next,
    }, mode, server);
    this.root.replaceChildren(this.player.box);
    this.player.step = step;
    this.player.show();
  }

  /** @param {Element} host */
  dress(host) {
    if (!this.data) return;
    const style = getComputedStyle(host);
    const dark = isDark(style.getPropertyValue("--st-background-color").trim());
    const theme = this.data.themes[dark ? "dark" : "light"];
    for (const name of COLOURS) this.root.style.setProperty(`--${name}`, theme[name]);
    this.player?.wear();
  }
}

/** @type {WeakMap<Node, Lessons>} */
const mounted = new WeakMap();

/** @param {Component} component */
export default function (component) {
  const place = component.parentElement;
  const lessons = mounted.get(place) ?? new Lessons();
  mounted.set(place, lessons);
  lessons.receive(component);
}
