"""Sensitivities of closeness centrality: exact or from below, as published, and sound."""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.centralities import edge_weights, weighted_closeness, weights_matrix
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Report
from graphdp_core.sensitivities.closeness_search import largest_closeness_move
from graphdp_core.sensitivities.neighbours import LocalSensitivity, ThetaEdges
from graphdp_core.sensitivities.smoothing import largest_discounted

__all__ = [
    "global_bound",
    "local_sensitivity",
    "published_bound",
    "published_smooth",
    "sound_smooth",
]

EXACT_NODES = 1_200  # up to here all distances are kept and every change is looked at


def local_sensitivity(
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    pairs: str = "all",
    progress: Report = SILENT,
) -> LocalSensitivity:
    """Largest l1 move of the closeness over all steps, by repairing the distances.

    Exact (for steps of extreme size) up to 1,200 nodes. Beyond, a lower bound, and the note says
    so: of some promising steps the most promising, judged on some nodes, are computed in full.

    Parameters
    ----------
    graph : Graph
        Connected.
    neighbours : ThetaEdges
    pairs : {"all", "edges"}
    progress : callable, optional

    Raises
    ------
    Refused
        If the graph is disconnected: all scores are 0 then.

    Notes
    -----
    *Privacy*: not a release.

    References
    ----------
    Ramalingam & Reps (1996), Journal of Algorithms (distances after a change).

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> round(local_sensitivity(path, ThetaEdges(theta=0.5, support="fixed")).value, 4)
    0.4
    """
    if graph.n < 2:
        return LocalSensitivity(0.0, exact=True)
    if not weighted_closeness(graph, progress=progress).any():
        raise Refused(
            "closeness needs a connected graph, because all scores of a disconnected one are 0: "
            "take its largest component first."
        )
    value, change, tried = largest_closeness_move(
        graph, neighbours, pairs, exact=graph.n <= EXACT_NODES, progress=progress
    )
    exact = graph.n <= EXACT_NODES
    note = "" if exact else f"A lower bound: {tried:,} promising steps were tried."
    return LocalSensitivity(value, exact=exact, change=change, note=note)


def published_bound(graph: Graph, theta: float) -> float:
    """The bound of Theorem 6.1 as printed: n (n - 1) theta / (w (w - theta)), w the total weight.

    The theorem is false: it takes every sum of distances to be at least w, and a triangle of
    unit weights has sums 2 and w = 3. nan where w is not above theta.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 6.1.

    Examples
    --------
    >>> published_bound(Graph.from_edges(2, [(0, 1)], weights=[3.0]), 1.0)
    0.3333333333333333
    """
    total = float(edge_weights(graph).sum())
    if total <= theta:
        return math.nan
    return graph.n * (graph.n - 1) * theta / (total * (total - theta))


def published_smooth(graph: Graph, theta: float, beta: float) -> float:
    """The value f(k) that Algorithm 1 ends with, as printed; nan where it says "undefined".

    f(k) = n (n - 1) theta e^(-beta k) / ((w - k theta)(w - k theta - theta)), defined while
    w - k theta - theta > 0. The algorithm climbs from k = 0 while f(k) < f(k + 1) and is
    "undefined" once it has left that range. But log f is convex: a climb that starts never ends
    before the pole. So the answer is f(0) or "undefined", and the supremum that it is meant to
    find is infinite.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 6.2 and Algorithm 1.
    """
    total = float(edge_weights(graph).sum())
    if total <= 2 * theta:
        return math.nan
    # f(1) / f(0) = e^(-beta) w / (w - 2 theta)
    climbs = math.exp(-beta) * total / (total - 2 * theta) > 1
    return math.nan if climbs else published_bound(graph, theta)


def sound_smooth(graph: Graph, neighbours: ThetaEdges, beta: float) -> float:
    """A beta-smooth upper bound of the local sensitivity where the edges are public.

    k steps lower the sum of distances S_u at most to S_u(k) = max(S_u - k (n - 1) theta,
    T - k theta, (n - 1) l), with T the weight of a minimum spanning tree and l the lowest weight.
    The next step moves the closeness by at most sum over u of (n - 1) theta / (S_u(k) S_u(k + 1)).

    Raises
    ------
    Refused
        If edges may vanish, or `lowest` is 0: no such bound is known then.

    Notes
    -----
    *Privacy*: smooth over graphs with these edges and weights of at least `lowest`.
    """
    from scipy.sparse.csgraph import minimum_spanning_tree

    if neighbours.support != "fixed" or neighbours.lowest == 0:
        raise Refused(
            "no smooth bound of closeness is known where edges may vanish or weights may come "
            "near 0: set support to 'fixed' and lowest above 0, or use the global bound."
        )
    n, theta = graph.n, neighbours.theta
    scores = weighted_closeness(graph)
    if not scores.any():
        return 0.0  # a public fact, as the edges are: every neighbour has only zeros too
    farness = np.sort(1.0 / scores)
    tree = float(minimum_spanning_tree(weights_matrix(graph)).sum())
    floor, ceiling = (n - 1) * neighbours.lowest, global_bound(n, neighbours)

    def bound(k: Floats) -> Floats:
        at_least = np.maximum(tree - np.append(k, k[-1] + 1) * theta, floor)
        values = n * (n - 1) * theta / (at_least[:-1] * at_least[1:])
        for i in range(len(k)):
            here = np.maximum(farness - k[i] * (n - 1) * theta, at_least[i])
            if here[-1] <= at_least[i]:
                break  # from here on every sum may be down at the common value
            after = np.maximum(farness - (k[i] + 1) * (n - 1) * theta, at_least[i + 1])
            values[i] = np.sum((n - 1) * theta / (here * after))
        return np.minimum(values, ceiling)

    return largest_discounted(bound, ceiling, beta)


def global_bound(n: int, neighbours: ThetaEdges) -> float:
    """At least the l1 move of the closeness between any two neighbours.

    With l the lowest weight, every score lies between 0 and 1 / ((n - 1) l), so n / ((n - 1) l);
    where the edges are fixed also n theta / ((n - 1) l^2).

    Raises
    ------
    Refused
        If `lowest` is 0: the scores are not bounded then.
    """
    low = neighbours.lowest
    if low == 0:
        raise Refused("closeness is not bounded where weights may be near 0: raise lowest.")
    if n < 2:
        return 0.0
    within = n / ((n - 1) * low)
    if neighbours.support == "fixed":
        return min(within, n * neighbours.theta / ((n - 1) * low**2))
    return within
