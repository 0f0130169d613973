// @ts-check
/** Where a snapshot gets its title and its note. */

import { make } from "../pair/frame.js";

/** One dialog for all snapshots. */
export class Editor {
  constructor() {
    this.title = make("input", { type: "text", maxlength: "120", name: "title" });
    this.note = make("textarea", { maxlength: "2000", rows: "4", name: "note" });
    const cancel = make("button", { type: "button" }, "Cancel");
    const form = make("form", { method: "dialog" },
      make("h2", {}, "Snapshot"),
      make("label", {}, "Title", this.title), make("label", {}, "Note", this.note),
      make("div", { className: "row" }, cancel, make("button", { type: "submit" }, "Keep")));
    this.dialog = make("dialog", { className: "graphdp-keys graphdp-editor", "aria-label": "Title and note" }, form);
    cancel.addEventListener("click", () => this.dialog.close());
    form.addEventListener("submit", () => this.kept({
      title: this.title.value.trim(), note: this.note.value.trim(),
    }));
    /** @type {(parts: {title: string, note: string}) => void} */
    this.kept = () => {};
  }

  /**
   * @param {import("./types.js").Snapshot} snapshot
   * @param {(parts: {title: string, note: string}) => void} kept
   */
  open(snapshot, kept) {
    this.title.value = snapshot.title;
    this.note.value = snapshot.note;
    this.kept = kept;
    this.dialog.showModal();
    this.title.select();
  }
}
