// @ts-check
/** The address of the present state, and the snapshots that an older link brings behind "#". */

import { linkTo, seenHere } from "./place.js";

const WORD = "#snapshots=";

/** @returns {string} the address of what is on the screen */
export function linkHere() {
  return linkTo(seenHere());
}

/** Whether the page was opened by such a link. */
export function bringsSnapshots() {
  return location.hash.startsWith(WORD);
}

/** @returns {Promise<string>} the workspace that the link brings, which nobody has read yet */
export async function brought() {
  const word = location.hash.slice(WORD.length).replace(/-/g, "+").replace(/_/g, "/");
  history.replaceState(history.state, "", location.pathname + location.search);
  const packed = Uint8Array.from(atob(word), (letter) => letter.charCodeAt(0));
  const text = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(text).text();
}

/** @returns {string} what the link does not carry, in a sentence; "" where it carries all */
export function notCarried() {
  const file = new URLSearchParams(location.search).get("file");
  if (!file) return "";
  const name = file.split(".").slice(2).join(".");
  return ` It names your file ${name} by checksum alone: whoever opens the link is asked for the file.`;
}
