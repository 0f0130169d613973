// @ts-check
/** A question to the class itself: a ballot on phones, then what was told and what the lies leave of it. */

import { Bars } from "./bars.js";
import { percent } from "./scale.js";

/**
 * @typedef {object} Heard What a poll through coins says; see the server's own words of it.
 * @property {number} answers
 * @property {number} told how many of them say yes
 * @property {number} yes the share for whom it is true, corrected for the lies
 * @property {number} low of its range of 95%
 * @property {number} high
 * @property {number} lie probability
 * @property {number} after_yes of one of the class who told yes, to anybody who knows the corrected share
 * @property {number} after_no
 * @property {number} sure of one who told yes, for whom it was as likely as not before
 * @property {number} unsure
 */

const TOLD = "told yes", TRUE = "yes, corrected for the lies";
const AXIS = { label: "of all who answered", log: false, ticks: /** @type {[number, string][]} */ ([
  [0, "0%"], [0.25, "25%"], [0.5, "50%"], [0.75, "75%"], [1, "100%"]]) };

export class Poll extends Bars {
  /**
   * @param {import("./types.js").Lesson} lesson
   * @param {import("./types.js").Poll} poll
   */
  constructor(lesson, { question, yes, no }) {
    super({ ...lesson, measured: { ...lesson.measured, bars: [] }, prediction: {
      ...lesson.prediction, kind: "bet", prompt: question, names: [yes, no], under: [], start: [-1], shy: [], vertical: AXIS,
    } });
    /** What the coin on this phone said: 0 yes, 1 no. @type {number | null} */
    this.said = null;
  }

  /** @returns {Heard | null} */
  get heard() {
    return this.crowd?.poll ?? null;
  }

  /** The ballot, on a phone; on the teacher's screen what was told as it comes, corrected when all is shown. @override */
  paint() {
    const { heard } = this;
    const isWhole = this.isRevealed;
    const told = heard ? heard.told / heard.answers : 0;
    this.bars = !heard ? [] : [
      { name: TOLD, group: "", low: told, middle: told, high: told },
      ...isWhole ? [{ name: TRUE, group: "", low: heard.low, middle: heard.yes, high: heard.high }] : [],
    ];
    this.isRevealed = isWhole || !this.isOwn;
    super.paint();
    this.isRevealed = isWhole;
  }

  /** @override */
  gap() {
    const { heard, said } = this;
    if (said === null || !heard) return "Your phone told nothing.";
    const yes = said === 0;
    const [even, known] = yes ? [heard.sure, heard.after_yes] : [heard.unsure, heard.after_no];
    return `Your phone told ${yes ? "yes" : "no"}, and ${percent(heard.lie)} of all answers are lies. Anyone who was half sure of yes ` +
      `may now be ${percent(even)} sure` +
      `${isBetween(heard.yes) ? `; anyone who knows the share of the class, ${percent(known)}` : ""}. Not more.`;
  }

  /** @override @param {import("./crowd.js").Tally} tally */
  crowdWords({ poll }) {
    if (!poll) return "No answers yet.";
    const { answers, told, yes, low, high } = poll;
    const raw = `${told} of ${answers} told yes.`;
    return this.isRevealed ? `${raw} Without the lies: ${percent(yes)}, and with 95% certainty between ${percent(low)} and ${percent(high)}.` : raw;
  }

  /** What one answer tells of one who gave it. @override */
  oneAnswer() {
    const { heard } = this;
    if (!heard) return "";
    const { sure, unsure, yes, after_yes, after_no } = heard;
    return `**How sure of one pupil?** 50% before, ${percent(sure)} after a yes, ${percent(unsure)} after a no. ` +
      (isBetween(yes) ? `Knowing that ${percent(yes)} of the class said yes: ${percent(after_yes)} after a yes, ${percent(after_no)} after a no.` : "");
  }
}

/** @param {number} share */
function isBetween(share) {
  return share > 0 && share < 1;
}
