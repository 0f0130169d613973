// @ts-check
/** Shows the bands of the curve that the pointer is near, in place of those the page drew. */

/** @typedef {{data: {charts: string[]}}} Component One call of the page's mount: the charts' keys. */
/** @typedef {{legendgroup: string, fill?: string, opacity?: number, visible?: unknown}} Trace */
/** @typedef {{trace: Trace, drawn: SVGElement}} Pair */

const REACH = 28; // pixels from the pointer to its curve
const STEPS = 48; // places that are looked at on each curve

/** @type {Record<symbol, Set<string>>} */
const globals = /** @type {any} */ (globalThis);
const HUB = Symbol.for("graphdp.bands");

/** @param {Component} component */
export default function ({ data }) {
  if (!globals[HUB]) {
    globals[HUB] = new Set();
    listen(globals[HUB]);
  }
  for (const chart of data.charts) globals[HUB].add(`st-key-${chart}`);
}

/**
 * Listens on the document, for a chart is made anew with every run of the page.
 *
 * @param {Set<string>} charts classes of the charts' places
 */
function listen(charts) {
  /** @type {PointerEvent | null} */
  let last = null;
  /** @type {Element | null} */
  let before = null;
  const look = () => {
    const at = /** @type {PointerEvent} */ (last);
    last = null;
    const target = at.target instanceof Element ? at.target : null;
    const plot = target?.closest(".js-plotly-plot");
    const place = plot && [...charts].some((name) => plot.closest(`.${name}`)) ? plot : null;
    if (before && before !== place) show(before, "");
    if (place) show(place, nearest(place, at.clientX, at.clientY));
    before = place;
  };
  /** @param {Event} event */
  const heard = (event) => {
    if (!last) requestAnimationFrame(look);
    last = /** @type {PointerEvent} */ (event);
  };
  document.addEventListener("pointermove", heard);
  document.addEventListener("pointerdown", heard);
}

/**
 * What is drawn and what it was drawn from; those that the legend hides are not drawn.
 *
 * @param {Element} place
 * @returns {Pair[]}
 */
function pairs(place) {
  const { data = [] } = /** @type {Element & {data?: Trace[]}} */ (place);
  const traces = data.filter(({ visible }) => visible === undefined || visible === true);
  const drawn = /** @type {NodeListOf<SVGElement>} */ (
    place.querySelectorAll(".scatterlayer > .trace"));
  if (drawn.length !== traces.length) return [];
  return traces.map((trace, index) => ({ trace, drawn: drawn[index] }));
}

/**
 * The group of the curve next to a place of the window; "" where none is near.
 *
 * @param {Element} place
 * @param {number} x
 * @param {number} y in pixels
 */
function nearest(place, x, y) {
  let group = "";
  let least = REACH;
  for (const { trace, drawn } of pairs(place)) {
    const line = /** @type {SVGPathElement | null} */ (drawn.querySelector(".js-line"));
    if (!line || trace.fill) continue;
    const far = distance(line, x, y);
    if (far < least) [group, least] = [trace.legendgroup, far];
  }
  return group;
}

/**
 * Pixels from a place to a curve.
 *
 * @param {SVGPathElement} line
 * @param {number} x
 * @param {number} y
 */
function distance(line, x, y) {
  const onScreen = line.getScreenCTM();
  if (!onScreen) return Infinity;
  const length = line.getTotalLength();
  let least = Infinity;
  let before = line.getPointAtLength(0).matrixTransform(onScreen);
  for (let step = 1; step <= STEPS; step += 1) {
    const next = line.getPointAtLength((length * step) / STEPS).matrixTransform(onScreen);
    least = Math.min(least, toPiece(x, y, before, next));
    before = next;
  }
  return least;
}

/**
 * Pixels from a place to a straight piece.
 *
 * @param {number} x
 * @param {number} y
 * @param {DOMPoint} from
 * @param {DOMPoint} to
 */
function toPiece(x, y, from, to) {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const along = (x - from.x) * across + (y - from.y) * down;
  const share = Math.min(Math.max(along / (across * across + down * down || 1), 0), 1);
  return Math.hypot(x - from.x - share * across, y - from.y - share * down);
}

/**
 * Show the bands of one group, or those that the page drew.
 *
 * @param {Element} place
 * @param {string} group
 */
function show(place, group) {
  for (const { trace, drawn } of pairs(place)) {
    if (!trace.fill) continue;
    const asDrawn = trace.opacity ?? 1;
    drawn.style.opacity = String(group ? Number(trace.legendgroup === group) : asDrawn);
  }
}
