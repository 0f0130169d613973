// @ts-check
/** What the parts of the guide hand each other, for the type checker; there is no code in here. */

export {};

/** @typedef {{address: string, words: string}} Try A setting to open, and what is seen there. */

/** @typedef {{name: string, text: string, picture: string}} Term A word with its SVG. */

/** @typedef {Record<string, Record<string, unknown>>} Themes by name, as the figures have them */

/**
 * @typedef {object} Told What the server says once.
 * @property {Record<string, Try[]>} tries by the page's address, with its view where it has several; "" for the first page
 * @property {Term[]} terms
 * @property {string[]} what this is, in sentences
 * @property {Themes} themes
 */
