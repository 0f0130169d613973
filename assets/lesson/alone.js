// @ts-check
/** A lesson in a file of its own: no server, no network. */

import { make } from "../pair/frame.js";
import { Player } from "./player.js";

/** @type {{lesson: import("./types.js").Lesson, themes: import("./types.js").Themes}} */
const { lesson, themes } = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const player = new Player(lesson, { moved: () => {}, left: () => player.go(0), next: "" }, "alone");
const root = make("div", { className: "lessons" }, player.box);
document.getElementById("place")?.replaceChildren(root);

const dark = matchMedia("(prefers-color-scheme: dark)");

function dress() {
  const theme = themes[dark.matches ? "dark" : "light"];
  for (const [name, value] of Object.entries(theme)) {
    if (typeof value === "string") root.style.setProperty(`--${name}`, value);
  }
  player.wear();
}

dark.addEventListener("change", dress);
dress();
player.show();
