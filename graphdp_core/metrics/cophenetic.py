"""The hierarchy in a spanning tree: at which length any two nodes join, and how noise moves it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels.merge_tree import merge_sizes, reading_order

__all__ = ["Hierarchy", "hierarchy_error"]


ALL_PAIRS_UP_TO = 1500  # nodes; beyond, a fixed sample of pairs stands for all
SAMPLE = 1_000_000


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Single-linkage clusters of a weighted forest, as ranges of one order of the nodes.

    Two nodes join at the largest of the `heights` between them: the longest edge on their path.

    Parameters
    ----------
    nodes : ndarray of int, shape (n,)
        The nodes from left to right.
    heights : ndarray, shape (n-1,)
        Length at which neighbours in that order join; inf between separate parts.
    sizes : ndarray of int, shape (e, 2)
        By edge: the nodes on its two sides when it joins them.
    """

    nodes: Ints
    heights: Floats
    sizes: Ints

    @classmethod
    def of(cls, n: int, edges: NDArray[np.int32], lengths: ArrayLike) -> Hierarchy:
        """The hierarchy of a spanning forest; equal lengths join in the order of the edges.

        Examples
        --------
        >>> tree = Hierarchy.of(3, np.array([[0, 2], [1, 2]], dtype=np.int32), [5.0, 1.0])
        >>> tree.nodes.tolist(), tree.heights.tolist(), tree.sizes.tolist()
        ([0, 1, 2], [5.0, 1.0], [[1, 2], [1, 1]])
        """
        values = np.asarray(lengths, dtype=np.float64)
        if values.shape != (len(edges),):
            raise ValueError(
                f"lengths must have one value per edge ({len(edges)}), got {values.shape}."
            )
        order = np.argsort(values, kind="stable")
        sizes, right, merge = merge_sizes(n, edges, order)
        nodes = reading_order(right)
        by_edge = np.empty_like(sizes)
        by_edge[order] = sizes
        last = merge[nodes[:-1]]
        heights = np.where(last < 0, np.inf, np.append(values[order], np.inf)[last])
        return cls(nodes, heights, by_edge)

    def cophenetic(self, u: NDArray[np.integer], v: NDArray[np.integer]) -> Floats:
        """Length at which u and v join, shape (pairs,): 0 for u = v, inf if they never do."""
        place = np.empty(len(self.nodes), dtype=np.int64)
        place[self.nodes] = np.arange(len(self.nodes))
        low, high = np.minimum(place[u], place[v]), np.maximum(place[u], place[v])
        joins = np.zeros(len(low))
        span = high - low
        level = np.frexp(span)[1] - 1  # 2^level <= span
        largest, width = self.heights, 1  # of every `width` neighbours in a row
        for k in range(int(level.max(initial=-1)) + 1):
            at = np.flatnonzero(level == k)
            joins[at] = np.maximum(largest[low[at]], largest[high[at] - width])
            largest = np.maximum(largest[: -width or None], largest[width:])
            width *= 2
        return joins


def hierarchy_error(baseline: Hierarchy, private: Hierarchy) -> float:
    r"""Mean :math:`|c'(u,v) - c(u,v)|` over all node pairs, as a share of the mean c(u, v).

    c is the length at which two nodes join along the baseline tree, c' along the private one.
    Above 1,500 nodes a fixed sample of a million pairs stands for all.

    Returns
    -------
    float
        0 for the same hierarchy; pairs that never join in one of the two are left out; nan if
        none is left, or all lengths of the baseline are 0.

    Notes
    -----
    Each tree has its own lengths, so that noise on released lengths counts too. With true lengths
    on both, c' is never below c: a minimum spanning tree joins all nodes as early as can be.

    Examples
    --------
    >>> path, star = np.array([[0, 1], [1, 2]], np.int32), np.array([[0, 1], [0, 2]], np.int32)
    >>> one, two = Hierarchy.of(3, path, [1.0, 2.0]), Hierarchy.of(3, star, [1.0, 3.0])
    >>> hierarchy_error(one, two)  # (0 + 1 + 1) / (1 + 2 + 2)
    0.4
    """
    n = len(baseline.nodes)
    if len(private.nodes) != n:
        raise ValueError(f"private must have {n} nodes as the baseline, got {len(private.nodes)}.")
    if n <= ALL_PAIRS_UP_TO:
        u, v = np.triu_indices(n, 1)
    else:
        u, v = np.random.default_rng(0).integers(n, size=(2, SAMPLE))  # public: the same for all
    true, noisy = baseline.cophenetic(u, v), private.cophenetic(u, v)
    both = np.isfinite(true) & np.isfinite(noisy)
    total = float(np.abs(true[both]).sum())
    if total == 0.0:
        return float("nan")
    return float(np.abs(noisy[both] - true[both]).sum()) / total
