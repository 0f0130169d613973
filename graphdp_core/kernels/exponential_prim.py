"""Prim's tree with every step drawn by the exponential mechanism, exactly and for every scale."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.incidence import backward_edges
from graphdp_core.kernels.random_streams import next_uniform, stream

__all__ = ["exponential_prim", "whole_parts"]

NEGLIGIBLE = 2.0**-60  # of the sum: below the steps of the uniform numbers
MOST_LEVELS = 160
POWERS = 2.0 ** -np.arange(MOST_LEVELS + 1, dtype=np.float64)

_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_BIT_OF_WINDOW = np.array(
    sorted(range(64), key=lambda bit: (0x03F79D71B4CB0A89 << bit & (2**64 - 1)) >> 58),
    dtype=np.int64,
)


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
    2**-fraction >= 1/2: rejection sampling, whose law does not depend on how far the exponents
    spread. An edge that has left the cut stays in its bucket until it is drawn; it is then thrown
    out and the step begins anew, which leaves the law of what is accepted as it is.

    Parameters
    ----------
    n : int
    edges : ndarray of int32, shape (m, 2)
        u < v, sorted by (u, v).
    weights : ndarray of float64, shape (m,)
        At least `low`.
    low, scale : float
    buckets : ndarray of int32, shape (m,)
        Bucket of each edge; edges of one bucket share the whole part of their exponent.
    levels : ndarray of float64, shape (buckets,)
        That whole part, rising.
    key : int
        Names the random stream.
    """
    state = stream(key)
    first, rows, ends, positions = backward_edges(n, edges)
    starts = _bucket_starts(buckets, len(levels))
    members = np.empty(len(edges), dtype=np.int32)
    stops = starts[:-1].copy()
    words = np.zeros((len(levels) >> 6) + 1, dtype=np.uint64)
    tops = np.zeros((len(levels) >> 12) + 1, dtype=np.uint64)
    window = np.empty(MOST_LEVELS + 1, dtype=np.int64)
    sums = np.empty(MOST_LEVELS + 1)
    inside = np.zeros(n, dtype=np.bool_)
    taken = np.empty(max(n - 1, 0), dtype=np.int64)
    count, waiting = 0, 0
    for root in range(n):
        if inside[root]:
            continue
        node, cut = root, 0
        while True:
            inside[node] = True
            for e in range(first[node], first[node + 1]):
                if inside[edges[e, 1]]:
                    cut -= 1  # the edge just taken, too, is met from its new end
                else:
                    cut += 1
                    waiting += 1
                    _insert(e, buckets[e], members, stops, words, tops)
            for position in range(rows[node], rows[node + 1]):
                if inside[ends[position]]:
                    cut -= 1
                else:
                    cut += 1
                    waiting += 1
                    e = positions[position]
                    _insert(e, buckets[e], members, stops, words, tops)
            if cut == 0:
                break
            while True:
                b = _draw_bucket(state, levels, (starts, stops), words, tops, window, sums, waiting)
                size = stops[b] - starts[b]
                spot = starts[b] + min(int(next_uniform(state) * size), size - 1)
                e = members[spot]
                is_live = not (inside[edges[e, 0]] and inside[edges[e, 1]])
                exponent = (weights[e] - low) * scale
                if is_live and next_uniform(state) >= 2.0 ** (levels[b] - exponent):
                    continue
                stops[b] -= 1
                waiting -= 1
                members[spot] = members[stops[b]]
                if size == 1:
                    words[b >> 6] &= ~(np.uint64(1) << np.uint64(b & 63))
                    if words[b >> 6] == 0:
                        tops[b >> 12] &= ~(np.uint64(1) << np.uint64(b >> 6 & 63))
                if is_live:
                    break
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
def _bucket_starts(buckets: NDArray[np.int32], count: int) -> NDArray[np.int64]:
    starts = np.zeros(count + 1, dtype=np.int64)
    for e in range(len(buckets)):
        starts[buckets[e] + 1] += 1
    for b in range(count):
        starts[b + 1] += starts[b]
    return starts


@compiled
def _insert(  # noqa: PLR0917
    e: int,
    b: int,
    members: NDArray[np.int32],
    stops: NDArray[np.int64],
    words: NDArray[np.uint64],
    tops: NDArray[np.uint64],
) -> None:
    members[stops[b]] = e
    stops[b] += 1
    words[b >> 6] |= np.uint64(1) << np.uint64(b & 63)
    tops[b >> 12] |= np.uint64(1) << np.uint64(b >> 6 & 63)


@compiled
def _draw_bucket(  # noqa: PLR0917
    state: NDArray[np.uint64],
    levels: NDArray[np.float64],
    slices: tuple[NDArray[np.int64], NDArray[np.int64]],
    words: NDArray[np.uint64],
    tops: NDArray[np.uint64],
    window: NDArray[np.int64],
    sums: NDArray[np.float64],
    waiting: int,
) -> int:
    """A bucket drawn by size * 2**-level; those far above the lowest one weigh nothing."""
    starts, stops = slices
    b = _next_used(words, tops, 0)
    base = levels[b]
    total, k = 0.0, 0
    while b >= 0:
        gap = levels[b] - base
        if gap > MOST_LEVELS or waiting * POWERS[int(gap)] < NEGLIGIBLE * total:
            break
        total += (stops[b] - starts[b]) * POWERS[int(gap)]
        window[k] = b
        sums[k] = total
        k += 1
        b = _next_used(words, tops, b + 1)
    target = next_uniform(state) * total
    for i in range(k - 1):
        if target < sums[i]:
            return window[i]
    return window[k - 1]


@compiled
def _next_used(words: NDArray[np.uint64], tops: NDArray[np.uint64], start: int) -> int:
    """The first bucket from `start` on that is not empty, or -1."""
    w = start >> 6
    if w < len(words):
        rest = words[w] >> np.uint64(start & 63) << np.uint64(start & 63)
        if rest:
            return (w << 6) + _lowest_bit(rest)
    w += 1
    t = w >> 6
    if t >= len(tops):
        return -1
    rest = tops[t] >> np.uint64(w & 63) << np.uint64(w & 63)
    while rest == 0:
        t += 1
        if t >= len(tops):
            return -1
        rest = tops[t]
    w = (t << 6) + _lowest_bit(rest)
    return (w << 6) + _lowest_bit(words[w])


@compiled
def _lowest_bit(word: np.uint64) -> int:
    """Position of the lowest set bit: the isolated bit shifts a de Bruijn sequence."""
    return _BIT_OF_WINDOW[((word & (~word + np.uint64(1))) * _DE_BRUIJN) >> np.uint64(58)]
