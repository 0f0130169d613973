"""Exact, sparse, nested random flips of node pairs, merged with a sorted edge list."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.common_neighbours import lowest_bit
from graphdp_core.kernels.random_streams import GOLDEN, mixed

BLOCK_BITS = 16
BLOCK_PAIRS = 1 << BLOCK_BITS
SMALLEST_BLOCK_BITS = 11  # keeps 2**bits * hazard far above one rounding step up to epsilon = 20
SLAB = 2.0**512  # a product of uniforms is scaled up by this before it can underflow


@compiled
def flip_blocks(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    first: int,
    stop: int,
    n: int,
    edges: NDArray[np.int32],
    hazard: float,
    key: int,
    out: NDArray[np.int32],
    cursor: NDArray[np.int64],
) -> int:
    """Flip pairs in the blocks first..stop-1 and write the edges that result, in order.

    The N = n(n-1)/2 pairs in row order are cut into blocks of 2**16. In each block arrivals come
    as a Poisson process of rate 1 per pair, drawn from a stream of its own that depends on
    (key, block) only. A pair is flipped if something arrives at it before the time `hazard`:
    independently for every pair, with probability 1 - exp(-hazard). A longer time only adds
    flips, so the flips of one key are nested.

    Parameters
    ----------
    first, stop : int
        Range of blocks; call with rising ranges, starting at 0.
    n : int
        Number of nodes.
    edges : ndarray of int32, shape (m, 2)
        u < v, sorted by (u, v).
    hazard : float
        -ln(1 - pi) for the flip probability pi.
    key : int
        Names the noise, 0 <= key < 2**63.
    out : ndarray of int32, shape (room, 2)
        Receives the new edges from row ``cursor[2]`` on.
    cursor : ndarray of int64, shape (3,)
        Row of the last flip, next edge to read, edges written: zeros at first, moved on by
        each call.

    References
    ----------
    Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (the
    streams); Knuth, "The Art of Computer Programming", vol. 2, 3.4.1 (Poisson by products).
    """
    pairs = n * (n - 1) // 2
    words = np.zeros(BLOCK_PAIRS >> 6, dtype=np.uint64)
    middle = np.zeros(BLOCK_PAIRS >> 12, dtype=np.uint64)
    flips = np.empty(BLOCK_PAIRS, dtype=np.int64)
    edge_pair = _pair_of_edge(n, edges, cursor[1], pairs)
    bits = BLOCK_BITS
    slabs, floor = _threshold(hazard * BLOCK_PAIRS)
    for block in range(first, stop):
        start = block << BLOCK_BITS
        size = min(BLOCK_PAIRS, pairs - start)
        if cursor[2] + size > out.shape[0]:
            return block
        if size < BLOCK_PAIRS:
            bits = SMALLEST_BLOCK_BITS
            while 1 << bits < size:
                bits += 1
            slabs, floor = _threshold(hazard * (1 << bits))
        stream = mixed(np.uint64(key) + np.uint64(block) * GOLDEN)
        top = _arrivals(stream, bits, size, slabs, floor, words, middle)
        if top or edge_pair < start + size:
            count = _in_order(start, top, middle, words, flips)
            edge_pair = _merge(n, edges, flips[:count], start + size, out, cursor)
    return stop


@compiled
def _arrivals(  # noqa: PLR0917
    stream: np.uint64,
    bits: int,
    size: int,
    slabs: int,
    floor: float,
    words: NDArray[np.uint64],
    middle: NDArray[np.uint64],
) -> np.uint64:
    """Mark the pairs of one block at which something arrives in three levels of bits.

    `words` hold the pairs, `middle` which words are in use, the result which middles are.

    The k-th arrival is in time as long as the product of k uniforms stays above exp(-expected).
    One 64-bit number gives both: its low bits the pair, uniform among 2**bits, its high bits the
    uniform of (0, 1]. Arrivals beyond the size of the last, shorter block hit nothing, which
    leaves the distribution of all others as it is.
    """
    one = np.uint64(1)
    low = np.uint64(bits)
    mask = (one << low) - one
    step = 2.0 ** (bits - 64)
    product = 1.0
    bound = floor if slabs == 0 else 1.0 / SLAB
    top = np.uint64(0)
    while True:
        stream += GOLDEN
        z = mixed(stream)
        product *= (np.float64(np.int64(z >> low)) + 1.0) * step
        if product < bound:
            if slabs == 0:
                return top
            product *= SLAB
            slabs -= 1
            if slabs == 0:
                bound = floor
                if product < bound:
                    return top
        pair = z & mask
        if np.int64(pair) < size:
            words[pair >> np.uint64(6)] |= one << (pair & np.uint64(63))
            middle[pair >> np.uint64(12)] |= one << (pair >> np.uint64(6) & np.uint64(63))
            top |= one << (pair >> np.uint64(12))


@compiled
def _in_order(
    start: int,
    top: np.uint64,
    middle: NDArray[np.uint64],
    words: NDArray[np.uint64],
    flips: NDArray[np.int64],
) -> int:
    """Write the marked pairs in rising order, clear the marks, return how many there were."""
    one = np.uint64(1)
    count = 0
    while top:
        i = lowest_bit(top)
        top &= top - one
        used = middle[i]
        middle[i] = 0
        while used:
            j = (i << 6) + lowest_bit(used)
            used &= used - one
            word = words[j]
            words[j] = 0
            while word:
                flips[count] = start + (j << 6) + lowest_bit(word)
                count += 1
                word &= word - one
    return count


@compiled
def _merge(  # noqa: PLR0917
    n: int,
    edges: NDArray[np.int32],
    flips: NDArray[np.int64],
    end: int,
    out: NDArray[np.int32],
    cursor: NDArray[np.int64],
) -> int:
    """Write all edges before the pair `end` that are either old or flipped, but not both.

    Returns the pair of the next old edge.
    """
    row, e, filled = cursor
    row_end = _first_pair(n, row + 1)
    none = n * (n - 1) // 2
    edge_pair = _pair_of_edge(n, edges, e, none)
    for pair in flips:
        while edge_pair < pair:
            out[filled, 0] = edges[e, 0]
            out[filled, 1] = edges[e, 1]
            filled += 1
            e += 1
            edge_pair = _pair_of_edge(n, edges, e, none)
        if edge_pair == pair:
            e += 1
            edge_pair = _pair_of_edge(n, edges, e, none)
            continue
        while pair >= row_end:
            row += 1
            row_end += n - 1 - row
        out[filled, 0] = row
        out[filled, 1] = n + pair - row_end
        filled += 1
    while edge_pair < end:
        out[filled, 0] = edges[e, 0]
        out[filled, 1] = edges[e, 1]
        filled += 1
        e += 1
        edge_pair = _pair_of_edge(n, edges, e, none)
    cursor[0], cursor[1], cursor[2] = row, e, filled
    return edge_pair


@compiled
def _threshold(expected: float) -> tuple[int, float]:
    """exp(-expected) as (slabs, floor) = SLAB**-slabs * floor, where it would underflow."""
    slab = math.log(SLAB)
    slabs = int(expected / slab)
    return slabs, math.exp(min(0.0, slabs * slab - expected))


@compiled
def _first_pair(n: int, row: int) -> int:
    """Number of the pair (row, row + 1)."""
    return row * (2 * n - row - 1) // 2


@compiled
def _pair_of_edge(n: int, edges: NDArray[np.int32], e: int, none: int) -> int:
    """Number of edge e as a pair, u n - u(u+1)/2 + v-u-1; `none` after the last edge."""
    if e >= edges.shape[0]:
        return none
    u = int(edges[e, 0])
    return _first_pair(n, u) + edges[e, 1] - u - 1
