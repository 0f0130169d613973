// @ts-check
/** Round numbers along an axis. */

const HALF_LETTER = 3.6; // pixels; a label that would be cut off is left out, its line stays

/**
 * About `wanted` round values between low and high, with as many decimals as their step needs.
 *
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high, wanted = 5) {
  const span = high - low;
  if (!(span > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(span / wanted));
  const step = power * ([1, 2, 5].find((factor) => span / (power * factor) <= wanted) ?? 10);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const out = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * span; k++) {
    const text = decimals > 4 ? (k * step).toExponential(0) : (k * step).toFixed(decimals);
    const apart = decimals ? text : text.replace(/\B(?=(\d{3})+$)/g, ","); // 4,000, as in words
    out.push({ value: k * step, text: apart.replace("-", "−") });
  }
  return out;
}

/**
 * Grid lines and tick labels of a panel as plain marks: lines, then texts.
 *
 * @param {import("./types.js").Frame} frame
 * @param {import("./types.js").Transform} transform
 * @param {number} room pixels between the numbers and the panel
 * @returns {import("./types.js").Guides}
 */
export function axisMarks(frame, transform, room) {
  const [left, top, width, height] = frame;
  const [sx, sy, ox, oy] = transform;
  const right = left + width, bottom = top + height;
  /** @type {import("./types.js").Guides} */
  const { lines, texts } = { lines: [], texts: [] };
  for (const { value, text } of ticks(-ox / sx, (width - ox) / sx, Math.max(2, width / 90))) {
    const x = left + value * sx + ox;
    lines.push([x, top, x, bottom]);
    if (x + text.length * HALF_LETTER <= right) {
      texts.push({ text, x, y: bottom + 16, anchor: "middle" });
    }
  }
  for (const { value, text } of ticks((height - oy) / sy, -oy / sy, Math.max(2, height / 75))) {
    const y = top + value * sy + oy;
    lines.push([left, y, right, y]);
    texts.push({ text, x: left - room, y: y + 4, anchor: "end" });
  }
  return { lines, texts };
}
