// @ts-check
/** Which panels of a chart stand beside each other: all, one at a time, or the left one alone. */

const WHOLE = { row: 0, rows: 1, column: 0, columns: 1 };

/**
 * A lecture may hide the private side: then nothing of it is drawn. Where there is room for one
 * side only, a button turns to the next.
 *
 * @param {import("./types.js").Chart} chart
 * @param {{hidden: boolean, narrow: boolean, side: number}} seen
 * @returns {import("./types.js").Part[]}
 */
export function partsOf({ panels, alone, titles, columns: own }, { hidden, narrow, side: shown }) {
  if (panels.length === 1) {
    const [panel] = panels;
    if (!hidden) return [{ panel, sides: [...titles.keys()], ...WHOLE }];
    return alone ? [{ panel: alone, sides: [0], ...WHOLE, columns: 2 }] : [];
  }
  const sides = hidden ? [0] : [...panels.keys()];
  if (narrow) return sides.filter((side) => side === shown).map((side) => ({ panel: panels[side], sides: [side], ...WHOLE }));
  const columns = own || panels.length, rows = Math.ceil(panels.length / columns);
  return sides.map((side) => ({
    panel: panels[side], sides: [side], row: Math.floor(side / columns), rows, column: side % columns, columns,
  }));
}
