// @ts-check
/** Help behind "?" and one small button in the header: what this is, then the shortcuts, each a button too. */

import { make } from "../pair/frame.js";
import { areOn, want } from "./keys.js";

/** Owns the dialog, the corner and the button that reveals; they stand beside the app's own page. */
export class ShortcutList {
  /**
   * @param {import("./types.js").Shortcut[]} shortcuts
   * @param {() => void} reveal
   * @param {() => {what: string[], acts: [words: string, act: () => void][]}} help
   */
  constructor(shortcuts, reveal, help) {
    this.help = help;
    this.about = make("div", { className: "about" });
    const wanted = make("input", { type: "checkbox" });
    wanted.checked = areOn();
    wanted.addEventListener("change", () => want(wanted.checked));
    const close = make("button", { type: "button", className: "close" }, "Close");
    this.dialog = make("dialog", { className: "graphdp-keys", "aria-label": "Help" },
      make("h2", { tabindex: "-1", autofocus: "" }, "What is this?"), this.about, make("h2", {}, "Shortcuts"),
      make("ul", {}, ...shortcuts.map((shortcut) => make("li", {}, this.row(shortcut)))),
      make("label", {}, wanted, " Keys work while no field is being typed in"), close);
    close.addEventListener("click", () => this.dialog.close());
    this.corner = make("button", {
      type: "button", className: "graphdp-corner", title: "What this is, the words, and shortcuts (?)", "aria-label": "What is this?",
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
    const { what, acts } = this.help();
    this.about.replaceChildren(...what.map((sentence) => make("p", {}, sentence)), make("p", { className: "acts" },
      ...acts.map(([words, act]) => {
        const button = make("button", { type: "button", className: "close" }, words);
        button.addEventListener("click", () => {
          this.dialog.close();
          act();
        });
        return button;
      })));
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
