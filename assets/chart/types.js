// @ts-check
/** What the chart's parts hand each other, for the type checker; there is no code in here. */

export {};

/** @typedef {import("../pair/types.js").Theme} Theme */
/** @typedef {import("../pair/types.js").Find} Find */
/** @typedef {"text" | "muted" | "grid" | "accent" | "opposite" | "baseline" | "kept" | "unproved" | number} Ink */

/**
 * @typedef {object} Marks
 * @property {"dots" | "rings" | "lines" | "areas"} kind
 * @property {string} places array of x, y of dots; of x, y, x, y of lines and areas
 * @property {Ink} ink a number is a class
 * @property {number} size
 * @property {string} symbol
 * @property {number[]} dash
 * @property {string} word of the legend
 * @property {string} tip
 * @property {number} opacity
 * @property {{nodes: string, counts: string}} [members] arrays: nodes of all marks, and how many each has
 * @property {number} [side] whose they are, in a panel of several sides
 */

/** @typedef {{shades: string, columns: number}} Cells names an array of bytes, row by row */

/**
 * @typedef {object} Word
 * @property {number} x
 * @property {number} y
 * @property {string} text
 * @property {string} strong
 * @property {"start" | "middle" | "end"} anchor
 * @property {Ink} ink
 */

/**
 * @typedef {object} Panel
 * @property {[number, number]} x
 * @property {[number, number]} y
 * @property {[string, string] | []} axes
 * @property {Marks[]} marks
 * @property {Word[]} words
 * @property {[[number, string][], [number, string][]]} ticks
 * @property {Cells | null} cells
 * @property {boolean} even a unit is as long upwards as across
 */

/** @typedef {{panel: Panel, sides: number[], row: number, rows: number, column: number, columns: number}} Part */

/**
 * @typedef {object} Chart
 * @property {Panel[]} panels
 * @property {string[]} titles
 * @property {string[]} details
 * @property {number[]} unproved
 * @property {Panel | null} alone
 * @property {[string, string] | []} scale
 * @property {number} columns panels in a row, however narrow; 0 for all
 * @property {string} alt
 */

/**
 * @typedef {object} Shown What stands on the screen.
 * @property {Chart} chart
 * @property {Find} find
 * @property {Record<"light" | "dark", Theme>} themes
 * @property {string} file name of a saved picture
 * @property {string} footnote what stands below it
 * @property {string[] | null} names of the nodes
 */

/**
 * @typedef {object} Look
 * @property {Theme} theme
 * @property {number} width
 * @property {number} height
 * @property {number} letter size of type in pixels
 */

/** @typedef {(x: number, y: number) => [left: number, top: number]} Place From data to pixels. */

/**
 * @typedef {object} Spot A mark that has something to say.
 * @property {number} x in pixels
 * @property {number} y
 * @property {[number, number]} at in the units of the axes
 * @property {string} words
 * @property {number[]} members nodes that it stands for
 * @property {number} side
 * @property {number} size its diameter in pixels
 * @property {string} colour
 * @property {string} symbol
 * @property {[left: number, top: number, width: number, height: number]} [area] of a bar
 */

/** @typedef {{d: string, members: number[], colour: string, width: number}} Strand A line that stands for nodes. */
