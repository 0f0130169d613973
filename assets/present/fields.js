// @ts-check
/** What the page's own fields lack: a comma is a decimal point, a whole number is typed whole, a name is heard without its markup. */

const FIELD = "[data-testid=stNumberInputField]", BOX = "[data-testid=stNumberInput]";
const WHOLE = "1"; // the step of whole numbers alone
const MARKUP = /\\(?=_|[^\w\s])|\*\*|\$|:[a-z-]+\[|(?<!\\)\](?!\()/g;
const MARKED = ["**", ":gray[", "\\", "$"].map((sign) => `[aria-label*="${CSS.escape(sign)}"]`).join();

/** Names as they are read on the screen. One that stays is not set again: a change of a name calls this anew, for ever. */
export function sayNames() {
  for (const field of document.querySelectorAll(MARKED)) {
    const said = field.getAttribute("aria-label") ?? "", plain = said.replace(MARKUP, "");
    if (plain !== said) field.setAttribute("aria-label", plain);
  }
}

export function watchFields() {
  for (const name of ["beforeinput", "input", "keydown", "focusout"]) document.addEventListener(name, hear, { capture: true });
}

/** Before the field itself hears it. @param {Event} event */
function hear(event) {
  const { target: field } = event;
  const box = field instanceof HTMLInputElement && field.matches(FIELD) && /** @type {HTMLElement | null} */ (field.closest(BOX));
  if (!box) return;
  if (event instanceof InputEvent && event.type === "beforeinput" && event.data?.includes(",")) {
    event.preventDefault();
    document.execCommand("insertText", false, event.data.replace(",", "."));
  } else if (event.type === "input" && field.step === WHOLE) {
    const isOdd = field.validity.badInput || /[^\d-]/.test(field.value);
    field.setCustomValidity(isOdd ? "A whole number, such as 12" : "");
    box.dataset.odd = field.validationMessage;
    if (!isOdd) delete box.dataset.odd;
  } else if ("odd" in box.dataset && (event.type === "focusout" || (event instanceof KeyboardEvent && event.key === "Enter"))) event.stopImmediatePropagation();
}
