// @ts-check
/** Which panels of a chart stand beside each other: all, one at a time, or the left one alone. */

/**
 * A lecture may hide the private side: then nothing of it is drawn. Where there is room for one
 * side only, a button turns to the next.
 *
 * @param {import("./types.js").Chart} chart
 * @param {{hidden: boolean, narrow: boolean, side: number}} seen
 * @returns {import("./types.js").Part[]}
 */
export function partsOf({ panels, alone, titles }, { hidden, narrow, side: shown }) {
  if (panels.length === 1) {
    const [panel] = panels;
    if (!hidden) return [{ panel, sides: [...titles.keys()], column: 0, columns: 1 }];
    return alone ? [{ panel: alone, sides: [0], column: 0, columns: 2 }] : [];
  }
  const sides = hidden ? [0] : [...panels.keys()];
  return sides.filter((side) => !narrow || side === shown).map((side) => ({
    panel: panels[side], sides: [side], column: narrow ? 0 : side, columns: narrow ? 1 : panels.length,
  }));
}
