// @ts-check
/** The random numbers of the package, bit for bit: numpy's PCG64, and the streams of its kernels. */

const WORD = 2 ** 32;
const POOL = 4; // words that a seed is mixed into
const MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645n;
const GOLDEN = [0x9E3779B9, 0x7F4A7C15]; // the step of a stream: high word, low word

/**
 * numpy's SeedSequence: words that are spread over as many others as are asked for.
 *
 * Source: O'Neill, Developing a seed_seq alternative, 2015.
 *
 * @param {number[]} entropy words of 32 bits
 * @param {number} count
 */
function spreadWords(entropy, count) {
  let hash = 0x43B0D7E5;
  /** @param {number} value */
  const hashed = (value) => {
    value ^= hash;
    hash = Math.imul(hash, 0x931E8875);
    value = Math.imul(value, hash);
    return (value ^ (value >>> 16)) >>> 0;
  };
  /** @param {number} x @param {number} y */
  const mix = (x, y) => {
    const found = (Math.imul(x, 0xCA01F9DD) - Math.imul(y, 0x4973F715)) >>> 0;
    return (found ^ (found >>> 16)) >>> 0;
  };
  const pool = Array.from({ length: POOL }, (_, i) => hashed(entropy[i] ?? 0));
  for (let from = 0; from < POOL; from++) {
    for (let to = 0; to < POOL; to++) if (from !== to) pool[to] = mix(pool[to], hashed(pool[from]));
  }
  for (const word of entropy.slice(POOL)) {
    for (let to = 0; to < POOL; to++) pool[to] = mix(pool[to], hashed(word));
  }
  hash = 0x8B51F9DD;
  return Array.from({ length: count }, (_, i) => {
    let value = pool[i % POOL] ^ hash;
    hash = Math.imul(hash, 0x58F38DED);
    value = Math.imul(value, hash);
    return (value ^ (value >>> 16)) >>> 0;
  });
}

/** `numpy.random.default_rng(SeedSequence(entropy))`, as far as it is used here. */
export class Pcg64 {
  /** @param {number[]} entropy whole numbers below 2^32, such as seed and repeat */
  constructor(entropy) {
    const words = spreadWords(entropy, 8).map(BigInt);
    const [high, low, first, second] = [0, 2, 4, 6].map((i) => words[i] | (words[i + 1] << 32n));
    this.step = BigInt.asUintN(128, (((first << 64n) | second) << 1n) | 1n);
    this.state = 0n;
    this.move();
    this.state = BigInt.asUintN(128, this.state + ((high << 64n) | low));
    this.move();
  }

  move() {
    this.state = BigInt.asUintN(128, this.state * MULTIPLIER + this.step);
  }

  /** 64 bits. */
  next() {
    this.move();
    const mixed = BigInt.asUintN(64, (this.state >> 64n) ^ this.state), turn = this.state >> 122n;
    return BigInt.asUintN(64, (mixed >> turn) | (mixed << ((64n - turn) & 63n)));
  }

  /** `integers(2**63)`: the key of a stream. */
  key() {
    return this.next() >> 1n;
  }

  /** `random()`: of [0, 1) in steps of 2^-53. */
  uniform() {
    return Number(this.next() >> 11n) * 2 ** -53;
  }
}

/** splitmix64: `move` goes to the next number, whose words are `high` and `low`. */
export class SplitMix {
  /** @param {bigint} key */
  constructor(key) {
    this.stateHigh = Number(BigInt.asUintN(32, key >> 32n));
    this.stateLow = Number(BigInt.asUintN(32, key));
    this.high = 0;
    this.low = 0;
  }

  move() {
    const low = this.stateLow + GOLDEN[1];
    this.stateHigh = (this.stateHigh + GOLDEN[0] + (low >= WORD ? 1 : 0)) >>> 0;
    this.stateLow = low >>> 0;
    this.mix();
  }

  /** The output function, one to one. */
  mix() {
    this.high = this.stateHigh;
    this.low = this.stateLow;
    this.shift(30);
    this.times(0xBF58476D, 0x1CE4E5B9);
    this.shift(27);
    this.times(0x94D049BB, 0x133111EB);
    this.shift(31);
  }

  /**
   * z ^= z >> by
   *
   * @param {number} by fewer than 32 bits
   */
  shift(by) {
    const { high, low } = this;
    this.low = (low ^ ((low >>> by) | (high << (32 - by)))) >>> 0;
    this.high = (high ^ (high >>> by)) >>> 0;
  }

  /**
   * z *= a number of two words, modulo 2^64
   *
   * @param {number} high
   * @param {number} low
   */
  times(high, low) {
    const a = this.low >>> 16, b = this.low & 0xFFFF, c = low >>> 16, d = low & 0xFFFF;
    const carried = a * c + Math.floor((a * d + b * c + Math.floor((b * d) / 65536)) / 65536);
    this.high = (carried + Math.imul(this.high, low) + Math.imul(this.low, high)) >>> 0;
    this.low = Math.imul(this.low, low) >>> 0;
  }

  /** A stream whose key is the key of this one, mixed. */
  inner() {
    this.mix();
    return new SplitMix((BigInt(this.high) << 32n) | BigInt(this.low));
  }

  /** @param {number} count the number modulo a small one */
  below(count) {
    return ((this.high % count) * (WORD % count) + this.low) % count;
  }
}
