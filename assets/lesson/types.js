// @ts-check
/** What a lesson's parts hand each other, for the type checker; there is no code in here. */

export {};

/** @typedef {import("../pair/types.js").Theme} Theme */
/** @typedef {{light: Theme, dark: Theme}} Themes */
/** @typedef {[place: number, word: string]} Tick */

/** @typedef {{label: string, ticks: Tick[], log: boolean}} Axis Its ticks go from the lowest to the highest value. */

/**
 * @typedef {object} Prediction
 * @property {"point" | "line" | "counts" | "bet"} kind
 * @property {string} prompt
 * @property {Axis | null} horizontal
 * @property {Axis} vertical
 * @property {number[]} at
 * @property {string[]} names
 * @property {string[]} under promises, each with a bet of its own; none for a single bet
 * @property {number[]} start
 * @property {{text: string, guess: number[]}[]} shy
 * @property {string} asks_about
 * @property {number} step
 * @property {boolean} least_wins the shortest bar wins a bet
 */

/** @typedef {[place: number, low: number, middle: number, high: number][]} Points */
/** @typedef {{name: string, ink: "accent" | "opposite" | "baseline" | "invented", points: Points}} Curve */
/** @typedef {{name: string, group: string, low: number, middle: number, high: number}} Bar */

/**
 * @typedef {object} Rung One unit, and what a release that hides it gives.
 * @property {string} name
 * @property {string} price what the mechanism runs at
 * @property {string} says what survives
 * @property {number[]} kept
 * @property {number[]} invented
 */

/**
 * @typedef {object} Measured
 * @property {number} draws
 * @property {Curve[]} [curves]
 * @property {Bar[]} [bars]
 * @property {number} answer of the exercise
 * @property {number} [place] where a predicted point really lies
 * @property {{title: string, places: number[], rungs: Rung[]}} [ladder] one epsilon for larger and larger units
 */

/** @typedef {{question: string, yes: string, no: string, story: string, happened: string, epsilon: number}} Poll */

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} title
 * @property {number} minutes
 * @property {string} question
 * @property {string} story
 * @property {string} graph its name in words
 * @property {Prediction} prediction
 * @property {{label: string, stops: string[], start: number, prompt: string, addresses: string[], kind: "slider" | "choice"}} control
 * @property {string} happened
 * @property {string} misconception
 * @property {string} takeaway
 * @property {{prompt: string, unit: string, tolerance: number, right: string, low: number, high: number, hints: {low: number, high: number, text: string}[]}} exercise
 * @property {{text: string, address: string}[]} links
 * @property {Measured} measured
 * @property {import("./thumb.js").Picture} picture of what it is about, before anything is hidden
 * @property {import("../stage/types.js").Carried} stage what is tried
 * @property {Poll | null} poll in place of the prediction, for a class with phones
 * @property {number} count of all lessons
 */
