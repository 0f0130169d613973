// @ts-check
/** The button that asks for a notebook of all snapshots: they live in this browser alone. */

import { make } from "../pair/frame.js";

const STORED = "graphdp-snapshots"; // as `snapshots/shelf.js` keeps them

/** @returns {any[]} the snapshots without their pictures; none where nothing can be read */
function kept() {
  try {
    const { snapshots } = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return snapshots.map((/** @type {any} */ one) => ({ ...one, picture: "" }));
  } catch {
    return [];
  }
}

/** @type {WeakMap<Node, HTMLButtonElement>} */
const buttons = new WeakMap();

/** @param {{parentElement: Node, setStateValue: (name: string, value: unknown) => void}} component */
export default function ({ parentElement, setStateValue }) {
  const made = buttons.get(parentElement) ?? make("button", { type: "button" });
  if (!buttons.has(parentElement)) {
    parentElement.appendChild(make("div", { className: "takeaway" }, made));
    buttons.set(parentElement, made);
  }
  const count = kept().length;
  made.textContent = count === 1 ? "Notebook of your one snapshot" : `Notebook of your ${count} snapshots`;
  made.disabled = count === 0;
  made.title = count ? "" : "Pin snapshots first: S pins what is on the screen.";
  made.onclick = () => setStateValue("asked", JSON.stringify({
    format: "graphdp-workspace", version: 1, snapshots: kept(),
  }));
}
