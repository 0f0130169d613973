// @ts-check
/** The list of shortcuts, each a button too, behind "?" and one small button in the header. */

import { make } from "../pair/frame.js";
import { areOn, want } from "./keys.js";

/** Owns the dialog, the corner and the button that reveals; they stand beside the app's own page. */
export class ShortcutList {
  /**
   * @param {import("./types.js").Shortcut[]} shortcuts
   * @param {() => void} reveal
   */
  constructor(shortcuts, reveal) {
    const wanted = make("input", { type: "checkbox" });
    wanted.checked = areOn();
    wanted.addEventListener("change", () => want(wanted.checked));
    const close = make("button", { type: "button", className: "close" }, "Close");
    this.dialog = make("dialog", { className: "graphdp-keys", "aria-label": "Shortcuts" },
      make("h2", {}, "Shortcuts"),
      make("ul", {}, ...shortcuts.map((shortcut) => make("li", {}, this.row(shortcut)))),
      make("label", {}, wanted, " Keys work while no field is being typed in"), close);
    close.addEventListener("click", () => this.dialog.close());
    this.corner = make("button", {
      type: "button", className: "graphdp-corner", title: "Shortcuts and snapshots (?)", "aria-label": "Shortcuts",
    }, "?");
    this.corner.addEventListener("click", () => this.open());
    this.revealer = make("button", { type: "button", className: "graphdp-reveal" },
      "Reveal ", make("kbd", {}, "H"));
    this.revealer.addEventListener("click", reveal);
    this.said = make("div", { className: "graphdp-said", role: "status" });
    document.body.append(this.revealer, this.corner, this.said, this.dialog);
  }

  /** @param {import("./types.js").Shortcut} shortcut */
  row({ keys, shown, words, act }) {
    const row = make("button", { type: "button" }, make("kbd", {}, shown), make("span", {}, words));
    row.addEventListener("click", () => {
      this.dialog.close();
      act(keys[0]);
    });
    return row;
  }

  open() {
    this.dress(); // the theme may have changed
    this.dialog.showModal();
  }

  /** The app's colours and type, which it keeps to itself. */
  dress() {
    const app = document.querySelector("[data-testid=stApp]");
    if (!app) return;
    const { backgroundColor, color, fontFamily } = getComputedStyle(app);
    const { style } = document.documentElement;
    style.setProperty("--paper", backgroundColor);
    style.setProperty("--ink", color);
    style.setProperty("--type", fontFamily);
  }

  /**
   * What a screen reader says.
   *
   * @param {string} words
   */
  say(words) {
    this.said.textContent = words;
  }
}
