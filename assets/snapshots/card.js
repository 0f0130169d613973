// @ts-check
/** One snapshot in the strip: its picture and finding, and what can be done with it. */

import { make } from "../pair/frame.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} CardActs
 * @property {(index: number) => void} open
 * @property {(index: number) => void} edit
 * @property {(index: number) => void} compare
 * @property {(from: number, to: number) => void} move
 * @property {(index: number) => void} remove
 */

/**
 * @param {import("./types.js").Snapshot} snapshot
 * @param {number} index
 * @param {{isHere: boolean, isChosen: boolean, isLast: boolean}} state
 * @param {CardActs} acts
 */
export function card(snapshot, index, { isHere, isChosen, isLast }, acts) {
  const { title, finding, note, picture } = snapshot;
  const image = picture
    ? make("img", { src: picture, alt: "", loading: "lazy" })
    : make("span", { className: "blank" }, icon("strip"));
  const open = make("button", {
    type: "button", className: "open", title: finding || title, "aria-current": isHere ? "true" : null,
  }, make("span", { className: "number" }, String(index + 1)), image,
    make("strong", {}, title || "Untitled"), make("span", { className: "finding" }, note || finding));
  if (note) open.append(make("span", { className: "noted", title: note }, icon("note")));
  open.addEventListener("click", () => acts.open(index));
  /** @type {(name: Parameters<typeof icon>[0], label: string, act: () => void, off?: boolean) => HTMLButtonElement} */
  const tool = (name, label, act, off = false) => {
    const made = make("button", { type: "button", className: `tool ${name}`, title: label,
      "aria-label": `${label}: ${title}` }, icon(name));
    made.disabled = off;
    made.addEventListener("click", act);
    return made;
  };
  const compare = tool("compare", "Compare with another", () => acts.compare(index));
  compare.setAttribute("aria-pressed", String(isChosen));
  return make("li", { className: isHere ? "here" : "" }, open,
    make("div", { className: "tools" },
      tool("left", "Move to the left", () => acts.move(index, index - 1), index === 0),
      tool("right", "Move to the right", () => acts.move(index, index + 1), isLast),
      tool("edit", "Title and note", () => acts.edit(index)),
      compare, tool("delete", "Delete", () => acts.remove(index))));
}
