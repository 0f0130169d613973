// @ts-check
/** Which keys are shortcuts, and when a key is only a key. */

const STORED = "graphdp-shortcuts"; // "off" where the user wants none
const TYPED = "input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, " +
  "select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]";
const WALKED = "input, [role=application], [role=listbox], [role=option], [role=menu], " +
  "[role=menuitem], [role=tab], [role=radio], [role=radiogroup], [role=grid], [role=gridcell], " +
  "[role=slider], canvas, .graphdp-strip li, [data-testid=stHeader]"; // where arrow keys have a meaning of their own
const ARROWS = ["ArrowLeft", "ArrowRight", "PageUp", "PageDown"];

/**
 * Call the shortcuts of keys pressed anywhere on the page.
 *
 * @param {import("./types.js").Shortcut[]} shortcuts
 */
export function listen(shortcuts) {
  addEventListener("keydown", (event) => {
    const { key, isComposing, ctrlKey, metaKey, altKey } = event;
    if (!event.isTrusted || isComposing || ctrlKey || metaKey || altKey || !areOn()) return;
    const name = key.length === 1 ? key.toLowerCase() : key;
    const shortcut = shortcuts.find(({ keys }) => keys.includes(name));
    if (!shortcut || isBusy(event, name)) return;
    if (event.repeat && !ARROWS.includes(name)) return;
    if (shortcut.act(name) === false) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // some of them mean something to the page's own keys
  }, { capture: true });
}

/** Whether shortcuts are wanted: single letters get in the way of speech and of some keyboards. */
export function areOn() {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true; // this browser remembers nothing
  }
}

/** @param {boolean} on */
export function want(on) {
  try {
    localStorage.setItem(STORED, on ? "on" : "off");
  } catch {
    // this browser remembers nothing
  }
}

/**
 * Whether the key is for what has the focus.
 *
 * @param {KeyboardEvent} event
 * @param {string} name of an arrow key where arrows walk through what has the focus
 */
function isBusy(event, name) {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return false;
  if (document.querySelector("dialog[open]")) return true;
  return Boolean(target.closest(ARROWS.includes(name) ? `${TYPED}, ${WALKED}` : TYPED));
}
