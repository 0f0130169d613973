// @ts-check
/** The server's last message, unpacked once, and opened when the part it shares has come. */

import { decode } from "./payload.js";

export class Inbox {
  /** @param {import("./payload.js").Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Uint8Array | null} */
    this.data = null;
    /** @type {import("./types.js").Message} */
    this.message = /** @type {any} */ (null);
  }

  /** @param {Uint8Array} data */
  take(data) {
    if (data === this.data) return;
    this.data = data;
    this.message = decode(data);
  }

  /**
   * Hand out the last message with its shared part, now or later; whether it was now.
   *
   * @param {(message: import("./types.js").Message, shared: import("./types.js").SharedPart) => void} apply
   */
  open(apply) {
    const { shared } = this.message.header;
    const part = this.store.get(shared);
    if (part) apply(this.message, part);
    else this.store.whenThere(shared, () => this.message.header.shared === shared && this.open(apply));
    return Boolean(part);
  }
}
