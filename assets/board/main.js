// @ts-check
/** Where the page meets the board: the store of tiles, and one board per mount. */

import { showing } from "../pair/mounting.js";
import { Board } from "./board.js";
import { TileStore } from "./store.js";

/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.board")] ??= { calls: new Map() });
const store = (hub.store ??= new TileStore());
const boards = (hub.boards ??= new Map());

hub.arrived = () => {
  for (const part of hub.parts?.splice(0) ?? []) store.put(part);
  for (const board of boards.values()) board.arrived();
};

hub.told = () => {
  for (const calls of hub.calls.values()) {
    const last = calls.at(-1);
    if (last) hub.show?.(last);
  }
};

showing(hub, boards, () => new Board(store, hub), () => Boolean(hub.themes && hub.words));

/**
 * The mount that carries this code also carries the colours.
 *
 * @param {{data: import("./types.js").Themes | null}} component
 */
export default function ({ data }) {
  if (!data) return;
  hub.themes = data;
  hub.arrived?.();
  if (!boards.size) hub.told?.();
}
