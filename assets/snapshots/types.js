// @ts-check
/** What the parts of the snapshots hand each other, for the type checker; there is no code in here. */

export {};

/**
 * @typedef {object} Snapshot One pinned state, as a file has it.
 * @property {string} page the page's address without its query; "" for the first
 * @property {string} query of its address, without "?"
 * @property {string} title
 * @property {string} note
 * @property {string} finding what the page said
 * @property {[label: string, value: string][]} figures
 * @property {string} picture a data URL; "" for none
 */

/** @typedef {{index: number, snapshot: Snapshot}} Deleted where it stood, and what it was */

/**
 * @typedef {object} Acts What the strip asks of the whole.
 * @property {() => void} pin
 * @property {(index: number) => void} open
 * @property {() => void} share
 * @property {() => void} reset
 * @property {() => void} dress
 */
