// @ts-check
/** A graph to play with, and all that is computed of it with one noise draw. */

import { shortestTree } from "./compare.js";
import { Flips } from "./flips.js";
import { graphOf } from "./graph.js";
import { communities } from "./louvain.js";
import { triangleLadder } from "./numbers.js";

/**
 * @typedef {object} Given A graph as it comes with the page, or from pasted lines.
 * @property {string} id
 * @property {string} title
 * @property {string[]} names of the nodes
 * @property {number[]} edges node numbers u < v, two an edge, sorted
 * @property {number[]} positions x and y of every node, in thousandths
 * @property {number[]} [classes] known ones
 * @property {string[]} [class_names]
 */

/**
 * @template T
 * @param {() => T} make
 */
function once(make) {
  /** @type {{made: T} | undefined} */
  let kept;
  return () => (kept ??= { made: make() }).made;
}

export class Subject {
  /**
   * @param {Given} given
   * @param {number} seed of the noise draw
   */
  constructor(given, seed) {
    this.given = given;
    this.seed = seed;
    this.n = given.names.length;
    this.graph = graphOf(this.n, given.edges);
    this.m = given.edges.length / 2;
    this.flips = new Flips(this.n, seed);
    /** @type {Map<number, import("./graph.js").Graph>} */
    this.released = new Map();
    this.communities = once(() => communities(this.graph, null));
    this.tree = once(() => shortestTree(this.graph));
    this.ladder = once(() => triangleLadder(this.graph));
  }

  /**
   * The release of edgeFlip.
   *
   * @param {number} epsilon
   */
  release(epsilon) {
    let found = this.released.get(epsilon);
    if (!found) this.released.set(epsilon, (found = this.flips.release(this.graph, epsilon)));
    return found;
  }
}
