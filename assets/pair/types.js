// @ts-check
/** What the widget's parts hand each other, for the type checker; there is no code in here. */

export {};

/** @typedef {[x: number, y: number]} Point In pixels. */
/** @typedef {[left: number, top: number, width: number, height: number]} Frame In pixels. */
/** @typedef {[scaleX: number, scaleY: number, x: number, y: number]} Transform Data to pixels. */
/** @typedef {number[]} Bounds Left, low, right, high; a solid one has six: low x, y, z, high x, y, z. */
/** @typedef {"kept" | "lost" | "invented"} Kind Of edges. */
/** @typedef {Uint8Array | Uint16Array | Uint32Array} Pairs Node numbers, two an edge. */
/** @typedef {Partial<Record<Kind, Pairs>>} Edges */
/** @typedef {Pairs | Float32Array} Numbers */
/** @typedef {Map<string, Numbers>} Arrays By their names in a message. */
/** @typedef {(name: string) => any} Find One of these arrays; who asks knows its type. */
/** @typedef {number[] | null} Dash On and off, in pixels. */

/**
 * @typedef {object} Theme
 * @property {string} name
 * @property {string} background
 * @property {string} surface
 * @property {string} text
 * @property {string} muted
 * @property {string} grid
 * @property {string} accent
 * @property {string} opposite
 * @property {string} baseline
 * @property {string} kept
 * @property {string} lost
 * @property {string} invented
 * @property {string} unproved
 * @property {string[]} categorical
 * @property {string[]} sequential
 * @property {string[]} symbols
 */

/**
 * @typedef {object} PositionsHeader
 * @property {string} array
 * @property {number[]} [bounds] of quantised positions: low ends, then high ends
 * @property {number} dimensions
 */

/** @typedef {{gaps: string, n: number} | {pairs: string, mask?: string}} EdgesHeader */

/**
 * @typedef {object} SideHeader
 * @property {string} title
 * @property {"baseline" | "accent" | "unproved"} role
 * @property {string} detail
 * @property {string} [caption]
 * @property {PositionsHeader} positions
 * @property {string} categories
 * @property {string} sizes
 * @property {Partial<Record<Kind, EdgesHeader>>} edges
 * @property {Partial<Record<Kind, number>>} totals
 */

/**
 * @typedef {object} Header
 * @property {string} stamp whose picture it is
 * @property {SideHeader[]} sides
 * @property {SideHeader[]} draws
 * @property {string} [flickers] what the draws are, where they play by themselves
 * @property {string} [steps] what the draws are, where one comes after the other
 * @property {string[] | null} axes
 * @property {Partial<Record<Kind, string>>} words
 * @property {Partial<Record<Kind, number>> | null} widths
 * @property {boolean} single only the right side is drawn
 * @property {Bounds[] | null} bounds
 * @property {boolean} degrees
 * @property {string} caption
 * @property {string} alt
 * @property {number | null} glide milliseconds; nothing for the usual ones
 * @property {string} file
 * @property {string} footnote
 */

/**
 * @typedef {object} SharedHeader
 * @property {boolean} [placed] whether the graph came with the places of its nodes
 * @property {string[] | null} names
 * @property {string[]} category_names
 * @property {Record<"light" | "dark", Theme>} themes
 */

/** @typedef {{header: Header, arrays: Arrays}} Message */
/** @typedef {{header: SharedHeader, arrays: Arrays}} SharedPart */

/**
 * @typedef {object} Side
 * @property {Float32Array} points x and y of every node, as seen from the present direction
 * @property {Float32Array} [solid] x, y and z
 * @property {Float32Array} sizes diameters in pixels
 * @property {Float32Array} [plain] the sizes before nearness changed them
 * @property {Uint8Array} categories
 * @property {Edges} edges
 * @property {Partial<Record<Kind, number>>} totals
 * @property {string} title
 * @property {"baseline" | "accent" | "unproved"} role
 * @property {string} detail
 * @property {string} [caption]
 * @property {string} [key] what it was read from
 */

/**
 * @typedef {object} EdgeStyle
 * @property {Kind} kind
 * @property {string} css
 * @property {number[]} colour red, green, blue from 0 to 1
 * @property {number} alpha
 * @property {number} width
 * @property {Dash} dash
 */

/**
 * @typedef {object} PointStyle
 * @property {Float32Array} palette
 * @property {number[]} paper
 * @property {number} alpha
 * @property {number} faded
 * @property {number} outline
 * @property {boolean} chosen
 * @property {number} growth
 */

/**
 * @typedef {Map<number, {x: number, y: number, size: number, colour: string, symbol: string, own: boolean}>} Places
 *   Nodes of a side, in pixels; `own` is a node's own look and not that of what stands for it.
 */

/** @typedef {{text: string, x: number, y: number}} Label */
/** @typedef {Label & {anchor: string}} Tick */
/** @typedef {{lines: Frame[], texts: Tick[]}} Guides Lines are x, y, x, y. */

/** @typedef {{name: string, category: number, colour: string, symbol: string}} CategoryEntry */
/** @typedef {{word: string, colour: string, width: number, dash: Dash}} KindEntry */
/** @typedef {{categories: CategoryEntry[], kinds: KindEntry[], more?: number}} Legend */

/**
 * @typedef {object} Panel
 * @property {HTMLElement} box
 * @property {HTMLElement} head
 * @property {HTMLElement} title
 * @property {HTMLElement} detail
 * @property {HTMLElement} plot
 * @property {HTMLElement} axisX
 * @property {HTMLElement} axisY
 */

/**
 * @typedef {object} Parts
 * @property {HTMLElement} root
 * @property {HTMLElement} stage
 * @property {HTMLCanvasElement} under
 * @property {HTMLCanvasElement} scene
 * @property {HTMLCanvasElement} over
 * @property {Panel[]} panels
 * @property {HTMLElement} tools
 * @property {HTMLElement} legend
 * @property {HTMLElement} caption
 * @property {HTMLElement} live
 * @property {HTMLElement} help
 * @property {HTMLElement} tip
 * @property {HTMLElement} badge
 * @property {HTMLElement} message
 */

/**
 * @typedef {object} Saved What is saved as a file.
 * @property {import("./scene.js").Scene} scene
 * @property {import("./painter.js").Painter} painter
 * @property {HTMLElement} stage
 * @property {string[]} footnotes
 * @property {Saved} [beside] a third picture, saved with it
 */

/**
 * @template C
 * @typedef {object} Mounts What comes to the places of one kind, newest last, and who shows it.
 * @property {Map<Node, C[]>} calls
 * @property {(component: C) => void} [show]
 * @property {(place: Node) => void} [hide]
 */
