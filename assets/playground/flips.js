// @ts-check
/** edgeFlip by the draw of the package: the same seed flips the same pairs at every epsilon. */

import { graphOfPairs, joinedPairs, pairCount } from "./graph.js";
import { Pcg64, SplitMix } from "./random.js";

const FEWEST_BITS = 11;
const SLAB = 2 ** 512; // a product of uniforms is scaled up by this before it can underflow
export const MOST_NODES = 300; // their pairs are one block of the package's 2^16

/** @param {number} epsilon */
export const flipProbability = (epsilon) => 1 / (1 + Math.exp(epsilon));

/** Arrivals of a Poisson process at the pairs: those before a time are the pairs that are flipped. */
export class Flips {
  /**
   * @param {number} n nodes, at most 300
   * @param {number} seed
   */
  constructor(n, seed) {
    this.n = n;
    this.size = pairCount(n);
    this.bits = FEWEST_BITS;
    while (2 ** this.bits < this.size) this.bits += 1;
    this.stream = new SplitMix(new Pcg64([seed, 0]).key()).inner(); // of the first block
    this.product = 1; // of the uniforms so far, over SLAB^-slabs
    this.slabs = 0;
    /** @type {{pair: number, product: number, slabs: number}[]} */
    this.arrivals = [];
  }

  /** The next arrival: one number gives its pair and its time. */
  draw() {
    const { stream, bits } = this;
    stream.move();
    const uniform = stream.high * 2 ** (32 - bits) + Math.floor(stream.low / 2 ** bits);
    this.product *= (uniform + 1) * 2 ** (bits - 64);
    if (this.product < 1 / SLAB) {
      this.product *= SLAB;
      this.slabs += 1;
    }
    this.arrivals.push({ pair: stream.low % 2 ** bits, product: this.product, slabs: this.slabs });
  }

  /**
   * Which pairs are flipped, one byte each.
   *
   * @param {number} epsilon
   */
  at(epsilon) {
    const hazard = -Math.log1p(-flipProbability(epsilon)), expected = hazard * 2 ** this.bits;
    const slab = Math.log(SLAB), slabs = Math.floor(expected / slab);
    const floor = Math.exp(Math.min(0, slabs * slab - expected));
    const flipped = new Uint8Array(this.size);
    for (let k = 0; ; k++) {
      if (k === this.arrivals.length) this.draw();
      const { pair, product, slabs: passed } = this.arrivals[k];
      if (passed > slabs || (passed === slabs && product < floor)) return flipped;
      if (pair < this.size) flipped[pair] = 1;
    }
  }

  /**
   * The released graph.
   *
   * @param {import("./graph.js").Graph} graph
   * @param {number} epsilon
   */
  release(graph, epsilon) {
    const flipped = this.at(epsilon);
    return graphOfPairs(graph.n, joinedPairs(graph).map((was, pair) => was ^ flipped[pair]));
  }
}
