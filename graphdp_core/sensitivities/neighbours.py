"""Theta-edge neighbours: which one-edge changes of a weighted graph count as one step.

From a bound for every number of steps to one beta-smooth bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.centralities import edge_weights
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused

SUPPORTS = ("fixed", "connected", "vanish")


class Change(NamedTuple):
    """One step: the weight of the pair (u, v) moves by `step`; from 0 or to 0 for an edge."""

    u: int
    v: int
    step: float


@dataclass(frozen=True)
class LocalSensitivity:
    """How far, in l1, one step moves a vector of scores.

    Parameters
    ----------
    value : float
        The largest move found.
    exact : bool
        Whether every allowed step was looked at; if not, `value` is a lower bound.
    change : Change or None
        The step that attains it; None where no step is allowed.
    note : str
        How it was found, where it is not exact.
    """

    value: float
    exact: bool
    change: Change | None = None
    note: str = ""


@dataclass(frozen=True)
class ThetaEdges:
    """Two graphs are neighbours if the weight of one pair differs by at most theta.

    Parameters
    ----------
    theta : float
        Size of a step.
    support : {"fixed", "connected", "vanish"}
        "fixed": only weights of existing edges move, and they stay above 0: who is joined to whom
        is public. "connected": an edge may also vanish or appear, as long as both graphs are
        connected. "vanish": an edge may vanish or appear, and may split the graph.
    lowest, highest : float
        Public range of the weight of an edge. A weight that vanishes jumps from within the range
        to 0.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Definition 3.1, which leaves open whether an edge may vanish.
    """

    theta: float = 1.0
    support: str = "vanish"
    lowest: float = 0.0
    highest: float = math.inf

    def __post_init__(self) -> None:
        if self.theta <= 0:
            raise Refused(f"theta must be above 0, got {self.theta:g}.")
        if self.support not in SUPPORTS:
            raise Refused(f"support must be one of {', '.join(SUPPORTS)}, got {self.support!r}.")
        if not 0 <= self.lowest <= self.highest or self.highest == 0:
            raise Refused(
                "lowest and highest must be 0 <= lowest <= highest, with highest above 0, "
                f"got {self.lowest:g} and {self.highest:g}."
            )

    def check(self, graph: Graph) -> None:
        """Raise Refused if a weight lies outside the public range.

        *Privacy*: graphs outside the range do not belong to the set over which the guarantee is
        made; this refusal is therefore no release.
        """
        weights = edge_weights(graph)
        slack = 1e-12 * max(1.0, self.lowest)
        if graph.m and (
            weights.min() < self.lowest - slack or weights.max() > self.highest + slack
        ):
            raise Refused(
                f"edge weights must lie in the public range {self.lowest:g} to {self.highest:g}, "
                f"got {weights.min():g} to {weights.max():g}: widen the range to what is publicly "
                "known, or rescale the weights by a public factor."
            )

    def steps(self, graph: Graph) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The extreme steps of all existing edges: edge numbers and steps, both shape (s,).

        Up by theta, down by theta or to `lowest`, and away where an edge may vanish in one step.
        A bridge may not vanish where the graph must stay connected.
        """
        weights = edge_weights(graph)
        up = np.minimum(self.theta, self.highest - weights)
        down = -np.minimum(self.theta, weights - self.lowest)
        edges, steps = [np.arange(graph.m)] * 2, [up, down]
        if self.support != "fixed":
            may_vanish = weights <= self.theta
            if self.support == "connected":
                from graphdp_core.kernels.spanning_forest import bridges

                may_vanish &= ~bridges(graph.neighbours, graph.edges)
            edges.append(np.flatnonzero(may_vanish))
            steps.append(-weights[may_vanish])
        number, step = np.concatenate(edges), np.concatenate(steps)
        _, first = np.unique(np.column_stack((number, step)), axis=0, return_index=True)
        first = first[step[first] != 0]
        return number[first], step[first]

    @property
    def as_published(self) -> ThetaEdges:
        """The same steps without a public range, which the paper does not know."""
        return ThetaEdges(self.theta, self.support)

    def why_none(self) -> str:
        """Why no two graphs are neighbours, so that a guarantee protects nothing; "" if some are.

        It follows from the public settings alone. A graph without weights weighs 1 on every edge.

        Examples
        --------
        >>> ThetaEdges(theta=0.01, lowest=1.0, highest=1.0).why_none()[:60]
        'no two graphs are neighbours within a radius of 0.01, as eve'
        >>> ThetaEdges(theta=0.01, highest=2.0).why_none()
        ''
        """
        if self.lowest < self.highest or (self.support != "fixed" and self.theta >= self.lowest):
            return ""
        edges = (
            "the edges are public."
            if self.support == "fixed"
            else "an edge appears or vanishes only where that is its weight at most."
        )
        return (
            f"no two graphs are neighbours within a radius of {self.theta:g}, as every edge weighs "
            f"{self.lowest:g} and {edges}"
        )

    @property
    def assumption(self) -> str:
        """What both neighbours are taken to have in common, in words."""
        return {
            "fixed": "Which nodes are joined is public, only the weights are private.",
            "connected": "Both neighbours are connected graphs.",
            "vanish": "An edge may appear or vanish if its weight is at most θ.",
        }[self.support]

    @property
    def new_weights(self) -> tuple[float, ...]:
        """Extreme weights of an edge that appears in one step; none where that is not allowed."""
        if self.support == "fixed" or self.theta < self.lowest:
            return ()
        largest = min(self.theta, self.highest)
        return (largest,) if self.lowest in (0.0, largest) else (self.lowest, largest)


FIRST_BLOCK, MOST_AT_ONCE = 256, 65_536


def largest_discounted(
    bound: Callable[[NDArray[np.float64]], NDArray[np.float64]], ceiling: float, beta: float
) -> float:
    """The largest e^(-beta k) bound(k) over the integers k >= 0.

    If bound(k) is at least the local sensitivity of every graph within k steps, this is a
    beta-smooth upper bound of the local sensitivity.

    Parameters
    ----------
    bound : callable
        Takes an array of k and returns one value for each, at most `ceiling`.
    beta : float
        Above 0.

    References
    ----------
    Nissim, Raskhodnikova & Smith (2007), STOC, Definition 2.1 and Claim 3.2.

    Examples
    --------
    >>> round(largest_discounted(lambda k: np.minimum(1 + k, 5.0), 5.0, 0.1), 4)
    3.3516
    """
    best, start, size = 0.0, 0, FIRST_BLOCK
    while ceiling * math.exp(-beta * start) > best:
        k = np.arange(start, start + size, dtype=np.float64)
        best = max(best, float(np.max(np.exp(-beta * k) * bound(k))))
        start, size = start + size, min(4 * size, MOST_AT_ONCE)
    return best
