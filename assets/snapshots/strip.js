// @ts-check
/** The strip of all snapshots along the window's lower edge, and the small button that leads there. */

import { make } from "../pair/frame.js";
import { save } from "../pair/export.js";
import { card } from "./card.js";
import { Editor } from "./editor.js";
import { icon } from "./icons.js";
import { here, same } from "./place.js";
import { ask, MOST, workspaceOf } from "./shelf.js";

const OPEN = "data-snapshots"; // on the root, for the style sheets
const SAID_MS = 6000;
const FILE = "graphdp-snapshots.json";
const EMPTY = "Nothing is pinned yet. Pin a state of any page; a click on its picture brings it back.";

export class Strip {
  /**
   * @param {import("./shelf.js").Shelf} shelf
   * @param {import("./types.js").Acts} acts
   */
  constructor(shelf, acts) {
    this.shelf = shelf;
    this.acts = acts;
    this.editor = new Editor();
    /** @type {number[]} at most two that are compared */
    this.chosen = [];
    this.timer = 0;
    this.list = make("ol", {});
    this.said = make("p", { className: "said", role: "status" });
    this.file = make("input", { type: "file", accept: ".json,application/json", hidden: "" });
    this.file.addEventListener("change", () => this.openFile());
    this.save = this.button("Save", () => this.saveFile());
    this.root = make("section", { className: "graphdp-strip", "aria-label": "Snapshots", hidden: "" },
      make("div", { className: "bar" },
        make("h2", {}, "Snapshots"), this.button("Pin", acts.pin), this.save,
        this.button("Open", () => this.file.click()), this.button("Copy link", acts.share),
        this.button("Reset page", acts.reset), this.said, this.file,
        this.button("✕", () => this.toggle(false), "Close")),
      this.list);
    this.opener = make("button", {
      type: "button", className: "graphdp-corner graphdp-opener", title: "Snapshots (F)",
      "aria-label": "Snapshots", "aria-expanded": "false",
    }, icon("strip"));
    this.count = make("span", { className: "count" });
    this.opener.append(this.count);
    this.opener.addEventListener("click", () => this.toggle());
    this.toast = make("div", { className: "graphdp-toast", role: "status" });
    document.body.append(this.root, this.opener, this.toast, this.editor.dialog);
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Escape closes; arrows walk from card to card, with Alt they take the card along.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.key === "Escape") {
      this.toggle(false);
      this.opener.focus();
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const from = [...this.list.children].findIndex((card) => card.contains(document.activeElement));
    if (from < 0) return;
    const to = from + step;
    if (event.key === "Delete") this.remove(from);
    else if (!step || to < 0 || to >= this.shelf.all.length) return;
    else if (event.altKey) this.move(from, to, ".open");
    else this.focus(to, ".open");
    event.preventDefault();
  }

  /**
   * @param {string} words
   * @param {() => void} act
   * @param {string | null} name where the words are a sign
   */
  button(words, act, name = null) {
    const made = make("button", { type: "button", title: name, "aria-label": name }, words);
    made.addEventListener("click", act);
    return made;
  }

  get isOpen() {
    return !this.root.hidden;
  }

  toggle(on = !this.isOpen) {
    this.acts.dress();
    this.root.hidden = !on;
    this.toast.classList.remove("shown");
    document.documentElement.toggleAttribute(OPEN, on);
    this.opener.setAttribute("aria-expanded", String(on));
    this.show();
  }

  /** The list as it stands. */
  show() {
    const { all, problem } = this.shelf;
    this.count.textContent = all.length ? String(all.length) : "";
    this.opener.hidden = !all.length && !this.isOpen;
    document.documentElement.toggleAttribute("data-opener", !this.opener.hidden);
    this.save.disabled = !all.length;
    if (problem) this.say(problem);
    if (!this.isOpen) return;
    const now = here();
    const at = this.list.scrollLeft;
    const cards = all.map((snapshot, index) => card(snapshot, index, {
      isHere: same(now, snapshot), isChosen: this.chosen.includes(index), isLast: index === all.length - 1,
    }, {
      open: this.acts.open, edit: (i) => this.edit(i), compare: (i) => this.choose(i),
      move: (from, to) => this.move(from, to), remove: (i) => this.remove(i),
    }));
    this.list.replaceChildren(...(cards.length ? cards : [make("li", { className: "empty" }, EMPTY)]));
    this.list.scrollLeft = at;
  }

