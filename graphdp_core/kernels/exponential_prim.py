"""Prim's tree with every step drawn by the exponential mechanism, exactly and for every scale."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.adjacency_rows import backward_edges
from graphdp_core.kernels.common_neighbours import lowest_bit
from graphdp_core.kernels.random_streams import next_uniform, stream

NEGLIGIBLE = 2.0**-60  # of the sum: below the steps of the uniform numbers
MOST_LEVELS = 160
POWERS = 2.0 ** -np.arange(MOST_LEVELS + 1, dtype=np.float64)


class Buckets(NamedTuple):
    """Edges of the cut by the whole part of their exponent; some may have left the cut since."""

    starts: NDArray[np.int64]  # (buckets + 1,) where each bucket's slice of `members` begins
    stops: NDArray[np.int64]  # (buckets,) where what it holds ends
    members: NDArray[np.int32]  # (m,) edges
    words: NDArray[np.uint64]  # one bit a bucket: does it hold an edge?
    summary: NDArray[np.uint64]  # one bit a word: has it a bit?
    window: NDArray[np.int64]  # the buckets that one draw looks at
    sums: NDArray[np.float64]  # and the running sums of their weights


@compiled
def exponential_prim(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    n: int,
    edges: NDArray[np.int32],
    weights: NDArray[np.float64],
    low: float,
    scale: float,
    buckets: NDArray[np.int32],
    levels: NDArray[np.float64],
    key: int,
) -> NDArray[np.int64]:
    """Positions of the edges of a tree grown from node 0 (one per component, lowest node first).

    Each step takes an edge e of the cut with probability proportional to 2**-x, with the exponent
    x = (weights[e] - low) * scale. Edges of the cut lie in buckets by the whole part of x. A step
    draws a bucket by size * 2**-level, a uniform member of it, and accepts that with probability
    2**-fraction >= 1/2: rejection sampling, whose distribution does not depend on how far the
    exponents spread. An edge that has left the cut stays in its bucket until it is drawn; it is
    then thrown out and the step begins anew, which leaves the distribution of what is accepted as
    it is.

    Parameters
    ----------
    edges : ndarray of int32, shape (m, 2)
        u < v, sorted by (u, v).
    weights : ndarray of float64, shape (m,)
        At least `low`.
    buckets : ndarray of int32, shape (m,)
        Bucket of each edge; edges of one bucket share the whole part of their exponent.
    levels : ndarray of float64, shape (buckets,)
        That whole part, rising.
    key : int
        Names the random stream.
    """
    state = stream(key)
    first, rows, ends, positions = backward_edges(n, edges)
    held = _empty_buckets(buckets, len(levels))
    inside = np.zeros(n, dtype=np.bool_)
    taken = np.empty(max(n - 1, 0), dtype=np.int64)
    count, waiting = 0, 0  # edges taken; edges in the buckets
    for root in range(n):
        if inside[root]:
            continue
        node, cut = root, 0  # edges between the tree and the other nodes
        while True:
            inside[node] = True
            for e in range(first[node], first[node + 1]):
                if inside[edges[e, 1]]:
                    cut -= 1  # the edge just taken, too, is met from its new end
                else:
                    cut += 1
                    waiting += 1
                    _insert(e, buckets[e], held)
            for position in range(rows[node], rows[node + 1]):
                if inside[ends[position]]:
                    cut -= 1
                else:
                    cut += 1
                    waiting += 1
                    _insert(positions[position], buckets[positions[position]], held)
            if cut == 0:
                break
            e, waiting = _draw_edge(
                state, edges, weights, low, scale, levels, inside, held, waiting
            )
            taken[count] = e
            count += 1
            node = edges[e, 1] if inside[edges[e, 0]] else edges[e, 0]
    return taken[:count]


@compiled
def whole_parts(weights: NDArray[np.float64], low: float, scale: float) -> NDArray[np.int32]:
    """The whole part of (weight - low) * scale, shape (m,); it must fit."""
    parts = np.empty(len(weights), dtype=np.int32)
    for e in range(len(weights)):
        parts[e] = np.int32((weights[e] - low) * scale)
    return parts


@compiled
def _empty_buckets(buckets: NDArray[np.int32], count: int) -> Buckets:
    starts = np.zeros(count + 1, dtype=np.int64)
    for e in range(len(buckets)):
        starts[buckets[e] + 1] += 1
    for b in range(count):
        starts[b + 1] += starts[b]
    return Buckets(
        starts,
        starts[:-1].copy(),
        np.empty(len(buckets), dtype=np.int32),
        np.zeros((count >> 6) + 1, dtype=np.uint64),
        np.zeros((count >> 12) + 1, dtype=np.uint64),
        np.empty(MOST_LEVELS + 1, dtype=np.int64),
        np.empty(MOST_LEVELS + 1),
    )


@compiled
def _insert(e: int, b: int, held: Buckets) -> None:
    held.members[held.stops[b]] = e
    held.stops[b] += 1
    held.words[b >> 6] |= np.uint64(1) << np.uint64(b & 63)
    held.summary[b >> 12] |= np.uint64(1) << np.uint64(b >> 6 & 63)


@compiled
def _draw_edge(  # noqa: PLR0917
    state: NDArray[np.uint64],
    edges: NDArray[np.int32],
    weights: NDArray[np.float64],
    low: float,
    scale: float,
    levels: NDArray[np.float64],
    inside: NDArray[np.bool_],
    held: Buckets,
    waiting: int,
) -> tuple[int, int]:
    """(an edge of the cut, P(e) proportional to 2**-x; how many edges the buckets still hold)."""
    while True:
        b = _draw_bucket(state, levels, held, waiting)
        size = held.stops[b] - held.starts[b]
        spot = held.starts[b] + min(int(next_uniform(state) * size), size - 1)
        e = held.members[spot]
        is_live = not (inside[edges[e, 0]] and inside[edges[e, 1]])
        exponent = (weights[e] - low) * scale  # x
        if is_live and next_uniform(state) >= 2.0 ** (levels[b] - exponent):  # 2**-fraction
            continue
        held.stops[b] -= 1
        waiting -= 1
        held.members[spot] = held.members[held.stops[b]]
        if size == 1:
            held.words[b >> 6] &= ~(np.uint64(1) << np.uint64(b & 63))
            if held.words[b >> 6] == 0:
                held.summary[b >> 12] &= ~(np.uint64(1) << np.uint64(b >> 6 & 63))
        if is_live:
            return e, waiting


@compiled
def _draw_bucket(
    state: NDArray[np.uint64], levels: NDArray[np.float64], held: Buckets, waiting: int
) -> int:
    """A bucket drawn by size * 2**-level; those far above the lowest one weigh nothing."""
    window, sums = held.window, held.sums
    b = _next_used(held.words, held.summary, 0)
    base = levels[b]
    total, k = 0.0, 0
    while b >= 0:
        gap = levels[b] - base
        if gap > MOST_LEVELS or waiting * POWERS[int(gap)] < NEGLIGIBLE * total:
            break
        total += (held.stops[b] - held.starts[b]) * POWERS[int(gap)]
        window[k] = b
        sums[k] = total
        k += 1
        b = _next_used(held.words, held.summary, b + 1)
    target = next_uniform(state) * total
    for i in range(k - 1):
        if target < sums[i]:
            return window[i]
    return window[k - 1]


@compiled
def _next_used(words: NDArray[np.uint64], summary: NDArray[np.uint64], start: int) -> int:
    """The first bucket from `start` on that is not empty, or -1."""
    w = start >> 6
    if w < len(words):
        rest = words[w] >> np.uint64(start & 63) << np.uint64(start & 63)
        if rest:
            return (w << 6) + lowest_bit(rest)
    w += 1
    t = w >> 6
    if t >= len(summary):
        return -1
    rest = summary[t] >> np.uint64(w & 63) << np.uint64(w & 63)
    while rest == 0:
        t += 1
        if t >= len(summary):
            return -1
        rest = summary[t]
    w = (t << 6) + lowest_bit(rest)
    return (w << 6) + lowest_bit(words[w])
