"""Many cuts of DBMSTClu at once, where a part of the tree has many edges of its largest weight."""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled

__all__ = ["SAME", "peel", "validity"]


SAME = 1e-12  # validity indices closer than this are equal: what is left of rounding
SURELY = 1.0 - 1e-9


@compiled
def validity(separation: float, dispersion: float) -> float:
    """Validity index of one cluster, -1 to 1."""
    return (separation - dispersion) / max(separation, dispersion)


@compiled
def peel(
    tree: tuple[Ints, Ints, Floats],
    parts: tuple[Ints, Ints, int],
    nearest: Floats,
    cut: NDArray[np.bool_],
    scratch: tuple[Ints, Floats, Floats, Floats, Ints, Ints],
) -> int:
    """Make all first cuts of the last waiting part that are surely of its heaviest edges.

    The part's separation must be d, its largest edge weight. Without its edges of weight d it
    falls into pieces, joined by them as a tree. Cutting an edge of weight d leaves both sides a
    separation of d, so that a side counts 0 if it keeps such an edge, and g = size (d - x)/d, with
    x the largest weight inside, if it is one piece: the best of these cuts takes off the outer
    piece of largest g. Cutting a lighter edge, of weight w, leaves a separation of w, hence
    w/d - 1 for each node on a side that keeps an edge of weight d: with t nodes it is worth at most

        B validity(w, x) - (t - B) (1 - w/d),

    B and x being the size and the largest weight of that one of its two sides within its piece
    that gains more. While this is below 0 for all lighter edges, that is while t is large, the
    best cut is an outer piece: a heap finds it, and no other edge needs to be looked at.

    Parameters
    ----------
    tree, parts, nearest, cut
        As for :func:`graphdp_core.kernels.tree_cuts.best_cuts`.
    scratch : (size, widest, wide, beyond, spare, piece)
        Room for one number per node each.

    Returns
    -------
    int
        Parts that wait: one less than before, and those made here. If nothing was surely the best
        cut, as many as before.
    """
    order, waiting, count = parts
    low, high = waiting[count - 1]
    tops = _pieces(tree, (order, low, high), scratch)
    size, widest = scratch[0][tops], scratch[1][tops]
    gains = np.empty(len(tops))
    heaviest = tree[2][tops[1]]
    for c in range(len(tops)):
        gains[c] = size[c] * validity(heaviest, widest[c])
    enough = _enough(tree[2], (order, low, high), heaviest, tops, scratch)
    loose = _outer_first(tree, tops, gains, size, enough, cut, scratch)
    made = int(loose.sum())
    if made == 0:
        return count
    for c in range(1, len(tops)):
        v = tops[c]
        if cut[tree[1][v]]:
            nearest[v] = nearest[tree[0][v]] = heaviest
    return _regroup(parts, loose, size, scratch)


@compiled
def _pieces(
    tree: tuple[Ints, Ints, Floats],
    part: tuple[Ints, int, int],
    scratch: tuple[Ints, Floats, Floats, Floats, Ints, Ints],
) -> Ints:
    """Number the pieces by node; their first nodes. Sizes and widest edges below, within pieces."""
    parent, _, above = tree
    order, low, high = part
    size, widest, wide, beyond, _, piece = scratch
    heaviest = 0.0
    for i in range(low, high):
        v = order[i]
        size[v], widest[v], wide[v] = 1, 0.0, 0.0
        if i > low:
            heaviest = max(heaviest, above[v])
    count = 1
    for i in range(high - 1, low, -1):  # upwards
        v = order[i]
        if above[v] == heaviest:
            count += 1
            continue
        p = parent[v]
        size[p] += size[v]
        x = max(above[v], widest[v])
        if x >= widest[p]:
            widest[p], wide[p] = x, widest[p]
        elif x > wide[p]:
            wide[p] = x
    tops = np.empty(count, dtype=np.int64)
    tops[0], piece[order[low]], beyond[order[low]] = order[low], 0, 0.0
    count = 1
    for i in range(low + 1, high):  # downwards
        v = order[i]
        p = parent[v]
        if above[v] == heaviest:
            tops[count], piece[v], beyond[v] = v, count, 0.0
            count += 1
            continue
        piece[v] = piece[p]
        x = max(above[v], widest[v])
        rest = wide[p] if x == widest[p] else widest[p]
        if p != tops[piece[p]]:
            rest = max(rest, beyond[p], above[p])
        beyond[v] = rest
    return tops


