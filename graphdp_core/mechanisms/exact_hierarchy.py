"""A dendrogram grown leaf by leaf for publication: its choices are drawn with integers alone."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.dendrogram import insert_leaf, leaf_scores, node_below
from graphdp_core.mechanisms.node_hierarchy import NodeHierarchy
from graphdp_core.params import Refused
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.sensitivities.clustering import leaf_sensitivity

LARGEST_N = 5000
STEPS = 1024
"""Whole steps that log-likelihoods are rounded down to, in the most that one edge changes."""

PLACES = (
    "each place by the exponential mechanism on whole steps of the log-likelihood, by rejection "
    "with coins of exact chances (Canonne, Kamath and Steinke, 2020), from the operating system's "
    "random bytes"
)


def grown_exactly(graph: Graph, *, epsilon: Fraction, coins: SecureRandom) -> NodeHierarchy:
    """Hang the nodes in one after the other, by their log-likelihoods in whole steps.

    A node of the dendrogram is proposed, each with the same chance, and taken with probability
    exp(-gamma d), d being the steps that it lies below the best; gamma = epsilon/(STEPS + 2).

    Raises
    ------
    Refused
        If there are more than 5,000 nodes, which is public.

    Notes
    -----
    *Privacy*: epsilon-DP for one edge. The log-likelihoods of any two places change by amounts that
    differ by at most STEPS steps; rounding down, of numbers that are off by far less than a step,
    adds at most 2.
    """
    n = graph.n
    if n > LARGEST_N:
        raise Refused(
            f"a publication of HRG proposes places one by one, for at most {LARGEST_N:,} nodes, "
            f"got n = {n:,}: publish a smaller graph, or take Private BTER."
        )
    tree, gamma = NodeHierarchy.empty(n), epsilon / (STEPS + 2)
    room, worth = np.zeros((4, 2 * n), dtype=np.int64), np.zeros((2, 2 * n))
    order = coins.permutation(n).tolist()
    root = order[0]
    tree.size[root] = 1
    for t in range(1, n):
        count = leaf_scores(order[t], root, *graph.neighbours, *tree.arrays, room, worth)
        unit = leaf_sensitivity(t) / STEPS or 1.0
        steps = np.floor(worth[1, :count] / unit).astype(np.int64)
        below, last = (steps.max() - steps).tolist(), np.cumsum(room[3, :count])
        while True:
            rank = coins.below(2 * t - 1)
            i = int(np.searchsorted(last, rank, side="right"))
            if coins.exp_minus(gamma.numerator * below[i], gamma.denominator):
                break
        within = int(last[i]) - 1 - rank
        beside = node_below(room[2, i], within, tree.left, tree.right, tree.size)
        root = insert_leaf(order[t], beside, n + t - 1, root, *tree.arrays)
    return tree
