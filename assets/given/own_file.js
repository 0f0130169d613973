// @ts-check
/** "Your own file" opens the system's own dialog at once; its files go to the page's box. */

const BOX = ".st-key-file input[type=file]";
const OFTEN_MS = 100;
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
  chooser.addEventListener("change", () => hand(chooser.files, MOST));
  open.chooser = chooser;
  chooser.click();
}

/** @param {FileList | null} files @param {number} left */
function hand(files, left) {
  const box = document.querySelector(BOX);
  if (box instanceof HTMLInputElement) {
    box.files = files;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (left) setTimeout(hand, OFTEN_MS, files, left - 1);
}
