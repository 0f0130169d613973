"""What hangs below each node of a rooted tree: sizes and largest edge weights, up and down."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled

__all__ = ["Tree"]


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
    tree : Tree
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
    size, largest, second, outside = (
        branches.size,
        branches.largest,
        branches.second,
        branches.outside,
    )
    piece = branches.piece
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
