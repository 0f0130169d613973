"""A graph with given degrees and given clustering: dense groups of like degree, the rest random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_ends, pair_numbers
from graphdp_core.mechanisms.block_graph import consistent_counts
from graphdp_core.privacy.samplers import first_distinct
from graphdp_core.sensitivities.clustering import class_clustering, class_weights

__all__ = ["bter_edges", "class_shares", "fitted_degrees", "matched_stubs"]

ROUNDS = 40  # of placing stubs that found no partner
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
        density = np.cbrt(np.clip(weights @ aim, 0.0, 1.0))
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


def fitted_degrees(sequence: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """Whole degrees, rising, that are near to noisy ones which were sorted before the noise.

    Isotonic regression, a shift to the sum of all within 0 to n - 1, and random rounding.

    References
    ----------
    Hay, Li, Miklau & Jensen (2009), Accurate estimation of the degree distribution of private
    networks, ICDM.

    Examples
    --------
    >>> fitted_degrees(np.array([2.0, 0.0, 3.0]), np.random.default_rng(0)).sum() in (4, 5, 6)
    True
    """
    from scipy.optimize import isotonic_regression

    n = len(sequence)
    rising = isotonic_regression(sequence).x
    fitted = consistent_counts(rising, np.full(n, n - 1), float(rising.sum()))
    whole = np.floor(fitted + rng.random(n)).astype(np.int64)
    return np.minimum(np.sort(whole), n - 1)


def matched_stubs(
    stubs: Ints, taken: NDArray[np.integer], *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Numbers of node pairs, each once and none of `taken`, that use up `stubs` of each node.

    Ends are paired at random. Two ends a, b that would be a loop or a repeat take apart a pair
    {c, d} found before, for {a, c} and {b, d}, if both are new. What finds no place after many
    rounds is left.

    Examples
    --------
    >>> matched_stubs(np.array([1, 1, 0]), np.array([], dtype=int), rng=np.random.default_rng(0))
    array([0])
    """
    n = len(stubs)
    held: NDArray[np.int64] = np.sort(np.asarray(taken, dtype=np.int64))
    left = rng.permutation(np.repeat(np.arange(n), stubs))
    half = len(left) // 2
    one, other = left[:half], left[half : 2 * half]
    pairs = _numbers(n, one, other)
    new = _first_new(pairs, held)
    found, one, other = np.sort(pairs[new]), one[~new], other[~new]
    for _ in range(ROUNDS):
        count = min(len(one), len(found))
        if count == 0:
            break
        places = first_distinct(rng, population=len(found), count=count)
        c, d = pair_ends(n, found[places])
        first, second = _numbers(n, one[:count], c), _numbers(n, other[:count], d)
        fresh = _first_new(np.concatenate((first, second)), np.sort(np.concatenate((held, found))))
        both = fresh[:count] & fresh[count:]
        kept = np.ones(len(found), dtype=np.bool_)
        kept[places[both]] = False
        found = np.sort(np.concatenate((found[kept], first[both], second[both])))
        waiting = np.concatenate((~both, np.ones(len(one) - count, dtype=np.bool_)))
        one, other = other[waiting], one[waiting]
    return found


def _numbers(n: int, one: Ints, other: Ints) -> NDArray[np.int64]:
    """Numbers of node pairs, -1 for loops."""
    pairs = pair_numbers(n, np.minimum(one, other), np.maximum(one, other)).astype(np.int64)
    return np.where(one == other, -1, pairs)


def _first_new(pairs: NDArray[np.int64], known: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which pairs stand there for the first time, are no loops and not in a rising array."""
    first = np.zeros(len(pairs), dtype=np.bool_)
    first[np.unique(pairs, return_index=True)[1]] = True
    if len(known):
        at = np.minimum(np.searchsorted(known, pairs), len(known) - 1)
        first &= known[at] != pairs
    return first & (pairs >= 0)


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
