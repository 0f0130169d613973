// @ts-check
/** What the board's parts hand each other, for the type checker; there is no code in here. */

export {};

/** @typedef {"survives" | "blurred" | "lost" | "public" | "protected" | "hinted" | "exposed"} Verdict */
/** @typedef {"shown" | "waiting" | "unavailable" | "failed"} State */
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
 * @typedef {object} PartHeader
 * @property {string} name
 * @property {SketchHeader | null} baseline
 * @property {{epsilon: number, figure: string, words: string, alt: string, private: SketchHeader}[]} stops
 */

/** @typedef {{figure: string, words: string, alt: string, private: Sketch}} TileStop */
/** @typedef {{baseline: Sketch | null, stops: Map<number, TileStop>}} Part */

/**
 * @typedef {object} Stop What the board says at one epsilon, whatever its tiles.
 * @property {number} epsilon
 * @property {string} label
 * @property {string} answer
 * @property {string} learnt
 */

/** @typedef {(number | null)[]} Row One number a stop; null where it is not known. */

/**
 * @typedef {object} TileHeader
 * @property {string} part the name under which its pictures come
 * @property {string} title
 * @property {string} gloss what it is, in everyday words
 * @property {string} page address of the page that looks closer
 * @property {State} state
 * @property {string} reason why it is unavailable or has failed
 * @property {string} help what the verdict rests on
 * @property {(Verdict | "")[]} verdicts one a stop
 * @property {string[]} ranges one a stop, "" where there is one draw
 * @property {string[]} notes one a stop: a sentence that must stand beside the verdict
 * @property {{low: Row, middle: Row, high: Row, top: string, bottom: string} | null} curve
 * @property {number | null} mark the stop from which on it survives
 * @property {string} markWord
 */

/** @typedef {{stops: Stop[], tiles: TileHeader[]}} Words What the board says at every stop. */
/** @typedef {{epsilon: number, revision: number}} Place Where the server has the slider. */
/** @typedef {Words & Place} BoardData */

/** @typedef {{light: import("../pair/types.js").Theme, dark: import("../pair/types.js").Theme}} Themes */

/** @typedef {{epsilon: number | null, revision: number}} Answer */

/**
 * @typedef {object} Component One call of the board's mount.
 * @property {Place} data
 * @property {HTMLElement | ShadowRoot} parentElement
 * @property {(name: string, value: object) => void} setStateValue
 * @property {(name: string, value: object) => void} setTriggerValue
 */

/**
 * @typedef {object} Inbox What has come before the code, and who is told of what comes after it.
 * @property {Uint8Array[]} [parts]
 * @property {Themes} [themes]
 * @property {Words} [words]
 * @property {() => void} [arrived] parts are there
 * @property {() => void} [told] words or colours are there
 * @property {import("./store.js").TileStore} [store]
 * @property {Map<Node, import("./board.js").Board>} [boards]
 */

/** @typedef {import("../pair/types.js").Mounts<Component> & Inbox} Hub */
