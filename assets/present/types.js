// @ts-check
/** What the parts of the presenter hand each other, for the type checker; there is no code in here. */

export {};

/** @typedef {"present" | "hide"} Mode */

/**
 * @typedef {object} Shortcut
 * @property {string[]} keys as the browser names them
 * @property {string} shown how the list names them
 * @property {string} words what it does
 * @property {(key: string) => boolean | void} act false where there was nothing to do
 */
