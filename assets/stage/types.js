// @ts-check
/** What the stage's parts hand each other, for the type checker; there is no code in here. */

export {};

/** @typedef {import("../pair/types.js").Arrays} Arrays */
/** @typedef {"pair" | "chart" | "tiles"} Kind How a stop is drawn. */

/** @typedef {{gaps: string, n: number}} Gaps Edges by their numbers, each less the one before. */

/**
 * @typedef {object} Words What is said at one stop.
 * @property {number} epsilon
 * @property {string} label
 * @property {string} answer
 * @property {string} [asked] what stands in the answer's place while many draws are measured for it
 * @property {string} [room] about as long as the answer that will stand here, which needs as much room
 * @property {string} detail
 * @property {[label: string, value: string][]} figures
 * @property {string} statement
 * @property {string} odds
 * @property {"protects" | "partly protects" | "hardly protects" | "does not protect"} strength
 * @property {string[]} notes what was left out or approximated
 * @property {[low: number, high: number] | string} tie what may be believed of one tie after the release
 * @property {string} rest what else is to be said of a tie
 * @property {string} [secret] what is protected
 * @property {number[][]} [pairs] two nodes each, of which `released` and `real` tell
 */

/**
 * @typedef {object} PairHeader Both sides of a pair, as they stand at one stop.
 * @property {import("../pair/types.js").SideHeader[]} sides
 * @property {import("../pair/types.js").SideHeader[]} draws
 * @property {string} [flickers] what the draws are, where they play by themselves
 * @property {string} [steps] what the draws are, where one comes after the other
 * @property {string[]} category_names
 * @property {string[] | null} axes
 * @property {Partial<Record<import("../pair/types.js").Kind, string>>} words
 * @property {Partial<Record<import("../pair/types.js").Kind, number>> | null} widths
 * @property {boolean} single
 * @property {import("../pair/types.js").Bounds[] | null} bounds
 * @property {boolean} degrees
 * @property {string} caption
 * @property {string} alt
 */

/**
 * @typedef {object} SharedHeader What all stops share.
 * @property {string} id
 * @property {string} stage
 * @property {Record<"light" | "dark", import("../pair/types.js").Theme>} themes
 * @property {string[] | null} names
 * @property {string} graph its fingerprint: marks go with the graph
 * @property {number} n nodes
 */

/**
 * @typedef {object} StopHeader With a pair, a chart, tiles, or none where the stop is refused.
 * @property {string} shared the part that it needs
 * @property {Words} words
 * @property {PairHeader} [pair]
 * @property {PairHeader} [beside] another release of the same nodes, alone
 * @property {import("../chart/types.js").Chart} [chart]
 * @property {import("../board/types.js").TileHeader[]} [tiles]
 * @property {number} [number] which of the slider's stops it is, where its drawing asks
 * @property {boolean} [apart] its edges are so many that it is asked about each tie by itself
 * @property {Gaps} [released] all released edges
 * @property {Gaps} [real] all true edges, where the truth is known
 */

/** @typedef {{header: SharedHeader, arrays: Arrays}} Shared */
/** @typedef {{header: StopHeader, arrays: Arrays, partial?: Shared}} Stop Partial: not all of it is measured; with a shared part of its own. */
/**
 * @typedef {object} Saved
 * @property {string} file how a saved picture is called
 * @property {string} footnote what stands below it
 * @property {string} [question] what is asked, until the first answer has come
 */

/**
 * @typedef {object} Source Where stops come from.
 * @property {Shared | undefined} shared there whenever a stop with a picture is
 * @property {{epsilon: number, label: string}[]} stops
 * @property {(stop: number) => Stop | undefined} at what is there already
 * @property {(stop: number) => void} want ask for it; `arrived` is called when it comes
 * @property {(stop: number) => void} arrived set by whatever shows it
 * @property {(stop: number, pair: number[]) => Stop | undefined} [tie] the edges between two nodes, of a stop that comes without its edges
 * @property {(stop: number, look: "light" | "dark") => Promise<Blob | null>} [still] its picture, for browsers that cannot draw
 */

/** @typedef {{messages: string, lengths: number[]}} Carried The shared part and all stops, compressed, as text. */

/**
 * @typedef {object} Control What chooses the stop.
 * @property {number} at
 * @property {HTMLElement} root
 * @property {(stops: {epsilon: number, label: string}[], at: number) => void} fill
 * @property {(stop: number) => void} go
 * @property {(secret?: string, shown?: string) => void} [tell] what the release hides; the stop that is shown, where another is measured
 * @property {() => void} remove
 */

/**
 * @typedef {object} Host What the stage tells the page, the file or the notebook around it.
 * @property {(stop: number) => void} [rested] the slider has stood still for a while
 * @property {() => void} [moved] it is held, or has just moved
 * @property {(selection: number[]) => void} [marked]
 * @property {(stop: number) => Stop | undefined} [released] where the released edges of a stop are told
 * @property {(stop: number) => {stop: Stop, shared: Shared} | undefined} [graph] a stop at which the nodes stand in the graph
 * @property {boolean} [pairs] nodes cannot be marked, but a stop names some pairs
 * @property {(moved: () => void) => Control} [control] in the place of the slider
 * @property {"h1" | "p"} [heading] what the answer is among the words around
 * @property {(answer: string) => (Node | string)[]} [written]
 * @property {boolean} [everywhere] arrow keys move the slider wherever nothing else wants them
 */

/** @typedef {(place: HTMLElement, host: Host) => Drawing} Draws */

/**
 * @typedef {object} Drawing A picture that shows stops.
 * @property {(shared: Shared, stop: Stop, saved: Saved, turned?: boolean) => void} show `turned`: it is another view
 * @property {(selection: Iterable<number>) => void} [mark] these nodes, and no others
 * @property {() => import("../pair/types.js").Places[]} [places] where its nodes stand in its box, one map a side
 * @property {() => void} [land] nodes that glide stand at once
 * @property {() => boolean} [tells] whether it shows each marked node by a mark of its own
 * @property {boolean} [works] false where this browser cannot draw it
 * @property {() => void} wear the page has other colours
 * @property {() => string} still what it shows, as SVG text
 * @property {() => void} remove
 */
