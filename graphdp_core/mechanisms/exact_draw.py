"""A draw without seed and floating-point noise, for publication, with the facts that certify it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers, sorted_pair_ends
from graphdp_core.privacy.secure_random import WHOLE, DyadicRates, SecureRandom
from graphdp_core.results import Result

Released_co = TypeVar("Released_co", bound=Graph | Result, covariant=True)

FLIPS = (
    "uniform integers from the operating system, compared with a 64-bit threshold that is rounded "
    "so that the stated ε is not exceeded; rare flips by exact binomial counts of blocks of pairs"
)
INTEGER_NOISE = (
    "discrete Laplace noise by comparisons of integers (Canonne, Kamath and Steinke, 2020), from "
    "the operating system's random bytes"
)


@dataclass(frozen=True)
class ExactDraw(Generic[Released_co]):
    """What was drawn, what it really costs, and the numbers that say how.

    Parameters
    ----------
    released : Graph or Result
    exact_epsilon : float
        Proved for the probabilities as they are drawn; at most the nominal epsilon.
    facts : mapping of str to str
        Thresholds and scales, as a certificate prints them.
    """

    released: Released_co
    exact_epsilon: float
    facts: Mapping[str, str] = field(default_factory=dict)


def flipped_exactly(graph: Graph, rates: DyadicRates, coins: SecureRandom) -> Graph:
    """Every pair released or not by its own coin of 64 bits: time and bytes O(n^2) or of the flips.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from graphdp_core.privacy.secure_random import symmetric_rates
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> flipped_exactly(path, symmetric_rates(Fraction(20)), SecureRandom()).n
    3
    """
    slabs = list(flipped_slabs(graph, rates, coins))
    return Graph(
        n=graph.n,
        edges=np.concatenate(slabs) if slabs else np.empty((0, 2), dtype=np.int32),
        names=graph.names,
        noise=noise_of(rates),
    )


def flipped_slabs(
    graph: Graph, rates: DyadicRates, coins: SecureRandom
) -> Iterator[NDArray[np.int32]]:
    """The edges of :func:`flipped_exactly` in order, some at a time."""
    pairs = pair_count(graph.n)
    present = pair_numbers(graph.n, *graph.edges.T)
    kept = np.zeros(graph.m, dtype=np.bool_)
    kept[coins.successes(graph.m, rates.present)] = True
    first = 0
    for stop, reported in coins.parts(pairs, rates.absent):
        last = int(np.searchsorted(present, stop))
        here = present[first:last]
        places = np.searchsorted(reported, here)
        met = places[np.append(reported, -1)[places] == here]  # reported, and edges
        numbers = np.concatenate((np.delete(reported, met), here[kept[first:last]]))
        yield sorted_pair_ends(graph.n, np.sort(numbers, kind="stable"))
        first = last


def noise_of(rates: DyadicRates) -> EdgeNoise:
    """The chances of an edge and of a pair without one."""
    return EdgeNoise(rates.present / WHOLE, rates.absent / WHOLE)
