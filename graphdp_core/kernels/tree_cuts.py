"""The cuts of DBMSTClu on a weighted forest, each found in time linear in the part that it cuts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.tree_peels import SAME, peel, validity

__all__ = ["best_cuts", "preorder"]


@compiled
def preorder(n: int, edges: NDArray[np.int32]) -> tuple[Ints, Ints]:
    """Number the nodes of a forest so that every subtree is a range of numbers.

    Returns, by the new number: the new number of the parent (-1 for a root), and the position of
    the edge to it (-1 for a root). Roots are the smallest nodes.
    """
    start = np.zeros(n + 1, dtype=np.int64)
    for e in range(len(edges)):
        start[edges[e, 0] + 1] += 1
        start[edges[e, 1] + 1] += 1
    for v in range(n):
        start[v + 1] += start[v]
    room = start[:n].copy()
    other = np.empty(2 * len(edges), dtype=np.int64)
    by = np.empty(2 * len(edges), dtype=np.int64)
    for e in range(len(edges)):
        for side in range(2):
            u, v = edges[e, side], edges[e, 1 - side]
            other[room[u]], by[room[u]] = v, e
            room[u] += 1
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
    tree: tuple[Ints, Ints, Floats],
    parts: tuple[Ints, Ints, int],
    nearest: Floats,
    cut: NDArray[np.bool_],
    work: int,
) -> tuple[int, int]:
    """Cut the waiting parts until none is left or about `work` nodes have been looked at.

    A cut changes the separation and dispersion of the two parts that it makes, and of no other:
    so each part can be cut by itself, and the order of parts does not matter.

    Parameters
    ----------
    tree : (parent, edge, above), each of shape (n,)
        Parent and edge from :func:`preorder`, and the weight > 0 of the edge to the parent.
    parts : (order, waiting, count)
        A permutation of the nodes, shape (n,), in which every part is a slice in preorder; slices
        of it, shape (n, 2); and how many of these wait. Changed in place.
    nearest : ndarray, shape (n,)
        Least weight of the cut edges at a node, inf where there is none; changed in place.
    cut : ndarray of bool, shape (n - components,)
        By edge; changed in place.

    Returns
    -------
    (int, int)
        Parts that still wait, and nodes of the parts that were finished.
    """
    parent, edge, above = tree
    order, waiting, count = parts
    n = len(parent)
    size = np.empty(n, dtype=np.int64)
    # Two largest weights and two least separations among the branches of a node, without its own
    # side; and the same for everything that does not hang below the node.
    widest, wide, beyond = np.empty(n), np.empty(n), np.empty(n)
    sep, second, outside = np.empty(n), np.empty(n), np.empty(n)
    spare = np.empty(n, dtype=np.int64)
    piece = np.empty(n, dtype=np.int64)
    scratch = size, widest, wide, beyond, spare, piece
    finished = 0
    while count > 0 and work > 0:
        low, high = waiting[count - 1]
        total = high - low
        work -= total
        top = order[low]
        own, lightest, heaviest = nearest[top], np.inf, 0.0
        for i in range(low + 1, high):
            v = order[i]
            own = min(own, nearest[v])
            lightest, heaviest = min(lightest, above[v]), max(heaviest, above[v])
        if lightest == heaviest and (np.isinf(own) or own <= heaviest):
            # Equal weights, none below the separation: every further cut is as good or better.
            for i in range(low + 1, high):
                cut[edge[order[i]]] = True
            count -= 1
            finished += total
            continue
        if own == heaviest:
            now_waiting = peel(tree, (order, waiting, count), nearest, cut, scratch)
            if now_waiting > count:
                count = now_waiting
                continue
        count -= 1
        for i in range(low, high):
            v = order[i]
            size[v], widest[v], wide[v], sep[v], second[v] = 1, 0.0, 0.0, np.inf, np.inf
        for i in range(high - 1, low, -1):  # upwards
            v = order[i]
            p = parent[v]
            size[p] += size[v]
            x = max(above[v], widest[v])
            if x >= widest[p]:
                widest[p], wide[p] = x, widest[p]
            elif x > wide[p]:
                wide[p] = x
            x = min(nearest[v], sep[v])
            if x <= sep[p]:
                sep[p], second[p] = x, sep[p]
            elif x < second[p]:
                second[p] = x
        beyond[top], outside[top] = 0.0, np.inf
        now = -float(total) if np.isinf(own) else total * validity(own, widest[top])
        best, place = -np.inf, -1
        same = SAME * total
        for i in range(low + 1, high):  # downwards
            v = order[i]
            p = parent[v]
            x = max(above[v], widest[v])
            rest = wide[p] if x == widest[p] else widest[p]
            if p != top:
                rest = max(rest, beyond[p], above[p])
            beyond[v] = rest
            x = min(nearest[v], sep[v])
            rest = second[p] if x == sep[p] else sep[p]
            outside[v] = min(nearest[p], rest, outside[p])
            below = size[v] * validity(min(above[v], x), widest[v])
            value = below + (total - size[v]) * validity(min(above[v], outside[v]), beyond[v])
            if value > best + same:
                best, place = value, i
            elif value >= best - same:
                old = order[place]
                if above[v] > above[old] or (above[v] == above[old] and edge[v] < edge[old]):
                    best, place = max(best, value), i
        if place < 0 or best < now - same:
            finished += total
            continue
        v = order[place]
        p, w = parent[v], above[v]
        cut[edge[v]] = True
        nearest[v], nearest[p] = min(nearest[v], w), min(nearest[p], w)
        # The part below moves to the end of the slice.
        stop = place + size[v]
        spare[: size[v]] = order[place:stop]
        for i in range(stop, high):
            order[i - size[v]] = order[i]
        border = high - size[v]
        order[border:high] = spare[: size[v]]
        waiting[count, 0], waiting[count, 1] = low, border
        waiting[count + 1, 0], waiting[count + 1, 1] = border, high
        count += 2
    return count, finished
