// @ts-check
/** How far a person is in each lesson: kept in the browser alone, and only if it allows. */

const KEY = "graphdp.lessons";

/** @returns {Record<string, {step: number, done: boolean}>} */
export function progress() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} id
 * @param {{step: number, done?: boolean}} state
 */
export function keep(id, { step, done = false }) {
  const kept = progress();
  kept[id] = { step, done: done || kept[id]?.done === true };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be full or forbidden: the lesson goes on without it.
  }
}
