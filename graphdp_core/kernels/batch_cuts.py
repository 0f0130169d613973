"""What hangs below each node of a rooted tree, and many cuts of such a tree at once.

Of DBMSTClu, where a part has many edges of its largest weight; and those that lower the standard
deviation of the lengths left in the parts the most.
"""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled

SAME = 1e-12  # validity indices closer than this are equal: what is left of rounding


class Tree(NamedTuple):
    """A rooted forest whose nodes are in preorder."""

    parent: Ints  # (n,) -1 for a root
    edge: Ints  # (n,) position of the edge to the parent, -1 for a root
    above: Floats  # (n,) weight > 0 of that edge


class Branches(NamedTuple):
    """One number per node v, for the current part of the tree; see :func:`sum_branches`."""

    size: Ints  # (n,) nodes at and below v
    largest: Floats  # (n,) largest weight below v: the maximum over its branches
    second: Floats  # (n,) the second maximum over its branches
    outside: Floats  # (n,) largest weight that is neither below v nor on the edge above it
    piece: Ints  # (n,) number of v's piece
    spare: Ints  # (n,) room for reordering


@compiled
def validity(separation: float, dispersion: float) -> float:
    """Validity index of one cluster, (SEP - DISP)/max(SEP, DISP), -1 to 1."""
    return (separation - dispersion) / max(separation, dispersion)


@compiled
def room_for_branches(n: int) -> Branches:
    """Arrays that are not yet filled."""
    whole = np.empty((3, n), dtype=np.int64)
    real = np.empty((3, n))
    return Branches(whole[0], real[0], real[1], real[2], whole[1], whole[2])


@compiled
def sum_branches(
    tree: Tree, part: tuple[Ints, int, int], barrier: float, branches: Branches
) -> Ints:
    """Fill `branches` within the pieces that a part falls into without its edges of one weight.

    Upwards from the leaves, a node's branch over a child c has the largest weight
    x = max(above[c], largest[c]). Downwards, what lies outside c is the largest of its parent's
    other branches, of the edge above the parent, and of what lies outside the parent.

    Parameters
    ----------
    part : (order, low, high)
        The part's nodes, ``order[low:high]``, in preorder.
    barrier : float
        Weight of the edges that separate pieces; inf for none, so that the part is one piece.
    branches : Branches
        Changed in place.

    Returns
    -------
    ndarray of int64, shape (pieces,)
        The root of every piece; pieces are numbered in preorder.
    """
    parent, above = tree.parent, tree.above
    order, low, high = part
    size, largest, second, outside, piece, _ = branches
    for i in range(low, high):
        v = order[i]
        size[v], largest[v], second[v] = 1, 0.0, 0.0
    count = 1
    for i in range(high - 1, low, -1):  # upwards
        v = order[i]
        if above[v] == barrier:
            count += 1
            continue
        p = parent[v]
        size[p] += size[v]
        x = max(above[v], largest[v])
        if x >= largest[p]:
            largest[p], second[p] = x, largest[p]
        elif x > second[p]:
            second[p] = x
    roots = np.empty(count, dtype=np.int64)
    roots[0], piece[order[low]], outside[order[low]] = order[low], 0, 0.0
    count = 1
    for i in range(low + 1, high):  # downwards
        v = order[i]
        p = parent[v]
        if above[v] == barrier:
            roots[count], piece[v], outside[v] = v, count, 0.0
            count += 1
            continue
        piece[v] = piece[p]
        x = max(above[v], largest[v])
        others = second[p] if x == largest[p] else largest[p]
        if p != roots[piece[p]]:
            others = max(others, outside[p], above[p])
        outside[v] = others
    return roots


SURELY = 1.0 - 1e-9


