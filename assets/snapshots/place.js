// @ts-check
/** Where the app is: its page and the words of its address, and how to go elsewhere in one step. */

export const MODES = ["present", "hide"]; // words of the address that belong to the lecture

/** Below which the pages lie, ending in "/". */
function base() {
  const told = /** @type {any} */ (window).__streamlit?.BACKEND_BASE_URL ?? location.origin;
  return new URL(`${told}`.replace(/\/*$/, "/"));
}

/** @param {string} name of what the server answers beside the pages */
export function route(name) {
  return new URL(`_graphdp/${name}`, base()).href;
}

/** @returns {{page: string, query: string}} what a snapshot keeps of the address */
export function here() {
  return {
    page: decodeURIComponent(location.pathname).slice(base().pathname.length).replace(/\/$/, ""),
    query: withoutModes(location.search).toString(),
  };
}

/** @param {string} search */
export function withoutModes(search) {
  const words = new URLSearchParams(search);
  for (const mode of MODES) words.delete(mode);
  return words;
}

/**
 * Whether two addresses ask for the same, in whatever order.
 *
 * @param {{page: string, query: string}} a
 * @param {{page: string, query: string}} b
 */
export function same(a, b) {
  return a.page === b.page && sorted(a.query) === sorted(b.query);
}

/** @param {string} query */
export function sorted(query) {
  const words = withoutModes(query);
  words.sort();
  return words.toString();
}

/**
 * The whole address of a state of the app.
 *
 * @param {{page: string, query: string}} place
 */
export function linkTo({ page, query }) {
  const link = new URL(page, base());
  link.search = query;
  return link.href;
}

/**
 * Show a state as a step of the browser's history; the app reads its address, as it does after Back.
 *
 * @param {{page: string, query: string}} place
 */
export function go(place) {
  history.pushState({}, "", linkTo(place));
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}
