// @ts-check
/** Where the app is: its page and the words of its address, and how to go elsewhere in one step. */

const MODES = ["present", "hide"]; // words of the address that belong to the lecture

/** By a page's address of before: the one that has taken it over, and what is chosen there.
 * @type {Record<string, [string, [string, string][]]>} */
const MOVED = JSON.parse(document.currentScript?.dataset.moved ?? "{}");

const VIEW = "view"; // how the picture is looked at; it stands in links, never in the live address

const BASE = document.currentScript?.dataset.base ?? ""; // of a server that lies below another

/** Below which the pages lie, ending in "/". */
function base() {
  return new URL(`${location.origin}/${BASE}`.replace(/\/*$/, "/"));
}

/** @param {string} name of what the server answers beside the pages */
export function route(name) {
  return new URL(`_graphdp/${name}`, base()).href;
}

/** Take the view out of the address that a link has opened: the first picture asks for it. */
export function takeView() {
  const words = new URLSearchParams(location.search);
  const view = words.get(VIEW);
  if (!view) return;
  document.documentElement.dataset.view = view;
  words.delete(VIEW);
  history.replaceState(history.state, "", `${location.pathname}?${words}${location.hash}`);
}

/** @returns {{page: string, query: string}} the same with the view, where it was moved */
export function seenHere() {
  const { page, query } = here();
  const asked = new CustomEvent("graphdp-view", { detail: { words: "" } });
  document.dispatchEvent(asked);
  const words = new URLSearchParams(query);
  if (asked.detail.words) words.set(VIEW, asked.detail.words);
  return { page, query: words.toString() };
}

/** @returns {{page: string, query: string}} what the address says */
export function here() {
  return {
    page: decodeURIComponent(location.pathname).slice(base().pathname.length).replace(/\/$/, ""),
    query: withoutModes(location.search).toString(),
  };
}

/** @param {string} search */
function withoutModes(search) {
  const words = new URLSearchParams(search);
  for (const mode of MODES) words.delete(mode);
  return words;
}

/**
 * The same state under the address that it has today.
 *
 * @template {{page: string, query: string}} Place
 * @param {Place} place
 * @returns {Place}
 */
export function ofToday(place) {
  const moved = MOVED[place.page];
  if (!moved) return place;
  const words = new URLSearchParams(place.query);
  for (const [name, choice] of moved[1]) words.set(name, choice);
  return { ...place, page: moved[0], query: words.toString() };
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
  words.delete(VIEW);
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
 * Show a state as a step of the browser's history: the app reads its address, as it does after
 * Back. Nothing but the view changes where it is shown already.
 *
 * @param {{page: string, query: string}} place
 */
export function go(place) {
  const words = new URLSearchParams(place.query);
  const view = words.get(VIEW) ?? "";
  words.delete(VIEW);
  if (place.page === here().page) {
    document.dispatchEvent(new CustomEvent("graphdp-look-at", { detail: view }));
  } else if (view) document.documentElement.dataset.view = view;
  if (same(here(), place)) return;
  const nowhere = { path: location.pathname, words: null }; // this page's own words are no longer true
  document.dispatchEvent(new CustomEvent("graphdp-address", { detail: nowhere }));
  history.pushState({}, "", linkTo({ page: place.page, query: words.toString() }));
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}
