// @ts-check
/** Snapshots of the app's states: pinned, kept and returned to; links to what is on the screen. */

import { bringsSnapshots, brought, linkHere, notCarried } from "./link.js";
import { present } from "./pinned.js";
import { go, here, same } from "./place.js";
import { MOST, Shelf } from "./shelf.js";
import { Strip } from "./strip.js";

const NO_LINK = "The snapshots of this link cannot be read: ask for the link again.";

export class Snapshots {
  /**
   * @param {import("./steps.js").Steps} steps
   * @param {() => void} dress puts on the app's colours, which may have changed
   */
  constructor(steps, dress) {
    this.steps = steps;
    this.dress = dress;
    this.shelf = new Shelf(() => this.strip.show());
    this.strip = new Strip(this.shelf, {
      pin: () => this.pin(), open: (index) => this.return(index),
      share: () => this.share(), reset: () => this.reset(), dress,
    });
    document.addEventListener("graphdp-pin", () => this.pin());
    this.strip.show();
    addEventListener("popstate", () => this.strip.show());
    if (bringsSnapshots()) this.receive();
  }

  /** Keep what is on the screen. */
  async pin() {
    if (this.shelf.all.length >= MOST) {
      this.strip.say(`${MOST} snapshots are the most: delete some, or save them as a file.`);
      return;
    }
    const snapshot = await present();
    this.shelf.add([snapshot]);
    const count = this.shelf.all.length;
    this.strip.focus(count - 1, ".open");
    if (!this.shelf.problem) {
      const words = count === 1 ? "Pinned. F shows your snapshots." : `Pinned: ${count} snapshots.`;
      this.strip.say(words, { picture: snapshot.picture });
    }
  }

  /**
   * Go to one, and say what changes on the way.
   *
   * @param {number} index
   */
  return(index) {
    const from = this.shelf.all.findIndex((one) => same(here(), one));
    this.steps.begin();
    go(this.shelf.all[index]);
    this.steps.rest();
    this.strip.show();
    if (from >= 0 && from !== index) this.strip.differ(from, index);
    this.strip.focus(index, ".open");
  }

  async share() {
    const link = linkHere();
    try {
      await navigator.clipboard.writeText(link);
      this.strip.say(`The link is copied.${notCarried()}`);
    } catch {
      this.strip.say(`This browser lets nothing be copied here. The link is ${link}`);
    }
  }

  /** The page as a first visitor finds it; a step back undoes it. */
  reset() {
    this.steps.begin();
    go({ page: here().page, query: "" });
    this.steps.rest();
    this.strip.say("All choices are as on a first visit.", { act: ["Undo", () => history.back()] });
  }

  async receive() {
    try {
      await this.strip.take(await brought(), "the link");
    } catch {
      this.strip.say(NO_LINK);
    }
  }
}
