// @ts-check
/** Hands a card to the browser's share sheet; where there is none it is saved, and the link copied. */

import { rasterised, save } from "../pair/export.js";
import { here, linkTo, seenHere } from "../snapshots/place.js";
import { deep } from "../snapshots/portrait.js";
import { cardOf } from "./card.js";

const FILE = "graphdp-card.png";
const PUBLIC = ["mechanism", "epsilon"]; // words of a link that say nothing of the graph
const OWN = "The graph is my own: this card has no picture of it, no name, and no link to it.";
const LOCAL = /^(localhost|\[|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|[^.]+$|.*\.(local|lan|internal|home)$)/;

/** @typedef {(words: string, more: {picture: string}) => void} Say */

/** @param {Say} say */
export function listenForShares(say) {
  document.addEventListener("graphdp-share", (event) => share(/** @type {CustomEvent} */ (event).detail, say));
}

/** @param {import("./button.js").Wish} wish @param {Say} say */
async function share({ question, said = "", picture, graph, epsilon, query }, say) {
  const isOwn = graph === undefined && new URLSearchParams(location.search).has("file");
  const isLocal = LOCAL.test(location.hostname); // others do not reach it
  const place = query === undefined ? seenHere() : { page: here().page, query };
  if (isOwn) place.query = only(PUBLIC, place.query);
  const link = linkTo(place), { host, pathname } = new URL(link), words = only([...PUBLIC, "lesson", "graph"], place.query);
  const [, name = ""] = document.title.replace(/( -)? - GraphDP$/, "").split(" - ");
  const style = getComputedStyle(deep(".lessons, .board", document)[0] ?? document.body);
  const look = Object.fromEntries(["background", "text", "muted", "accent", "grid"].map((ink) => [ink, style.getPropertyValue(`--${ink}`)]));
  const svg = cardOf({
    question, said, picture: isOwn ? "" : picture, note: isOwn ? OWN : "",
    from: [isOwn ? "a graph of my own" : graph ?? name, epsilon, "GraphDP"].filter(Boolean).join(" · "),
    link: `${isLocal ? "" : host}${pathname}${words && `?${words}`}`.replace(/^\//, ""),
  }, look);
  const card = await rasterised(svg, undefined, 1);
  const files = [new File([card], FILE, { type: card.type })], text = [question, said].filter(Boolean).join(" ");
  const whole = isLocal ? { files, text } : { files, text, url: link };
  if (navigator.canShare?.(whole)) {
    await navigator.share(whole).catch(() => {}); // it was closed without a choice
    return;
  }
  save(card, FILE);
  const copied = navigator.clipboard?.writeText(link) ?? Promise.reject();
  const told = await copied.then(() => "The picture is saved and the link is copied.", () => `The picture is saved. The link is ${link}`);
  say(`${told}${isOwn ? " Nothing of your graph is in them." : ""}${isLocal ? " The link works on this computer alone." : ""}`,
    { picture: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
}

/** @param {string[]} names @param {string} query */
function only(names, query) {
  return new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => names.includes(name))).toString();
}
