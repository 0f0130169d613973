// @ts-check
/** Snapshots of the app's states: pinned, kept, returned to, presented, handed on. */

import { bringsSnapshots, brought, linkHere, linkWith, notCarried } from "./link.js";
import { present } from "./pinned.js";
import { go, here, same } from "./place.js";
import { MOST, Shelf } from "./shelf.js";
import { Strip } from "./strip.js";
import { Tour } from "./tour.js";

const NO_LINK = "The snapshots of this link cannot be read: ask for the link again.";

export class Snapshots {
  /**
   * @param {import("./steps.js").Steps} steps
   * @param {{toggle: (mode: "present", on: boolean) => void}} modes
   * @param {() => void} dress puts on the app's colours, which may have changed
   */
  constructor(steps, modes, dress) {
    this.steps = steps;
    this.modes = modes;
    this.dress = dress;
    this.shelf = new Shelf(() => this.strip.show());
    this.strip = new Strip(this.shelf, {
      pin: () => this.pin(), open: (index) => this.return(index), present: () => this.present(),
      share: () => this.share(), reset: () => this.reset(), dress,
    });
    this.tour = new Tour(this.shelf, (index) => this.open(index));
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

  /** @param {number} index */
  open(index) {
    this.steps.begin();
    go(this.shelf.all[index]);
    this.steps.rest();
    this.strip.show();
  }

  /**
   * Go to one, and say what changes on the way.
   *
   * @param {number} index
   */
  return(index) {
    const from = this.shelf.all.findIndex((one) => same(here(), one));
    this.open(index);
    if (from >= 0 && from !== index) this.strip.differ(from, index);
    this.strip.focus(index, ".open");
  }

  present() {
    const now = this.shelf.all.findIndex((one) => same(here(), one));
    this.strip.toggle(false);
    this.modes.toggle("present", true);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.tour.begin(Math.max(now, 0));
  }

  /** Turn a page of the lecture, if one is being given. */
  turn(/** @type {number} */ by) {
    if (!this.tour.isOn) return false;
    this.tour.step(by);
    return true;
  }

  endTour() {
    if (!this.tour.isOn) return false;
    this.tour.end();
    this.modes.toggle("present", false);
    return true;
  }

  async share() {
    await this.copy(linkHere(), `The link is copied.${notCarried()}`, this.shelf.all.length
      ? ["With all snapshots", () => this.shareAll()] : undefined);
  }

  async shareAll() {
    try {
      const link = await linkWith(this.shelf.all);
      const words = `The link with ${this.shelf.all.length} snapshots is copied, without their pictures.`;
      await this.copy(link, words + notCarried());
    } catch (error) {
      this.strip.say(/** @type {Error} */ (error).message);
    }
  }

  /**
   * @param {string} link
   * @param {string} words
   * @param {[string, () => void]} [act]
   */
  async copy(link, words, act) {
    try {
      await navigator.clipboard.writeText(link);
      this.strip.say(words, { act });
    } catch {
      this.strip.say(`This browser lets nothing be copied here. The link is ${link}`, { act });
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
