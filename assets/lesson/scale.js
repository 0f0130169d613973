// @ts-check
/** Values of an axis as places in a picture, and back. */

/** @typedef {import("./types.js").Axis} Axis */

export class Scale {
  /**
   * @param {Axis} axis
   * @param {number} from pixels of its lowest value
   * @param {number} to pixels of its highest
   */
  constructor(axis, from, to) {
    this.axis = axis;
    this.low = /** @type {import("./types.js").Tick} */ (axis.ticks[0])[0];
    this.high = /** @type {import("./types.js").Tick} */ (axis.ticks.at(-1))[0];
    this.from = from;
    this.to = to;
  }

  /** @param {number} value */
  share(value) {
    const inside = Math.min(this.high, Math.max(this.low, value));
    return this.axis.log
      ? Math.log(inside / this.low) / Math.log(this.high / this.low)
      : (inside - this.low) / (this.high - this.low);
  }

  /** @param {number} value */
  at(value) {
    return this.from + this.share(value) * (this.to - this.from);
  }

  /** @param {number} pixels */
  value(pixels) {
    const share = Math.min(1, Math.max(0, (pixels - this.from) / (this.to - this.from)));
    return this.axis.log
      ? this.low * (this.high / this.low) ** share
      : this.low + share * (this.high - this.low);
  }

  /**
   * The value some steps further, for a key.
   *
   * @param {number} value
   * @param {number} steps
   * @param {number} step
   */
  moved(value, steps, step) {
    const next = this.axis.log ? value * (1 + step) ** steps : value + steps * step;
    return Math.min(this.high, Math.max(this.low, next));
  }
}

/** @param {number} value @param {number} [figures] */
export function spoken(value, figures = 2) {
  return String(Number(value.toPrecision(figures)));
}

/**
 * A value in the axis' own words: a percentage of a whole, a number, or what is no number at its top.
 *
 * @param {Axis} axis
 * @param {number} value
 * @param {number} [figures]
 */
export function inWords(axis, value, figures) {
  const low = axis.ticks[0]?.[0], [high, word = ""] = axis.ticks.at(-1) ?? [];
  if (low === 0 && high === 1) return percent(value);
  return value === high && !/\d/.test(word) ? word : spoken(value, figures);
}

/**
 * A share in whole percent; 0 and 100 are said of nothing and of all alone.
 *
 * @param {number} share
 */
export function percent(share) {
  const whole = Math.round(100 * share);
  if (whole === 0 && share > 0) return "less than 1%";
  return whole === 100 && share < 1 ? "more than 99%" : `${whole}%`;
}
