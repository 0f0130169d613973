// @ts-check
/** A field with suggestions below it, as the combobox pattern of the web asks for. */

import { make } from "../pair/frame.js";

/**
 * @typedef {object} Component One call of the page's mount.
 * @property {{typed: string, found: [node: number, name: string][]}} data
 * @property {HTMLElement | ShadowRoot} parentElement
 * @property {(name: string, value: unknown) => void} setStateValue
 * @property {(name: string, value: unknown) => void} setTriggerValue
 */

const PAUSE_MS = 120; // after a letter, before the server is asked

/** The server is asked for names while one types; Enter or a click takes one. */
export class FindField {
  constructor() {
    /** @type {[node: number, name: string][]} */
    this.found = [];
    /** Which suggestion Enter takes; -1 for none. */
    this.active = -1;
    this.asked = "";
    this.answered = "";
    /** Words whose first node is taken as soon as it is known: Enter came before the answer. */
    this.awaited = "";
    this.timer = 0;
    /** @type {Component | null} */
    this.page = null;
    this.input = make("input", {
      type: "text", id: "find", role: "combobox", autocomplete: "off", spellcheck: "false",
      placeholder: "Name or number", "aria-expanded": "false", "aria-controls": "found",
      "aria-autocomplete": "list", maxlength: "200",
    });
    this.list = make("ul", { id: "found", role: "listbox", "aria-label": "Nodes found" });
    this.status = make("div", { className: "unseen", role: "status", "aria-live": "polite" });
    this.root = make("div", { className: "find" },
      make("label", { for: "find" }, "Find a node"), this.input, this.list, this.status);
    this.list.hidden = true;
    this.input.addEventListener("input", () => this.type());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.close());
    // A press must not take the focus away before the click is heard.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** @param {Component} page */
  receive(page) {
    const before = this.list.hidden ? "" : String([this.answered, ...this.found]);
    this.page = page;
    if (!this.root.isConnected) page.parentElement.append(this.root);
    this.answered = page.data.typed;
    this.found = page.data.found;
    if (this.input.value.trim() !== this.answered || !this.isFocused) return;
    if (String([this.answered, ...this.found]) !== before) this.open(); // else one may be walking in it
    if (this.awaited === this.answered && this.found.length) this.take(...this.found[0]);
  }

  get isFocused() {
    const tree = this.root.getRootNode();
    return (tree instanceof ShadowRoot ? tree : document).activeElement === this.input;
  }

  /** Whether the list is of the words that stand there. */
  get isAnswered() {
    return !this.list.hidden && this.input.value.trim() === this.answered;
  }

  type() {
    clearTimeout(this.timer);
    this.awaited = "";
    const words = this.input.value.trim();
    if (!words) this.close();
    this.timer = setTimeout(() => {
      if (words === this.answered) this.open();
      else if (words) this.page?.setStateValue("typed", words);
    }, PAUSE_MS);
  }

  open() {
    if (!this.answered) return;
    this.active = this.found.length ? 0 : -1;
    this.list.replaceChildren(...this.found.map(([node, name], i) => {
      const line = make("li", { id: `found-${i}`, role: "option" }, name);
      line.addEventListener("click", () => this.take(node, name));
      return line;
    }));
    if (!this.found.length) {
      this.list.append(make("li", { className: "none", role: "presentation" }, "No node fits."));
    }
    this.list.hidden = false;
    const count = this.found.length;
    this.status.textContent = count ? `${count} found` : "No node fits.";
    this.input.setAttribute("aria-expanded", "true");
    this.light();
  }

  close() {
    this.list.hidden = true;
    this.active = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  light() {
    [...this.list.children].forEach((line, i) =>
      line.setAttribute("aria-selected", String(i === this.active)));
    if (this.active < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `found-${this.active}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    event.stopPropagation(); // letters typed here are no shortcuts of the page
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step && this.found.length && !this.list.hidden) {
      this.active = (this.active + step + this.found.length) % this.found.length;
      this.light();
    } else if (key === "Enter" && this.isAnswered) {
      if (this.active >= 0) this.take(...this.found[this.active]);
    } else if (key === "Enter") this.awaited = this.input.value.trim();
    else if (key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  /**
   * @param {number} node
   * @param {string} name
   */
  take(node, name) {
    this.close();
    this.awaited = "";
    this.input.value = name;
    this.status.textContent = `${name} marked`;
    this.page?.setTriggerValue("chosen", node);
  }
}