@compiled
def batch_cut(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    tree: Tree,
    parts: tuple[Ints, Ints, int],
    heaviest: float,
    nearest: Floats,
    cut: NDArray[np.bool_],
    branches: Branches,
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
    heaviest : float
        d, the part's largest edge weight.
    branches : Branches
        Room, filled anew.
    """
    order, waiting, count = parts
    low, high = waiting[count - 1]
    part = order, low, high
    roots = sum_branches(tree, part, heaviest, branches)
    size, largest = branches.size[roots], branches.largest[roots]
    gains = np.empty(len(roots))
    for c in range(len(roots)):
        gains[c] = size[c] * validity(heaviest, largest[c])  # g = size (d - x)/d
    enough = _enough(tree.above, part, heaviest, roots, branches)
    loose = _outer_first(tree, roots, gains, size, enough, cut, branches.piece)
    made = int(loose.sum())
    if made == 0:
        return count
    for c in range(1, len(roots)):
        v = roots[c]
        if cut[tree.edge[v]]:
            nearest[v] = nearest[tree.parent[v]] = heaviest
    return _regroup(parts, loose, size, branches)


@compiled
def _enough(
    above: Floats,
    part: tuple[Ints, int, int],
    heaviest: float,
    roots: Ints,
    branches: Branches,
) -> Floats:
    """By piece: no cut of an edge inside it is worth 0 while more nodes than that are left."""
    order, low, high = part
    size, largest, outside = branches.size, branches.largest, branches.outside
    enough = np.zeros(len(roots))
    for i in range(low + 1, high):
        v = order[i]
        w = above[v]
        if w == heaviest:
            continue
        c = branches.piece[v]
        loss = (heaviest - w) / heaviest  # 1 - w/d
        # B validity(w, x) < (t - B) loss as soon as t > B (1 + validity(w, x)/loss)
        below = size[v] * (1.0 + validity(w, largest[v]) / loss)
        rest = (size[roots[c]] - size[v]) * (1.0 + validity(w, outside[v]) / loss)
        enough[c] = max(enough[c], below, rest)
    return enough


@compiled
def _outer_first(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    tree: Tree,
    roots: Ints,
    gains: Floats,
    size: Ints,
    enough: Floats,
    cut: NDArray[np.bool_],
    piece: Ints,
) -> NDArray[np.bool_]:
    """Cut outer pieces off, the most gainful first, as long as that is surely best; which went."""
    parent, edge = tree.parent, tree.edge
    left = size.sum()
    same = SAME * left
    joins, links = _joins(parent, roots, piece)
    place = _places(gains, same)
    heap = [(np.int64(0), np.int64(0), np.int64(0)) for _ in range(0)]
    for c in range(len(roots)):
        if joins[c] == 1:
            heapq.heappush(heap, (place[c], edge[roots[links[c]]], np.int64(c)))
    hardest, first = np.argsort(-enough), 0
    loose = np.zeros(len(roots), dtype=np.bool_)
    while heap:
        outer = heapq.heappop(heap)[2]
        while loose[hardest[first]]:
            first += 1
        is_sure = left * SURELY > enough[hardest[first]] and gains[outer] > 2.0 * same
        if joins[outer] == 0 or not is_sure:  # or the last piece
            break
        lower = links[outer]
        other = piece[parent[roots[outer]]] if lower == outer else lower
        cut[edge[roots[lower]]] = True
        loose[outer] = True
        left -= size[outer]
        joins[other] -= 1
        links[other] ^= lower
        if joins[other] == 1:
            heapq.heappush(heap, (place[other], edge[roots[links[other]]], np.int64(other)))
    return loose


@compiled
def _joins(parent: Ints, roots: Ints, piece: Ints) -> tuple[Ints, Ints]:
    """How many edges join each piece to others, and the exclusive or of their lower pieces."""
    joins = np.zeros(len(roots), dtype=np.int64)
    links = np.zeros(len(roots), dtype=np.int64)
    for c in range(1, len(roots)):
        up = piece[parent[roots[c]]]
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
    branches: Branches,
) -> int:
    """Give the pieces that went, and what is left, slices of their own; how many parts wait."""
    order, waiting, count = parts
    spare, piece = branches.spare, branches.piece
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


@compiled
def _spread(count: float, total: float, squares: float) -> float:
    """Count times standard deviation."""
    if count < 2.0:
        return 0.0
    return math.sqrt(max(count * squares - total * total, 0.0))


@compiled
def deviation_cuts(parent: Ints, above: Floats, most: int) -> tuple[Ints, Floats]:
    """Cut the edge that lowers the mean deviation within the parts the most, `most` times.

    The deviation of a part is that of the lengths of its edges, weighted by how many they are. Of
    edges that lower it by the same, but for a millionth of the longest length, the longest is cut.

    Parameters
    ----------
    parent : ndarray of int, shape (n,)
        Of a tree whose nodes are numbered so that parents come first; -1 for the root.
    above : ndarray, shape (n,)
        Length of the edge to the parent.
    """
    n = len(parent)
    most = min(most, n - 1)
    taken, left = np.empty(most, dtype=np.int64), np.zeros(most + 1)
    is_cut = np.zeros(n, dtype=np.bool_)
    root = np.zeros(n, dtype=np.int64)
    count, total, squares, without = np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    same = 1e-6 * np.abs(above).max()
    for done in range(most + 1):
        count[:], total[:], squares[:] = 0.0, 0.0, 0.0
        for v in range(n - 1, 0, -1):
            if not is_cut[v]:
                p = parent[v]
                count[p] += count[v] + 1.0
                total[p] += total[v] + above[v]
                squares[p] += squares[v] + above[v] * above[v]
        now, edges = 0.0, 0.0
        for v in range(n):
            root[v] = v if v == 0 or is_cut[v] else root[parent[v]]
            if root[v] == v:
                now += _spread(count[v], total[v], squares[v])
                edges += count[v]
        left[done] = now / edges if edges > 0.0 else 0.0
        if done == most:
            break
        without[:] = np.inf
        for v in range(1, n):
            if is_cut[v]:
                continue
            r, w = root[v], above[v]
            rest = _spread(
                count[r] - count[v] - 1.0, total[r] - total[v] - w, squares[r] - squares[v] - w * w
            )
            without[v] = (
                now
                - _spread(count[r], total[r], squares[r])
                + _spread(count[v], total[v], squares[v])
                + rest
            )
        least, place = without.min() + same, -1
        for v in range(1, n):
            if without[v] <= least and (place < 0 or above[v] > above[place]):
                place = v
        is_cut[place] = True
        taken[done] = place
    return taken, left
