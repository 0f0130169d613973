"""Whether two graphs of which releases are given differ: in density, and in mixing by groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Asked
from graphdp_core.estimates.estimate import GRAPH, POPULATION
from graphdp_core.estimates.flip_structure import cell_variance
from graphdp_core.estimates.flipped_graph import Flipped
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused

COMPARED: Mapping[str, str] = MappingProxyType(
    {"density": "density", "mixing": "densities within and between the groups"}
)
"""What can be compared, by id, and its name."""
FEW_FLIPS, MOST_CELLS = 20.0, 50
NULL_DRAWS, PUBLIC_SEED = 4_000, 0
"""Of releases that do not differ, where their law is coarse: anybody may draw the same."""


@dataclass(frozen=True)
class Difference:
    """A test that two graphs are alike.

    Parameters
    ----------
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
    each density; by draws where flips are few. The graphs and their groups may differ in size.

    Parameters
    ----------
    one, other : Graph
        With their rates.
    statistic : str
        One of :data:`COMPARED`.
    asked : tuple of Asked
        The groups of each, by the same names; `of` the first says whose difference is meant.
    """
    from scipy.special import chdtrc

    if statistic not in COMPARED:
        raise Refused(f"what differs must be among {', '.join(COMPARED)}; got {statistic!r}.")
    releases = [Flipped(graph, own) for graph, own in zip((one, other), asked, strict=True)]
    sides = [_seen(release, statistic) for release in releases]
    if sides[0][0].shape != sides[1][0].shape:
        raise Refused("both releases must have the same groups, by the same names.")
    squares, degrees = _statistic(releases, sides)
    chance = float(chdtrc(max(degrees, 1), squares))
    if not asked[0].population and _is_coarse(releases, sides):
        chance = _by_draws(releases, sides, squares, chance)
    return Difference(statistic, chance, POPULATION if asked[0].population else GRAPH)


Side = tuple[Floats, Floats]
"""Pairs of each cell, and how many of them were released as edges."""


def _seen(release: Flipped, statistic: str) -> Side:
    graph = release.graph
    if statistic == "density":
        return np.array([float(pair_count(graph.n))]), np.array([float(graph.m)])
    groups = release.asked.of("groups", graph.n)
    places = np.triu_indices(groups.k)
    return groups.pairs[places], release.counted_in(groups)[places]


def _statistic(releases: Sequence[Flipped], sides: Sequence[Side]) -> tuple[Any, int]:
    """The sum of squares over variances, for one table of each or many, and its cells in use."""
    values, spreads = [], []
    for release, (pairs, seen) in zip(releases, sides, strict=True):
        some = np.maximum(pairs, 1.0)
        edges = np.clip(release.unbiased(seen, pairs), 0.0, pairs)
        v0, more = cell_variance(release.noise)
        if release.asked.population:
            share = seen / some
            spread = pairs * share * (1.0 - share) / release.noise.contrast**2
        else:
            spread = pairs * v0 + more * edges
        values.append(release.unbiased(seen, pairs) / some)
        spreads.append(spread / some**2)
    spread = spreads[0] + spreads[1]
    used = spread > 0.0
    parts = np.where(used, (values[0] - values[1]) ** 2, 0.0) / np.where(used, spread, 1.0)
    return parts.sum(axis=-1), int(np.count_nonzero(used, axis=-1).max())


def _is_coarse(releases: Sequence[Flipped], sides: Sequence[Side]) -> bool:
    """Whether in some cell so few pairs are flipped that no normal law describes them."""
    few = [
        pairs[pairs > 0].min(initial=np.inf) * r.noise.false_positive_rate
        for r, (pairs, _) in zip(releases, sides, strict=True)
    ]
    return min(few) < FEW_FLIPS and len(sides[0][0]) <= MOST_CELLS


def _by_draws(
    releases: Sequence[Flipped], sides: Sequence[Side], squares: float, chance: float
) -> float:
    """How often releases of two graphs of the same, pooled densities differ as much, by draws.

    What differs by just as much counts half, so that a law of few values has the size it states.
    """
    rng = np.random.default_rng(PUBLIC_SEED)
    edges = [np.clip(r.unbiased(s, p), 0.0, p) for r, (p, s) in zip(releases, sides, strict=True)]
    pooled = (edges[0] + edges[1]) / np.maximum(sides[0][0] + sides[1][0], 1.0)
    drawn = []
    for release, (pairs, _) in zip(releases, sides, strict=True):
        true = np.rint(pooled * pairs).astype(np.int64)
        rest, size = pairs.astype(np.int64) - true, (NULL_DRAWS, len(pairs))
        kept = rng.binomial(true, release.noise.true_positive_rate, size=size)
        invented = rng.binomial(rest, release.noise.false_positive_rate, size=size)
        drawn.append((pairs, (kept + invented).astype(np.float64)))
    gaps = _statistic(releases, drawn)[0]
    slack = 1e-9 * (1.0 + squares)
    above, alike = np.sum(gaps > squares + slack), np.sum(np.abs(gaps - squares) <= slack)
    beyond = float(above + 0.5 * alike) / NULL_DRAWS
    return beyond or min(chance, 1.0 / NULL_DRAWS)
