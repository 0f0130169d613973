"""A graph with given degrees and given clustering: dense groups of like degree, the rest random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_ends, pair_numbers
from graphdp_core.mechanisms.block_graph import consistent_counts
from graphdp_core.mechanisms.given_degrees import matched_stubs
from graphdp_core.privacy.samplers import first_distinct
from graphdp_core.sensitivities.clustering import class_clustering, class_weights

__all__ = ["bter_edges", "class_shares", "degrees_in_order"]

CORRECTIONS = 2  # of the density of the groups, after the clustering of a first graph


def bter_edges(degrees: Ints, clustering: Floats, *, rng: np.random.Generator) -> NDArray[np.int32]:
    """Draw a simple graph with about these degrees and this clustering by degree class.

    Nodes of degree 2 and more are put in groups, by rising degree: one of degree d opens a group of
    d + 1. In a group every pair is joined with probability c^(1/3), c being the clustering at
    its first degree. What then lacks of the degrees is matched at random. Twice the clustering of
    the outcome corrects what is aimed at, since random edges close triangles too.

    Parameters
    ----------
    degrees : ndarray of int64, shape (n,)
        0 to n - 1.
    clustering : ndarray, shape (class_count(n),)
        Mean local clustering at the degrees 2, 4, 8, ...
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of int32, shape (m, 2)
        Sorted, u < v.

    References
    ----------
    Seshadhri, Kolda & Pinar (2012), Community structure and scale-free collections of Erdős-Rényi
    graphs, Physical Review E 85.

    Examples
    --------
    >>> cliques = np.array([1.0, 0.0, 0.0, 0.0, 0.0])
    >>> Graph(n=30, edges=bter_edges(np.full(30, 2), cliques, rng=np.random.default_rng(0))).m
    30
    """
    n, classes = len(degrees), len(clustering)
    order = np.lexsort((rng.random(n), degrees))
    weights = class_weights(degrees, classes)
    shares = class_shares(degrees, classes)
    aim = clustering
    for turn in range(CORRECTIONS + 1):
        density = np.clip(np.cbrt(weights @ aim), 0.0, 1.0)  # a root near 1 is rounded above it
        inner = _group_edges(degrees, density, order, rng)
        inside = np.bincount(np.concatenate(pair_ends(n, inner)), minlength=n)
        missing = np.maximum(degrees - inside, 0)
        pairs = np.sort(np.concatenate((inner, matched_stubs(missing, inner, rng=rng))))
        edges = np.column_stack(pair_ends(n, pairs)).astype(np.int32)
        if turn < CORRECTIONS:
            found = class_clustering(Graph(n=n, edges=edges), np.inf)
            reached = np.divide(found, shares, out=np.zeros(classes), where=shares > 0.0)
            aim = np.clip(aim + clustering - reached, 0.0, 1.0)
    return edges


def class_shares(degrees: Ints, classes: int) -> Floats:
    """The sums of `class_clustering` where every local clustering is 1, shape (classes,).

    Examples
    --------
    >>> class_shares(np.array([2, 2, 2, 4]), 2).tolist()
    [3.0, 2.0]
    """
    halves = np.where(degrees >= 2, degrees / 2.0, 0.0)
    shares: Floats = halves @ class_weights(degrees, classes)
    return shares


def degrees_in_order(sequence: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """Whole degrees, rising, that are near to noisy ones which were sorted before the noise.

    Isotonic regression, a shift to the sum of all within 0 to n - 1, and random rounding.

    References
    ----------
    Hay, Li, Miklau & Jensen (2009), Accurate estimation of the degree distribution of private
    networks, ICDM.

    Examples
    --------
    >>> degrees_in_order(np.array([2.0, 0.0, 3.0]), np.random.default_rng(0)).sum() in (4, 5, 6)
    True
    """
    from scipy.optimize import isotonic_regression

    n = len(sequence)
    rising = isotonic_regression(sequence).x
    fitted = consistent_counts(rising, np.full(n, n - 1), float(rising.sum()))
    whole = np.floor(fitted + rng.random(n)).astype(np.int64)
    return np.minimum(np.sort(whole), n - 1)


def _group_edges(
    degrees: Ints, density: Floats, order: Ints, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Numbers of the pairs inside the groups, rising."""
    n = len(degrees)
    nodes = order[degrees[order] >= 2]
    sizes = degrees[nodes]
    start, found = 0, []
    while start < len(nodes) - 1:
        members = np.sort(nodes[start : start + int(sizes[start]) + 1])
        pairs = pair_count(len(members))
        count = int(rng.binomial(pairs, density[nodes[start]]))
        if count:
            one, other = pair_ends(len(members), first_distinct(rng, population=pairs, count=count))
            found.append(pair_numbers(n, members[one], members[other]).astype(np.int64))
        start += len(members)
    return np.sort(np.concatenate(found)) if found else np.empty(0, dtype=np.int64)
