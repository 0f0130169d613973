// @ts-check
/** A quiet foot on every page: what to try. It stands below all else, so that nothing moves. */

import { make } from "../pair/frame.js";
import { go, here, linkTo, route } from "../snapshots/place.js";
import { invite } from "./welcome.js";

const BODY = "[data-testid=stMainBlockContainer]";

export class Guide {
  /** @param {() => void} step told before the app is sent elsewhere */
  constructor(step) {
    this.step = step;
    this.foot = make("section", { className: "graphdp-foot", "aria-label": "Try this" });
    this.shown = "";
    /** @type {import("./types.js").Told | null} */
    this.told = null;
    const running = new MutationObserver(() => this.look());
    const begun = new MutationObserver(() => {
      const app = document.querySelector("[data-testid=stApp]");
      if (!app) return;
      begun.disconnect();
      running.observe(app, { attributeFilter: ["data-test-script-state"] });
      this.look();
    });
    begun.observe(document.body, { childList: true, subtree: true });
  }

  /** When the page is finished, and not before: what it still brings would push the foot down. */
  look() {
    const app = document.querySelector("[data-testid=stApp]");
    if (!(app instanceof HTMLElement) || app.dataset.testScriptState !== "notRunning") return;
    if (this.told) this.show();
    else this.ask();
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
    this.look();
  }

  /** The foot of the page that stands there. */
  show() {
    const body = document.querySelector(BODY);
    const { page } = here();
    if (!body || (this.foot.isConnected && this.shown === page)) return;
    this.shown = page;
    const tries = this.told?.tries[page] ?? [];
    this.foot.replaceChildren(
      ...(tries.length ? [make("h2", {}, "Try this")] : []),
      make("ul", {}, ...tries.map((one) => make("li", {}, this.link(one)))),
    );
    this.foot.hidden = !tries.length;
    body.append(this.foot);
    if (page === "") invite((place) => this.go(place));
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
