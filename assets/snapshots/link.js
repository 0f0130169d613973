// @ts-check
/** Addresses to hand on: the present state, and the list of snapshots behind "#" if wanted. */

import { workspaceOf } from "./shelf.js";
import { linkTo, seenHere } from "./place.js";

const WORD = "#snapshots=";
const LONGEST = 30_000; // letters of a link that mail and chat still take
const TOO_LONG = "So many snapshots are too long for a link: save them as a file.";

/** @returns {string} the address of what is on the screen */
export function linkHere() {
  return linkTo(seenHere());
}

/**
 * The same with the snapshots behind it, without their pictures; a browser sends no server what
 * stands behind "#".
 *
 * @param {import("./types.js").Snapshot[]} snapshots
 * @throws {Error} if the link would be too long
 */
export async function linkWith(snapshots) {
  const text = JSON.stringify(workspaceOf(snapshots.map((s) => ({ ...s, picture: "" }))));
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  const word = btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const link = linkHere() + WORD + word;
  if (link.length > LONGEST) throw new Error(TOO_LONG);
  return link;
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
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), packed));
}

/**
 * @param {CompressionStream | DecompressionStream} stream
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function through(stream, bytes) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** @returns {string} what the link does not carry, in a sentence; "" where it carries all */
export function notCarried() {
  const file = new URLSearchParams(location.search).get("file");
  if (!file) return "";
  const name = file.split(".").slice(2).join(".");
  return ` It names your file ${name} by a checksum and does not carry it: who opens it is asked for the file.`;
}
