// @ts-check
/** What the server hears of a widget. */

/** Every answer has a number; the server hands it back, so that late messages are known as such. */
export class Reply {
  constructor() {
    /** @type {import("./types.js").Answer} */
    this.answer = { selection: [], epsilon: null, supported: true };
    this.revision = 0;
    /** @type {import("./types.js").Component["setStateValue"]} */
    this.send = () => {};
  }

  /**
   * From now on answers go this way.
   *
   * @param {import("./types.js").Component["setStateValue"]} send
   */
  by(send) {
    this.send = send;
  }

  /**
   * Whether a message answers an older question than the last; what comes next does not.
   *
   * @param {number} revision that the server has handed back
   */
  isLate(revision) {
    const late = revision < this.revision;
    this.revision = Math.max(this.revision, revision);
    return late;
  }

  /** @param {Partial<import("./types.js").Answer>} change */
  tell(change) {
    this.revision += 1;
    this.answer = { ...this.answer, ...change, revision: this.revision };
    this.send("answer", this.answer);
  }

  /** The browser cannot draw: said once. */
  giveUp() {
    if (this.answer.supported) this.tell({ supported: false });
  }
}
