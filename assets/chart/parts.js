// @ts-check
/** Which panels of a chart are drawn, and where: beside each other, or below. */

const WHOLE = { row: 0, rows: 1, column: 0, columns: 1 };

/**
 * A lecture may hide the private side: then nothing of it is drawn.
 *
 * @param {import("./types.js").Chart} chart
 * @param {{hidden: boolean, narrow: boolean}} seen
 * @returns {import("./types.js").Part[]}
 */
export function partsOf({ panels, alone, titles, columns: own }, { hidden, narrow }) {
  if (panels.length === 1) {
    const [panel] = panels;
    if (!hidden) return [{ panel, sides: [...titles.keys()], ...WHOLE }];
    return alone ? [{ panel: alone, sides: [0], ...WHOLE, columns: 2 }] : [];
  }
  const sides = hidden ? [0] : [...panels.keys()];
  const columns = narrow ? 1 : own || panels.length, rows = Math.ceil(sides.length / columns);
  return sides.map((side) => ({
    panel: panels[side], sides: [side], row: Math.floor(side / columns), rows, column: side % columns, columns,
  }));
}
