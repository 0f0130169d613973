// @ts-check
/** The snapshots in their order, kept in the browser; what is deleted can be taken back. */

import { ofToday, route } from "./place.js";

const STORED = "graphdp-snapshots";
const FORMAT = "graphdp-workspace", VERSION = 1;
export const MOST = 500;
const FULL = "This browser's storage is full: what is new here ends with this page. Save it as a file.";
const FORBIDDEN = "This browser keeps nothing for this page: the snapshots end with it. Save them as a file.";
const NEWER = "A newer GraphDP has kept snapshots in this browser: they stay, and what is new here ends with this page.";
const UNREAD = "The snapshots that this browser kept cannot be read; they are left out.";

/** Owns the list; tells when it changes. */
export class Shelf {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {import("./types.js").Snapshot[]} */
    this.all = [];
    /** @type {import("./types.js").Deleted[]} */
    this.deleted = [];
    /** What is wrong with the storage, in a sentence; "" if nothing. */
    this.problem = "";
    this.mayWrite = true;
    this.read();
    addEventListener("storage", (event) => {
      if (event.key === STORED) this.reread(); // another tab has changed them
    });
  }

  reread() {
    this.read();
    this.changed();
  }

  read() {
    try {
      const text = localStorage.getItem(STORED);
      const said = text ? JSON.parse(text) : workspaceOf([]);
      this.mayWrite = !(said.version > VERSION);
      this.problem = this.mayWrite ? "" : NEWER;
      if (this.mayWrite) this.all = said.snapshots.filter(isSnapshot).slice(0, MOST).map(ofToday);
    } catch (error) {
      this.problem = error instanceof DOMException ? FORBIDDEN : UNREAD;
    }
  }

  /** Keep the list as it stands, and say so. */
  keep() {
    try {
      if (this.mayWrite) {
        localStorage.setItem(STORED, JSON.stringify(workspaceOf(this.all)));
        this.problem = "";
      }
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      this.problem = isFull ? FULL : FORBIDDEN;
    }
    this.changed();
  }

  /**
   * Put some behind the others, as far as there is room; how many found it.
   *
   * @param {import("./types.js").Snapshot[]} some
   */
  add(some) {
    const fit = some.slice(0, MOST - this.all.length);
    this.all.push(...fit);
    this.keep();
    return fit.length;
  }

  /**
   * @param {number} index
   * @param {Partial<import("./types.js").Snapshot>} parts
   */
  change(index, parts) {
    Object.assign(this.all[index], parts);
    this.keep();
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    const [moved] = this.all.splice(from, 1);
    this.all.splice(Math.max(0, Math.min(this.all.length, to)), 0, moved);
    this.keep();
  }

  /** @param {number} index */
  remove(index) {
    const [snapshot] = this.all.splice(index, 1);
    this.deleted.push({ index, snapshot });
    this.keep();
    return snapshot;
  }

  /** Put back what was deleted last; where it stands, or -1. */
  restore() {
    const last = this.deleted.pop();
    if (!last) return -1;
    const index = Math.min(last.index, this.all.length);
    this.all.splice(index, 0, last.snapshot);
    this.keep();
    return index;
  }
}

/**
 * Snapshots as a file has them.
 *
 * @param {import("./types.js").Snapshot[]} snapshots
 */
export function workspaceOf(snapshots) {
  return { format: FORMAT, version: VERSION, snapshots };
}

/**
 * Ask the server about a workspace: it reads files with care, and knows what settings are called.
 *
 * @param {"workspace" | "differences"} name
 * @param {string} text
 * @returns {Promise<any>} its answer
 * @throws {Error} with a sentence for the reader
 */
export async function ask(name, text) {
  /** @type {Response} */
  let response;
  try {
    const headers = { "Content-Type": "application/json" };
    response = await fetch(route(name), { method: "POST", headers, body: text });
  } catch {
    throw new Error("The server does not answer: try again when the page is connected.");
  }
  const said = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(said.refused ?? "The server could not read that: try again.");
  return said;
}

/**
 * Whether something that was kept has the shape of a snapshot.
 *
 * @param {any} said
 * @returns {said is import("./types.js").Snapshot}
 */
function isSnapshot(said) {
  const words = ["page", "query", "title", "note", "finding", "picture"];
  return said && words.every((name) => typeof said[name] === "string") &&
    Array.isArray(said.figures) && !said.page.includes(":");
}
