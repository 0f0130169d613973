// @ts-check
/** What the moving page's parts hand each other, for the type checker; there is no code in here. */

export {};

/**
 * @typedef {object} Words What is said at one stop.
 * @property {number} epsilon
 * @property {string} label
 * @property {string} answer
 * @property {string} detail
 * @property {[label: string, value: string][]} figures
 * @property {string} statement
 * @property {string} odds
 * @property {boolean} protects
 */

/** @typedef {{parts: string[], stops: Words[], own: number}} Data Parts are compressed messages. */

/**
 * @typedef {object} Shown A picture that follows the slider.
 * @property {(stop: number) => void} move
 * @property {() => void} wear the page has other colours
 * @property {() => string} still what it shows, as SVG text
 */
