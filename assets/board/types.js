// @ts-check
/** What the board's parts hand each other, for the type checker; there is no code in here. */

export {};

/** @typedef {"survives" | "blurred" | "lost" | "public" | "hidden" | "partly hidden" | "exposed"} Verdict */
/** @typedef {[x: number, y: number, text: string, anchor: CanvasTextAlign]} Label */

/**
 * @typedef {object} SketchHeader
 * @property {string} dots
 * @property {string} inks
 * @property {string} lines
 * @property {string} strokes
 * @property {string} boxes
 * @property {string} fills
 * @property {number} size
 * @property {boolean} square
 * @property {Label[]} labels
 */

/**
 * @typedef {object} Sketch Places are shares of the square, two a dot and four a box.
 * @property {Float32Array} dots
 * @property {Uint8Array} inks
 * @property {Uint16Array} lines
 * @property {Uint8Array} strokes
 * @property {Float32Array} boxes
 * @property {Uint8Array} fills
 * @property {number} size
 * @property {boolean} square
 * @property {Label[]} labels
 */

/**
 * @typedef {object} TileHeader A tile at one stop.
 * @property {string} id
 * @property {string} title
 * @property {string} gloss what it is, in everyday words
 * @property {string} figure
 * @property {string} words what the figure is of
 * @property {string} verdict a Verdict, or "" where there is none
 * @property {string} help what the verdict rests on
 * @property {string} note a sentence that must stand beside the verdict
 * @property {string} reason why there is no picture
 * @property {boolean} waits whether there may be a picture yet: soon, or with a reason once it is asked for
 * @property {number | null} [score] where the figure lies on the curve of many draws
 * @property {string} alt
 * @property {string[]} captions over the two sides
 * @property {[baseline: SketchHeader | null, released: SketchHeader] | null} sides
 * @property {string} [range] the figure over many draws
 */

/** @typedef {(number | null)[]} Row One number a stop; null where it is not known. */
/** @typedef {{low: Row, middle: Row, high: Row, top: string, bottom: string}} CurveRows */

/**
 * @typedef {object} Drawn What many draws say of one tile.
 * @property {CurveRows} curve
 * @property {number | null} lasts the stop from which on it survives
 * @property {string[]} [verdicts] one a stop, once all draws are there; "" where its own stands
 * @property {string[]} [ranges]
 */

/**
 * @typedef {object} Draws What many draws say, at every stop.
 * @property {Record<string, Drawn>} tiles
 * @property {string[]} [answers]
 */

/** @typedef {(id: string) => {href: string, open: () => void} | null} Links Where a tile leads. */
