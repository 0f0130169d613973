// @ts-check
/** The pictures of one tile on their way to the board: sent once, then only named. */

/** @type {Record<symbol, import("./types.js").Hub>} */
const globals = /** @type {any} */ (globalThis);
const hub = (globals[Symbol.for("graphdp.board")] ??= { calls: new Map() });

/** @param {{data: Uint8Array | null}} component */
export default function ({ data }) {
  if (!data?.length) return;
  (hub.parts ??= []).push(data);
  hub.arrived?.();
}
