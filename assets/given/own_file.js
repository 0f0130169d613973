// @ts-check
/** "Your own file" opens the system's own dialog at once; its files go to the page's box. */

import { fold } from "../present/drawer.js";
import { whenThere } from "./when_there.js";

const BOX = ".st-key-file input[type=file]";
const MOST = 600; // looks for the box
/** @type {{chooser?: HTMLInputElement}} kept, so that it is not swept away while the dialog is open */
const open = {};

/** Watch the press from now on. */
export function watchOwnFile() {
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".st-key-own-file button")) choose();
  }, true);
}

function choose() {
  const chooser = Object.assign(document.createElement("input"), { type: "file", multiple: true });
  chooser.addEventListener("change", () => whenThere(BOX, MOST, (box) => hand(box, chooser.files)));
  open.chooser = chooser;
  chooser.click();
  fold(); // the menus lie over the page that asks
}

/** @param {Element} box @param {FileList | null} files */
function hand(box, files) {
  if (!(box instanceof HTMLInputElement)) return;
  box.files = files;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}