@compiled
def _enough(
    above: Floats,
    part: tuple[Ints, int, int],
    heaviest: float,
    tops: Ints,
    scratch: tuple[Ints, Floats, Floats, Floats, Ints, Ints],
) -> Floats:
    """By piece: no cut of an edge inside it is worth 0 while more nodes than that are left."""
    order, low, high = part
    size, widest, _, beyond, _, piece = scratch
    enough = np.zeros(len(tops))
    for i in range(low + 1, high):
        v = order[i]
        w = above[v]
        if w == heaviest:
            continue
        c = piece[v]
        loss = (heaviest - w) / heaviest
        below = size[v] * (1.0 + validity(w, widest[v]) / loss)
        rest = (size[tops[c]] - size[v]) * (1.0 + validity(w, beyond[v]) / loss)
        enough[c] = max(enough[c], below, rest)
    return enough


@compiled
def _outer_first(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    tree: tuple[Ints, Ints, Floats],
    tops: Ints,
    gains: Floats,
    size: Ints,
    enough: Floats,
    cut: NDArray[np.bool_],
    scratch: tuple[Ints, Floats, Floats, Floats, Ints, Ints],
) -> NDArray[np.bool_]:
    """Cut outer pieces off, the most gainful first, as long as that is surely best; which went."""
    parent, edge, _ = tree
    piece = scratch[5]
    left = size.sum()
    same = SAME * left
    joins, links = _joins(parent, tops, piece)
    place = _places(gains, same)
    heap = [(np.int64(0), np.int64(0), np.int64(0)) for _ in range(0)]
    for c in range(len(tops)):
        if joins[c] == 1:
            heapq.heappush(heap, (place[c], edge[tops[links[c]]], np.int64(c)))
    hardest, first = np.argsort(-enough), 0
    loose = np.zeros(len(tops), dtype=np.bool_)
    while heap:
        outer = heapq.heappop(heap)[2]
        while loose[hardest[first]]:
            first += 1
        is_sure = left * SURELY > enough[hardest[first]] and gains[outer] > 2.0 * same
        if joins[outer] == 0 or not is_sure:  # or the last piece
            break
        lower = links[outer]
        other = piece[parent[tops[outer]]] if lower == outer else lower
        cut[edge[tops[lower]]] = True
        loose[outer] = True
        left -= size[outer]
        joins[other] -= 1
        links[other] ^= lower
        if joins[other] == 1:
            heapq.heappush(heap, (place[other], edge[tops[links[other]]], np.int64(other)))
    return loose


@compiled
def _joins(parent: Ints, tops: Ints, piece: Ints) -> tuple[Ints, Ints]:
    """How many edges join each piece to others, and the exclusive or of their lower pieces."""
    joins = np.zeros(len(tops), dtype=np.int64)
    links = np.zeros(len(tops), dtype=np.int64)
    for c in range(1, len(tops)):
        up = piece[parent[tops[c]]]
        joins[c] += 1
        joins[up] += 1
        links[c] ^= c
        links[up] ^= c
    return joins, links


@compiled
def _places(gains: Floats, same: float) -> Ints:
    """Rank of every gain, the largest 0; gains that differ by rounding only have one rank."""
    order = np.argsort(-gains)
    places = np.zeros(len(gains), dtype=np.int64)
    for i in range(1, len(order)):
        is_less = gains[order[i]] < gains[order[i - 1]] - same
        places[order[i]] = places[order[i - 1]] + (1 if is_less else 0)
    return places


@compiled
def _regroup(
    parts: tuple[Ints, Ints, int],
    loose: NDArray[np.bool_],
    size: Ints,
    scratch: tuple[Ints, Floats, Floats, Floats, Ints, Ints],
) -> int:
    """Give the pieces that went, and what is left, slices of their own; how many parts wait."""
    order, waiting, count = parts
    spare, piece = scratch[4], scratch[5]
    low, high = waiting[count - 1]
    room = np.empty(len(loose) + 1, dtype=np.int64)
    waiting[count - 1, 0] = start = low
    room[-1] = low
    for c in range(len(loose)):
        if not loose[c]:
            start += size[c]
    waiting[count - 1, 1] = start
    for c in range(len(loose)):
        if loose[c]:
            waiting[count, 0], waiting[count, 1] = start, start + size[c]
            room[c] = start
            start += size[c]
            count += 1
    for i in range(low, high):
        v = order[i]
        c = piece[v] if loose[piece[v]] else len(loose)
        spare[room[c]] = v
        room[c] += 1
    for i in range(low, high):
        order[i] = spare[i]
    return count