  /**
   * Say something: in the open strip until the next thing is said, else for a moment in the corner.
   *
   * @param {string} words
   * @param {{picture?: string, act?: [string, () => void]}} more
   */
  say(words, { picture = "", act } = {}) {
    const parts = () => [words, ...(act ? [" ", this.button(...act)] : [])];
    this.said.replaceChildren(...parts());
    if (this.isOpen || !words) return;
    this.acts.dress();
    const image = picture ? [make("img", { src: picture, alt: "" })] : [];
    this.toast.replaceChildren(...image, make("p", {}, ...parts()));
    this.toast.classList.add("shown");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.toast.classList.remove("shown"), SAID_MS);
  }

  /** @param {number} index */
  edit(index) {
    this.editor.open(this.shelf.all[index], (parts) => this.shelf.change(index, parts));
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  move(from, to, focused = from < to ? ".right" : ".left") {
    this.chosen = [];
    this.shelf.move(from, to);
    this.focus(to, focused);
  }

  /** @param {number} index */
  remove(index) {
    this.chosen = [];
    const { title } = this.shelf.remove(index);
    this.focus(Math.min(index, this.shelf.all.length - 1), ".delete");
    this.say(`“${title}” is deleted.`, { act: ["Undo", () => this.restore()] });
  }

  restore() {
    const index = this.shelf.restore();
    if (index < 0) return;
    this.focus(index, ".open");
    const more = this.shelf.deleted.length;
    this.say(`“${this.shelf.all[index].title}” is back.`,
      more ? { act: [`Undo ${more} more`, () => this.restore()] } : {});
  }

  /**
   * @param {number} index
   * @param {string} part
   */
  focus(index, part) {
    const there = this.list.children[index]?.querySelector(part);
    if (there instanceof HTMLElement) there.focus();
  }

  /**
   * Choose for comparing; with two, say what differs.
   *
   * @param {number} index
   */
  choose(index) {
    this.chosen = this.chosen.includes(index)
      ? this.chosen.filter((one) => one !== index) : [...this.chosen, index].slice(-2);
    this.show();
    this.focus(index, ".compare");
    if (this.chosen.length === 2) this.differ(this.chosen[0], this.chosen[1]);
    else this.say(this.chosen.length ? "Choose a second one to compare with." : "");
  }

  /**
   * Say how the second differs from the first.
   *
   * @param {number} first
   * @param {number} second
   */
  async differ(first, second) {
    const two = [first, second].map((index) => ({ ...this.shelf.all[index], picture: "" }));
    try {
      const { words } = await ask("differences", JSON.stringify(workspaceOf(two)));
      this.say(`${first + 1} to ${second + 1}: ${words}`);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
    }
  }

  saveFile() {
    const text = JSON.stringify(workspaceOf(this.shelf.all), null, 1);
    save(new Blob([text], { type: "application/json" }), FILE);
    this.say(`${FILE} has addresses, findings, notes and pictures; of your own graph only the checksum.`);
  }

  async openFile() {
    const file = this.file.files?.[0];
    this.file.value = "";
    if (file) await this.take(await file.text(), file.name);
  }

  /**
   * Add the snapshots of a workspace that comes from elsewhere.
   *
   * @param {string} text
   * @param {string} name
   */
  async take(text, name) {
    try {
      const { snapshots } = await ask("workspace", text);
      const kept = this.shelf.add(snapshots);
      this.toggle(true);
      const left = snapshots.length - kept;
      if (!this.shelf.problem || left) {
        this.say(left ? `${left} of ${snapshots.length} snapshots found no room: ${MOST} is the most.`
          : `${kept} ${kept === 1 ? "snapshot" : "snapshots"} from ${name}.`);
      }
    } catch (error) {
      this.toggle(true);
      this.say(/** @type {Error} */ (error).message);
    }
  }
}
