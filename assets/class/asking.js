// @ts-check
/** A teacher asks the class about the view on the screen: a question of one's own, phones, answers. */

import { make } from "../pair/frame.js";
import { ClassRoom, betOn } from "../lesson/room.js";
import { here, route } from "../snapshots/place.js";
import { CHOICES, said } from "./question.js";

const REVEALED = 2; // the step of a room that shows the answers

/** @type {{dialog: HTMLDialogElement, input: HTMLInputElement} | null} */
let open = null;

/** @param {string} question that the view itself asks */
export function askClass(question) {
  if (!open) open = made();
  open.input.value = question;
  open.dialog.showModal();
}

function made() {
  const input = make("input", { type: "text", maxlength: "200", id: "graphdp-question" });
  const send = make("button", { type: "submit", className: "main" }, "Send to phones");
  const reveal = make("button", { type: "button", className: "quiet" }, "Show the answers");
  const answers = make("p", { className: "told", role: "status" });
  const close = make("button", { type: "button", className: "quiet" }, "Back to the view");
  const form = make("form", {}, make("label", { for: "graphdp-question" }, "A question about this view: yes, no, or cannot tell"), input, send);
  const door = make("div", {});
  const dialog = make("dialog", { className: "graphdp-keys graphdp-asking", "aria-label": "Ask my class" },
    make("h2", {}, "Ask my class"), form, door, answers, make("p", { className: "acts" }, reveal, close));
  const room = new ClassRoom(/** @type {any} */ ({ id: "L0", poll: null }), new URL(route("")).pathname.replace("_graphdp/", ""), () => {
    answers.textContent = room.isOpen ? room.tally ? said(room.tally) : "" : room.said.textContent ?? "";
    reveal.disabled = !room.isOpen;
    if (room.isOpen && !room.door.isConnected) door.replaceChildren(room.door);
    if (!room.isOpen) door.replaceChildren();
  }, false);
  reveal.disabled = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { page, query } = here();
    room.prediction = betOn(input.value, CHOICES);
    room.goal = { question: input.value, address: query ? `${page}?${query}` : page };
    if (room.own) room.enter();
    else room.open();
  });
  reveal.addEventListener("click", () => room.lead(REVEALED, -1));
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  return { dialog, input };
}
