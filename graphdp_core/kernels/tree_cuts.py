"""The cuts of DBMSTClu on a weighted forest, each found in time linear in the part that it cuts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.adjacency_rows import incident_edges
from graphdp_core.kernels.batch_cuts import (
    SAME,
    Branches,
    Tree,
    batch_cut,
    room_for_branches,
    sum_branches,
    validity,
)


@compiled
def preorder(n: int, edges: NDArray[np.int32]) -> tuple[Ints, Ints]:
    """Number the nodes of a forest so that every subtree is a range of numbers.

    Returns, by the new number: the new number of the parent (-1 for a root), and the position of
    the edge to it (-1 for a root). Roots are the smallest nodes.
    """
    start, other, by = incident_edges(n, edges)
    parent, edge = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    number = np.full(n, -1, dtype=np.int64)
    stack = np.empty(n, dtype=np.int64)
    above = np.full(n, -1, dtype=np.int64)  # edge by which a waiting node was reached
    count = 0
    for root in range(n):
        if number[root] >= 0:
            continue
        stack[0], depth = root, 1
        while depth > 0:
            depth -= 1
            v = stack[depth]
            number[v] = count
            edge[count], parent[count] = above[v], -1
            for i in range(start[v], start[v + 1]):
                u = other[i]
                if by[i] == above[v]:
                    parent[count] = number[u]
                else:
                    above[u] = by[i]
                    stack[depth] = u
                    depth += 1
            count += 1
    return parent, edge


@compiled
def best_cuts(
    tree: Tree,
    parts: tuple[Ints, Ints, int],
    nearest: Floats,
    cut: NDArray[np.bool_],
    work: int,
) -> tuple[int, int]:
    """Cut the waiting parts until none is left or about `work` nodes have been looked at.

    The best cut of a part P with N nodes takes away the edge whose two sides S and P - S have the
    largest sum |S| V(S) + |P - S| V(P - S), V the validity index (SEP - DISP)/max(SEP, DISP): SEP
    is the least weight of the cut edges at a side, the new one included, DISP the largest weight
    inside it. It is made if the sum is at least N V(P). A cut changes the separation and
    dispersion of the two parts that it makes, and of no other: so each part can be cut by itself,
    and the order of parts does not matter.

    Parameters
    ----------
    tree : Tree
        Parent and edge from :func:`preorder`.
    parts : (order, waiting, count)
        A permutation of the nodes, shape (n,), in which every part is a slice in preorder; slices
        of it, shape (n, 2); and how many of these wait. Changed in place.
    nearest : ndarray, shape (n,)
        Least weight of the cut edges at a node, inf where there is none; changed in place.
    cut : ndarray of bool, shape (n - components,)
        By edge; changed in place.
    """
    order, waiting, count = parts
    n = len(tree.parent)
    branches = room_for_branches(n)
    separations = np.empty(n), np.empty(n), np.empty(n)
    finished = 0
    while count > 0 and work > 0:
        low, high = waiting[count - 1]
        total = high - low
        work -= total
        part = order, low, high
        own, lightest, heaviest = _extremes(tree, part, nearest)
        if lightest == heaviest and (np.isinf(own) or own <= heaviest):
            # Equal weights, none below the separation: every further cut is as good or better.
            for i in range(low + 1, high):
                cut[tree.edge[order[i]]] = True
            count -= 1
            finished += total
            continue
        if own == heaviest:
            left = batch_cut(tree, (order, waiting, count), heaviest, nearest, cut, branches)
            if left > count:
                count = left
                continue
        count -= 1
        sum_branches(tree, part, np.inf, branches)
        now = -float(total)  # N V(P); a part without cut edges counts as -1
        if not np.isinf(own):
            now = total * validity(own, branches.largest[order[low]])
        place, best = _best_place(tree, part, nearest, branches, separations)
        if place < 0 or best < now - SAME * total:
            finished += total
            continue
        v = order[place]
        p, w = tree.parent[v], tree.above[v]
        cut[tree.edge[v]] = True
        nearest[v], nearest[p] = min(nearest[v], w), min(nearest[p], w)
        border = _move_to_the_end(part, place, branches.size[v], branches.spare)
        waiting[count, 0], waiting[count, 1] = low, border
        waiting[count + 1, 0], waiting[count + 1, 1] = border, high
        count += 2
    return count, finished


@compiled
def _extremes(
    tree: Tree, part: tuple[Ints, int, int], nearest: Floats
) -> tuple[float, float, float]:
    """(separation of the part, least weight inside it, largest weight inside it)."""
    order, low, high = part
    own, lightest, heaviest = nearest[order[low]], np.inf, 0.0
    for i in range(low + 1, high):
        v = order[i]
        own = min(own, nearest[v])
        lightest, heaviest = min(lightest, tree.above[v]), max(heaviest, tree.above[v])
    return own, lightest, heaviest


@compiled
def _best_place(
    tree: Tree,
    part: tuple[Ints, int, int],
    nearest: Floats,
    branches: Branches,
    separations: tuple[Floats, Floats, Floats],
) -> tuple[int, float]:
    """Place in `order` of the node below the best cut, and |S| V(S) + |P - S| V(P - S) there.

    Of equal cuts the heaviest edge wins, then the first in the list. `separations` is room for
    the least weight of the cut edges below a node, the second least over its branches, and the
    least of those outside: what `branches` holds for the edges inside.
    """
    parent, above = tree.parent, tree.above
    order, low, high = part
    size, total, same = branches.size, high - low, SAME * (high - low)
    least, second, outside = separations
    for i in range(low, high):
        least[order[i]], second[order[i]] = np.inf, np.inf
    for i in range(high - 1, low, -1):  # upwards
        v = order[i]
        p = parent[v]
        x = min(nearest[v], least[v])
        if x <= least[p]:
            least[p], second[p] = x, least[p]
        elif x < second[p]:
            second[p] = x
    outside[order[low]] = np.inf
    best, place = -np.inf, -1
    for i in range(low + 1, high):  # downwards
        v = order[i]
        p = parent[v]
        x = min(nearest[v], least[v])  # separation of what hangs below, without the new cut
        others = second[p] if x == least[p] else least[p]
        outside[v] = min(nearest[p], others, outside[p])
        below = size[v] * validity(min(above[v], x), branches.largest[v])
        rest = validity(min(above[v], outside[v]), branches.outside[v])
        value = below + (total - size[v]) * rest
        if value > best + same:
            best, place = value, i
        elif value >= best - same:
            old = order[place]
            is_first = above[v] == above[old] and tree.edge[v] < tree.edge[old]
            if above[v] > above[old] or is_first:
                best, place = max(best, value), i
    return place, best


@compiled
def _move_to_the_end(part: tuple[Ints, int, int], place: int, size: int, spare: Ints) -> int:
    """Move the `size` nodes from a place on to the end of the part; where they begin."""
    order, _, high = part
    stop = place + size
    for i in range(place, stop):
        spare[i - place] = order[i]
    for i in range(stop, high):
        order[i - size] = order[i]
    border = high - size
    for i in range(size):
        order[border + i] = spare[i]
    return border
