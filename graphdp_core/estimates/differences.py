"""Whether two graphs of which releases are given differ: in density, and in mixing by groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Asked
from graphdp_core.estimates.estimate import GRAPH, POPULATION
from graphdp_core.estimates.flipped_graph import Flipped
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused

__all__ = ["COMPARED", "Difference", "differ"]

COMPARED: Mapping[str, str] = MappingProxyType(
    {"density": "density", "mixing": "densities within and between the groups"}
)
"""What can be compared, by id, and its name."""


@dataclass(frozen=True)
class Difference:
    """A test that two graphs are alike.

    Parameters
    ----------
    statistic : str
    p_value : float
        How often noise alone makes releases that differ so much.
    of : str
        Whether the two graphs are compared, or the populations that they were drawn from.
    """

    statistic: str
    p_value: float
    of: str

    def sentence(self) -> str:
        """The finding at the usual 5 %.

        Examples
        --------
        >>> Difference("density", 0.3, GRAPH).sentence()
        'The two releases do not tell the graphs apart by their density (p = 0.3).'
        """
        whose = "graphs" if self.of == GRAPH else "populations"
        name, value = COMPARED[self.statistic], f"(p = {self.p_value:.2g})"
        if self.p_value < 0.05:
            return f"The {whose} differ in their {name} {value}."
        return f"The two releases do not tell the {whose} apart by their {name} {value}."

    def row(self) -> dict[str, Any]:
        """As plain data."""
        return {"statistic": self.statistic, "p_value": self.p_value, "of": self.of}


def differ(one: Graph, other: Graph, statistic: str, asked: tuple[Asked, Asked]) -> Difference:
    """Compare two releases by flips, drawn independently of each other.

    Sum of squared differences over their variances: chi-square, a degree of freedom for
    each density. The graphs may have other sizes, and their groups other sizes too.

    Parameters
    ----------
    one, other : Graph
        With their rates.
    statistic : str
        One of :data:`COMPARED`.
    asked : tuple of Asked
        The groups of each, by the same names; `of` the first says whose difference is meant.

    Raises
    ------
    Refused
    """
    from scipy.special import chdtrc

    if statistic not in COMPARED:
        raise Refused(f"what differs must be among {', '.join(COMPARED)}; got {statistic!r}.")
    releases = [Flipped(graph, own) for graph, own in zip((one, other), asked, strict=True)]
    sides = [_densities(release, statistic) for release in releases]
    (first, v1), (second, v2) = sides
    if first.shape != second.shape:
        raise Refused("both releases must have the same groups, by the same names.")
    spread = v1 + v2
    used = spread > 0.0
    squares = float(np.sum((first - second)[used] ** 2 / spread[used]))
    chance = float(chdtrc(max(int(used.sum()), 1), squares))
    return Difference(statistic, chance, POPULATION if asked[0].population else GRAPH)


def _densities(release: Flipped, statistic: str) -> tuple[Floats, Floats]:
    """Estimated densities and their variances."""
    graph = release.graph
    if statistic == "density":
        pairs, seen = np.array([float(pair_count(graph.n))]), np.array([float(graph.m)])
    else:
        groups = release.asked.of("groups", graph.n)
        places = np.triu_indices(groups.k)
        pairs, seen = groups.pairs[places], groups.counted(graph.edges)[places]
    variance = release.population_variance if release.asked.population else release.variance
    some = np.maximum(pairs, 1.0)
    values = np.array([release.unbiased(s, p) for s, p in zip(seen, pairs, strict=True)]) / some
    spreads = np.array([variance(s, p) for s, p in zip(seen, pairs, strict=True)]) / some**2
    return values, spreads
