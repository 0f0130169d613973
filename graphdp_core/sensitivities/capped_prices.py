"""The linear program of capped triangles by prices of nodes alone: no triangle is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.triangles import triangle_shares
from graphdp_core.progress import SILENT, Progress

FIRST, FALL = 0.5, 0.1  # the softness, and by what it is multiplied where the prices have settled
MOST_LOOKS = 1_000
SETTLED = 1e-3  # Newton's decrement: then no load exceeds the cap by much
INSIDE = 0.95  # of the way to a price of 0 that a step may go


def priced_value(graph: Graph, cap: float, *, gap: float, progress: Progress = SILENT) -> float:
    """The largest sum of x_t, 0 <= x_t <= 1 for every triangle t, with at most `cap` at each node.

    The dual program has a price y_v >= 0 for every node: cap sum y + sum over t of
    max(0, 1 - y(t)), y(t) the prices of the nodes of t. It is made smooth by a softness that falls,
    and solved by Newton's steps, which cost a walk over all triangles each. The shares that the
    prices lead to, scaled down where they exceed the cap, solve the program itself: the distance
    of both values certifies the answer. Memory: n^2 numbers, however many triangles there are.

    Parameters
    ----------
    graph : Graph
        With a triangle at least.
    cap : float
        Above 0.
    gap : float
        How far the answer may be from the optimum.

    References
    ----------
    Boyd and Vandenberghe, Convex optimization, 2004, chapter 11 (barriers).

    Examples
    --------
    >>> fan = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)])
    >>> [round(priced_value(fan, cap, gap=1e-6), 4) for cap in (1.0, 9.0)]
    [1.0, 2.0]
    """
    low, high = 0.0, np.inf
    with suppress(np.linalg.LinAlgError):  # rounding leads no further
        for value, bound in islice(_bounds(graph, cap, gap), MOST_LOOKS):
            low, high = max(low, value), min(high, bound)
            if high - low <= gap:
                return low
            progress(1.0 - (high - low) / high, "capping triangles")
    raise ArithmeticError("the linear program over triangles was not solved exactly enough.")


def _bounds(graph: Graph, cap: float, gap: float) -> Iterator[tuple[float, float]]:
    """Values of a solution and of a dual one, from look to look."""
    from scipy.linalg import cho_factor, cho_solve

    joined = graph.adjacency(dtype=np.bool_).toarray()

    def look(price: Floats, soft: float) -> tuple[float, float, Floats, Floats]:
        return triangle_shares(*graph.neighbours, joined, price, soft)

    price, soft = np.full(graph.n, 1.0 / 3.0), FIRST
    taken, gained, load, bend = look(price, soft)
    while True:
        yield taken * min(1.0, cap / load.max()), float(cap * price.sum() + gained)
        slope = cap - soft / price - load
        bend[np.diag_indices(graph.n)] += soft / price**2
        factor = cho_factor(bend, lower=True, overwrite_a=True, check_finite=False)
        step = -cho_solve(factor, slope)
        fall = float(slope @ step)
        between = cap * price.sum() + gained - taken
        if -fall < SETTLED**2 * soft and between > gap / 2.0:
            soft *= FALL
            taken, gained, load, bend = look(price, soft)
            continue
        down = step < 0
        length = min(1.0, INSIDE * float((-price[down] / step[down]).min(initial=np.inf)))
        while True:
            ahead = price + length * step
            taken, gained, load, bend = look(ahead, soft)
            after = float((cap - soft / ahead - load) @ step)
            if after <= 0.9 * abs(fall):
                break
            length *= min(max(fall / (fall - after), 0.1), 0.7)
            yield taken * min(1.0, cap / load.max()), float(cap * ahead.sum() + gained)
        price = ahead
