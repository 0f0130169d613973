// @ts-check
/** A quiet foot on every page: what to try, and the words. It stands below all else. */

import { make } from "../pair/frame.js";
import { go, here, linkTo, route } from "../snapshots/place.js";
import { Card } from "./card.js";
import { begin, invite } from "./welcome.js";
import { Words } from "./words.js";

const REST_MS = 600; // without a run of the script, until the page's words are looked for
const MOST = 12; // words in the foot
const BODY = "[data-testid=stMainBlockContainer]";

export class Guide {
  /**
   * @param {() => void} step told before the app is sent elsewhere
   * @param {() => void} dress puts on the app's colours, which may have changed
   */
  constructor(step, dress) {
    this.step = step;
    this.dress = dress;
    this.foot = make("section", { className: "graphdp-foot", "aria-label": "Try this" });
    this.shown = "";
    /** @type {import("./types.js").Told | null} */
    this.told = null;
    this.list = make("p", { className: "words" });
    this.waiting = 0;
    const running = new MutationObserver(() => this.look());
    const begun = new MutationObserver(() => {
      const app = document.querySelector("[data-testid=stApp]");
      if (!app) return;
      begun.disconnect();
      running.observe(app, { attributeFilter: ["data-test-script-state"] });
      this.look();
    });
    begun.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("graphdp-lesson", () => this.look());
    addEventListener("toggle", () => this.look(), true); // what is opened brings its words
    addEventListener("click", (event) => this.click(event));
    addEventListener("pointermove", (event) => this.point(event), { passive: true });
  }

  /** When the page is finished, and not before: what it still brings would push the foot down. */
  look() {
    const app = document.querySelector("[data-testid=stApp]");
    if (!(app instanceof HTMLElement) || app.dataset.testScriptState !== "notRunning") return;
    if (!this.told) {
      this.ask();
      return;
    }
    this.show();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), REST_MS);
  }

  /** Ask the server, once; without an answer the pages stand without a guide. */
  async ask() {
    if (this.asked) return;
    this.asked = true;
    try {
      const answer = await fetch(route("guide"));
      this.told = answer.ok ? await answer.json() : null;
    } catch {
      return;
    }
    if (!this.told) return;
    this.words = new Words(this.told.terms);
    this.card = new Card(this.told);
    this.look();
  }

  /** The foot of the page that stands there. */
  show() {
    const body = document.querySelector(BODY);
    const { page } = here();
    const asked = new URLSearchParams(location.search), part = ["see", "lesson"].find((name) => asked.get(name));
    const view = part ? `${page}?${part}=${asked.get(part)}` : page;
    if (!body || (this.foot.isConnected && this.shown === view)) return;
    this.shown = view;
    const tries = (this.told?.tries[view] ?? this.told?.tries[page] ?? []).filter(({ address }) => address !== view);
    this.foot.replaceChildren(
      ...(tries.length ? [make("h2", {}, "Try this")] : []),
      make("ul", {}, ...tries.map((one) => make("li", {}, this.link(one)))), this.list,
    );
    body.append(this.foot);
    this.dress();
    if (page === "" && this.told?.tries.lessons) invite((place) => this.go(place));
  }

  /** What stands behind "?": what this is, and ways to know more. */
  help() {
    /** @type {[words: string, act: () => void][]} */
    const acts = [["All words", () => this.card?.all()]];
    if (this.told?.tries.lessons) acts.unshift(["Sixty seconds: guess and see", () => begin((place) => this.go(place))]);
    return { what: this.told?.what ?? [], acts: this.told ? acts : [] };
  }

  /** Underline the page's words, and name them in the foot, where keys reach them too. */
  read() {
    const body = document.querySelector(BODY);
    if (!body || !this.words) return;
    const terms = this.words.look(body).slice(0, MOST);
    this.dress();
    const names = terms.map((term) => term.name).join();
    if (this.list.dataset.names === names) return;
    this.list.dataset.names = names;
    const all = make("button", { type: "button", className: "all" }, "All words");
    all.addEventListener("click", () => this.card?.all());
    const buttons = terms.map((term) => {
      const button = make("button", { type: "button" }, term.name);
      button.addEventListener("click", () => this.card?.show(term, button.getBoundingClientRect()));
      return button;
    });
    this.list.replaceChildren(make("strong", {}, "Words"), ...buttons, all);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { clientX, clientY, defaultPrevented } = event;
    const target = event.composedPath()[0];
    if (defaultPrevented || !(target instanceof Element) || target.closest("a, button, label, dialog")) return;
    const spot = this.words?.at(clientX, clientY);
    if (spot) this.card?.show(spot.term, spot.box);
  }

  /** The pointer says that there is more to know. @param {PointerEvent} event */
  point(event) {
    const { clientX, clientY, buttons } = event;
    const target = event.composedPath()[0];
    if (!(target instanceof HTMLElement) || buttons || !target.closest("p, li, span, strong, h1")) return;
    target.style.cursor = this.words?.at(clientX, clientY) ? "help" : "";
  }

  /** @param {import("./types.js").Try} one */
  link({ address, words }) {
    const [page, query = ""] = address.split("?");
    const link = make("a", { href: linkTo({ page, query }) }, words);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
      event.preventDefault();
      this.go({ page, query });
    });
    return link;
  }

  /** @param {{page: string, query: string}} place */
  go(place) {
    this.step();
    go(place);
    document.querySelector("[data-testid=stMain]")?.scrollTo({ top: 0 });
  }
}
