"""Centralities from the edges nearby: degree, Laplacian, and core number.

Scores that are equal in theory stay equal: digits that are only rounding errors are cut.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.closeness import core_numbers
from graphdp_core.spectra.debiasing import estimated_degrees, removable_noise
from graphdp_core.spectra.eigenpairs import signal_operator


def degree(graph: Graph, *, debias: bool) -> Floats:
    """Number of neighbours d_i, or its unbiased estimate (which may be negative), shape (n,)."""
    return estimated_degrees(graph, debias=debias)


def core(graph: Graph) -> Floats:
    """The core number: the largest k with the node among nodes that have k neighbours each there.

    Examples
    --------
    >>> core(Graph.from_edges(4, [(0, 1), (1, 2), (0, 2), (2, 3)])).tolist()
    [2.0, 2.0, 2.0, 1.0]
    """
    return core_numbers(graph.neighbours).astype(np.float64)


def laplacian(graph: Graph, *, debias: bool) -> Floats:
    """Drop of the Laplacian energy as a node leaves: d_i^2 + d_i + 2 sum of neighbours' degrees.

    Debiased, the estimate is unbiased. With Â the estimated matrix, d̂ = Â1 and s_i the sum over
    j of Â_ij^2, every product Â_ij Â_ik with j = k has the mean of Â_ij plus a variance, so it is
    replaced by Â_ij. This gives d̂_i^2 + 2 (Â d̂)_i + 4 d̂_i - 3 s_i; without noise s = d and the
    closed form is back.

    References
    ----------
    Qi, Fuller, Wu, Wu & Zhang (2012), Information Sciences.

    Examples
    --------
    >>> laplacian(Graph.from_edges(3, [(0, 1), (1, 2)]), debias=False).tolist()
    [6.0, 10.0, 6.0]
    """
    d = estimated_degrees(graph, debias=debias)
    squares = graph.degrees.astype(np.float64)
    noise = removable_noise(graph, debias=debias)
    if noise is not None:
        q = noise.false_positive_rate
        squares = (squares * (1 - q) ** 2 + (graph.n - 1 - squares) * q**2) / noise.contrast**2
    if graph.n == 0:
        return d
    around = signal_operator(graph, debias=debias, dtype=np.float64) @ d
    values: Floats = d**2 + 2 * around + 4 * d - 3 * squares
    return values


def round_to_ties(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cut to twelve digits of the largest value, so that nodes equal by symmetry stay tied."""
    largest = np.abs(values).max(initial=0.0)
    return np.round(values / largest, 12) * largest if largest else values
