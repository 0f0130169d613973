// @ts-check
/** A card to share, as SVG text: a question, the guess and the truth, a picture, and where it comes from. */

import { element, penOf } from "../pair/frame.js";

const WIDE = 1200, HIGH = 630, MARGIN = 56, GAP = 36, FOOT = HIGH - 48;
const FLAT = 2; // a picture that is wider than so stands below the words, any other beside them
const FONT = "Helvetica, Arial, sans-serif"; // an image knows no font of the page
const LEAST = 26, LEADING = 1.24; // the smallest letters of a sentence, and the height of its lines

/**
 * @param {{question: string, said: string, picture: string, note: string, from: string, link: string}} card with a note in place of a picture
 * @param {Record<string, string>} look
 */
export function cardOf({ question, said, picture, note, from, link }, look) {
  const drawn = picture ? new DOMParser().parseFromString(picture, "image/svg+xml").documentElement : null;
  const [, , width = 1, height = 1] = (drawn?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const isBeside = drawn !== null && width / height < FLAT;
  const room = isBeside ? 0.42 * WIDE : WIDE - 2 * MARGIN;
  let y = MARGIN;
  const parts = [[question, 44, isBeside ? 6 : 2, "text"], [said, 38, isBeside ? 5 : 2, "accent"], [note, 30, 2, "muted"]];
  const words = parts.flatMap(([text, size, most, ink]) => {
    const { letters, lines } = fitted(String(text), Number(size), room, Number(most));
    const made = lines.map((line, i) => element("text", { x: MARGIN, y: y + (i + 1) * letters * LEADING,
      "font-size": letters, "font-weight": "700", fill: look[ink] }, line));
    y += lines.length ? lines.length * letters * LEADING + 12 : 0;
    return made;
  });
  if (drawn) {
    const left = isBeside ? MARGIN + room + GAP : MARGIN, top = isBeside ? MARGIN : y + 6;
    const place = { x: left, y: top, width: WIDE - MARGIN - left, height: FOOT - 56 - top, fill: look.text };
    for (const [name, value] of Object.entries(place)) drawn.setAttribute(name, String(value));
  }
  const foot = { y: FOOT, "font-size": 24, fill: look.muted };
  return new XMLSerializer().serializeToString(element("svg", { width: WIDE, height: HIGH, "font-family": FONT },
    element("rect", { width: WIDE, height: HIGH, fill: look.background }),
    element("rect", { width: WIDE, height: 10, fill: look.accent }), ...words, ...drawn ? [document.adoptNode(drawn)] : [],
    element("rect", { x: MARGIN, y: FOOT - 40, width: WIDE - 2 * MARGIN, height: 1, fill: look.grid }),
    element("text", { ...foot, x: MARGIN }, from), element("text", { ...foot, x: WIDE - MARGIN, "text-anchor": "end" }, link)));
}

/**
 * Words in at most so many lines, in smaller letters where they would be more.
 *
 * @type {(text: string, size: number, room: number, most: number) => {letters: number, lines: string[]}}
 */
function fitted(text, size, room, most) {
  const pen = penOf(document.createElement("canvas"));
  pen.font = `700 ${size}px ${FONT}`;
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
    if (lines.length && pen.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length <= most || size <= LEAST ? { letters: size, lines } : fitted(text, size - 2, room, most);
}
