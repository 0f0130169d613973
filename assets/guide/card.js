// @ts-check
/** One word of the glossary with its picture, beside where it was asked for; and all of them. */

import { make } from "../pair/frame.js";
import { raised } from "../lesson/words.js";
import { isDark } from "../pair/palette.js";

const EDGE = 8;

export class Card {
  /** @param {import("./types.js").Told} told */
  constructor({ terms, themes }) {
    this.themes = themes;
    this.one = make("div", { className: "graphdp-card", popover: "auto", role: "dialog" });
    const close = make("button", { type: "button", className: "close" }, "Close");
    this.every = make("dialog", { className: "graphdp-keys graphdp-glossary", "aria-label": "Glossary" },
      make("h2", { tabindex: "-1", autofocus: "" }, "Glossary"), make("div", { className: "terms" }, ...terms.map((term) => entry(term))), close);
    close.addEventListener("click", () => this.every.close());
    document.body.append(this.one, this.every);
  }

  /** The page's colours, for what is drawn. */
  dress() {
    const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
    const theme = this.themes[paper && isDark(paper) ? "dark" : "light"];
    const inks = { true: "accent", other: "opposite", noise: "invented", lost: "lost", quiet: "baseline" };
    for (const box of [this.one, this.every]) {
      for (const [name, colour] of Object.entries(inks)) {
        box.style.setProperty(`--${name}`, `${theme[colour]}`);
      }
    }
  }

  /**
   * @param {import("./types.js").Term} term
   * @param {DOMRect} place
   */
  show(term, place) {
    this.dress();
    this.one.setAttribute("aria-label", term.name);
    this.one.replaceChildren(...entry(term).children);
    this.one.showPopover();
    const { width, height } = this.one.getBoundingClientRect();
    const below = place.bottom + EDGE;
    const top = below + height > innerHeight ? Math.max(EDGE, place.top - EDGE - height) : below;
    const left = Math.max(EDGE, Math.min(place.left, innerWidth - width - EDGE));
    this.one.style.inset = `${top}px auto auto ${left}px`;
  }

  all() {
    this.dress();
    this.every.showModal();
  }
}

/** @param {import("./types.js").Term} term */
function entry({ name, text, picture }) {
  const drawn = make("div", { className: "picture" });
  drawn.append(document.importNode(
    new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true));
  return make("section", {}, drawn, make("h3", {}, name), make("p", {}, ...raised(text)));
}
