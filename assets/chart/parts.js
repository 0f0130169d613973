// @ts-check
/** Which panels of a chart stand beside each other: both, one at a time, or the left one alone. */

/**
 * A lecture may hide the private side: then nothing of it is drawn. Where there is room for one
 * side only, a button flips them.
 *
 * @param {import("./types.js").Chart} chart
 * @param {{hidden: boolean, narrow: boolean, flipped: boolean}} seen
 * @returns {import("./types.js").Part[]}
 */
export function partsOf({ panels, alone }, { hidden, narrow, flipped }) {
  if (panels.length === 1) {
    const [panel] = panels;
    if (!hidden) return [{ panel, sides: [0, 1], column: 0, columns: 1 }];
    return alone ? [{ panel: alone, sides: [0], column: 0, columns: 2 }] : [];
  }
  const sides = hidden ? [0] : [0, 1];
  return sides.filter((side) => !narrow || side === (flipped ? 0 : 1)).map((side) => ({
    panel: panels[side], sides: [side], column: narrow ? 0 : side, columns: narrow ? 1 : 2,
  }));
}
