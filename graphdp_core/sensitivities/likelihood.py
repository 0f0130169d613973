"""How much one edge changes the likelihood of a dendrogram, and of the place of one leaf in it."""

from __future__ import annotations

import math

__all__ = ["leaf_sensitivity", "likelihood_sensitivity"]


def likelihood_sensitivity(n: int) -> float:
    r"""Largest change of a dendrogram's log-likelihood by one edge, over graphs and dendrograms.

    An edge counts at one inner node, among :math:`N \le \lfloor n^2/4 \rfloor` pairs. There
    :math:`e \ln(e/N) + (N-e) \ln(1-e/N)` is convex in e and symmetric, so that its first step is
    its largest: :math:`\ln N + (N-1) \ln(N/(N-1))`, which rises with N. About 2 ln n - 0.39.

    References
    ----------
    Xiao, Chen & Tan (2014), Differentially private network data release via structural inference,
    KDD.

    Examples
    --------
    >>> [round(likelihood_sensitivity(n), 3) for n in (2, 3, 5, 1000)]
    [0.0, 1.386, 2.703, 13.429]
    """
    return leaf_sensitivity(n * n // 4)


def leaf_sensitivity(leaves: int) -> float:
    r"""Largest spread, over all places of a new leaf, of what one of its edges changes.

    At a place the new leaf's edge to j counts in one group of leaves, that which holds j, and
    groups of two places are one inside the other. With a other neighbours and b strangers in the
    group the log-likelihood changes by h(a) - h(b), h(x) = (x + 1) ln(x + 1) - x ln x; both grow
    with the group, to at most `leaves` - 1 in sum. So two changes differ by at most
    h(`leaves` - 1) = ln N + (N - 1) ln(N/(N - 1)), N the leaves.

    Examples
    --------
    >>> [round(leaf_sensitivity(leaves), 3) for leaves in (1, 2, 3, 1000)]
    [0.0, 1.386, 1.91, 7.907]
    """
    if leaves < 2:
        return 0.0
    return math.log(leaves) - (leaves - 1) * math.log1p(-1.0 / leaves)
