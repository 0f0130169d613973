"""A graph whose pairs were all flipped independently, and intervals of numbers of its edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Asked, Groups
from graphdp_core.estimates.binomials import clopper_pearson, edge_limits
from graphdp_core.estimates.estimate import (
    CLOSED_FORM,
    EXACT_LAW,
    GRAPH,
    POPULATION,
    Estimate,
    judged,
    normal_quantile,
)
from graphdp_core.estimates.few_flips import jumps_of_pairs, stretch
from graphdp_core.estimates.flip_moments import FlipMoments, flip_moments
from graphdp_core.estimates.flip_structure import cell_variance
from graphdp_core.estimates.selection import reach_beside
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused
from graphdp_core.spectra.debiasing import estimated_degrees

__all__ = ["NARROW_COUNT", "NARROW_SHARE", "Flipped", "flip_variance", "share"]

NARROW_COUNT, NARROW_SHARE = 2.0, 0.02
"""Half a width that is narrow for any count, and for any share."""
NEAR = 4.0
"""Deviations from a border within which draws that are printed may be those of a tail."""


def flip_variance(epsilon: float) -> float:
    """Of a corrected pair under edgeFlip: e^epsilon/(e^epsilon - 1)^2.

    Examples
    --------
    >>> round(flip_variance(1.0), 4)
    0.9207
    """
    return 0.25 / math.sinh(epsilon / 2.0) ** 2


@dataclass(frozen=True, eq=False)
class Flipped:
    """A release and what is read off it once, however many statistics are asked for.

    Parameters
    ----------
    graph : Graph
        With noise of a contrast above 0.
    asked : Asked
    """

    graph: Graph
    asked: Asked

    def check(self) -> None:
        """Refuse a release of which nothing is left."""
        _ = self.noise

    @property
    def noise(self) -> EdgeNoise:
        """The public rates."""
        if self.graph.noise is None or not self.graph.noise.contrast > 0.0:
            raise Refused("the rates of this release leave no signal: at ε = 0 nothing is told.")
        return self.graph.noise

    @property
    def z(self) -> float:
        """The quantile that goes with the level."""
        return normal_quantile(self.asked.level)

    @property
    def hardly_flips(self) -> bool:
        """Whether all pairs are released as they are more often than an interval must hold."""
        rate = max(self.noise.false_positive_rate, 1.0 - self.noise.true_positive_rate)
        return pair_count(self.graph.n) * rate < (1.0 - self.asked.level) / 2.0

    @cached_property
    def _tables(self) -> dict[int, Floats]:
        return {}

    def counted_in(self, groups: Groups) -> Floats:
        """Released edges between every two groups and within each, shape (k, k), counted once."""
        table = self._tables.get(id(groups))
        if table is None:
            table = self._tables[id(groups)] = groups.counted(self.graph.edges)
        return table

    def table(self, groups: Groups) -> tuple[Floats, Floats]:
        """Edges between every two groups and within each, and their variances, shape (k, k)."""
        edges = self.unbiased(self.counted_in(groups), groups.pairs)
        v0, more = cell_variance(self.noise)
        return edges, groups.pairs * v0 + more * np.clip(edges, 0.0, groups.pairs)

    def sides(self, groups: Groups) -> tuple[int, int]:
        """Pairs of nodes of one group, and how many of them were released as edges."""
        return int(np.trace(groups.pairs)), int(np.trace(self.counted_in(groups)))

    @cached_property
    def moments(self) -> FlipMoments:
        """Edges, wedges and triangles with their covariance."""
        return flip_moments(self.graph)

    def unbiased(self, seen: Any, pairs: Any) -> Any:
        """Edges among some pairs of which so many were released."""
        return (seen - pairs * self.noise.false_positive_rate) / self.noise.contrast

    def variance(self, seen: float, pairs: float) -> float:
        """Of that estimate, if its pairs are fixed."""
        v0, more = cell_variance(self.noise)
        return pairs * v0 + more * min(max(self.unbiased(seen, pairs), 0.0), pairs)

    def population_variance(self, seen: float, pairs: float) -> float:
        """Of that estimate, if every pair is an edge by chance; at most, if chances differ."""
        share = seen / pairs if pairs else 0.0
        return pairs * share * (1.0 - share) / self.noise.contrast**2

    def counted(self, seen: int, pairs: int) -> tuple[float, float, float]:
        """Estimate, least and largest number of edges among pairs, by the exact law."""
        low, high = edge_limits(
            seen, pairs, keep=self.noise.true_positive_rate,
            invent=self.noise.false_positive_rate, level=self.asked.level,
        )  # fmt: skip
        return min(max(self.unbiased(seen, pairs), low), high), float(low), float(high)

    @cached_property
    def jumps_of_degrees(self) -> tuple[Floats, Floats]:
        """What flips of all pairs add to the wedges, and how many pairs add so much."""
        degrees = np.clip(estimated_degrees(self.graph), 0.0, None)
        return jumps_of_pairs(degrees, np.add, self.graph.edges)

    def stretch(self, jumps: Floats, counts: Floats, change: float = 0.0) -> float:
        """Times a normal interval, where few flips decide it: see `few_flips.stretch`."""
        rate = max(self.noise.false_positive_rate, 1.0 - self.noise.true_positive_rate)
        return stretch(jumps, counts, rate=rate, level=self.asked.level, change=change)

    def more_beside(self, deviation: float) -> Callable[[float], float]:
        """How many deviations further an end reaches to a border; near it by a flip more.

        Of what is printed there a tail decides, and that of flips is heavier than a normal one.

        Parameters
        ----------
        deviation : float
            Of the number, over what a pair adds to it.
        """
        one_flip = 1.0 / (deviation * self.noise.contrast) if deviation > 0.0 else 0.0

        def more(distance: float) -> float:
            usual = reach_beside(distance, self.asked.level) - self.z
            return usual + (one_flip if distance < NEAR else 0.0)

        return more

    def expected(self, seen: int, pairs: int) -> tuple[float, float, float]:
        """The same for the mean of the population."""
        value = min(max(self.unbiased(seen, pairs), 0.0), float(pairs))
        # No population lies beyond the rates: there the bounds are those of the nearest.
        least, most = (math.floor(pairs * self.noise.false_positive_rate),
                       math.ceil(pairs * self.noise.true_positive_rate))  # fmt: skip
        seen = min(max(seen, least), most)
        ends = clopper_pearson(seen, max(pairs, 1), alpha=1.0 - self.asked.level)
        low, high = (min(max(self.unbiased(float(end) * pairs, pairs), 0.0), pairs) for end in ends)
        return value, low, high

    def edge_width(self, pairs: float) -> Callable[[float], float]:
        """Half the width of a number of edges among pairs, by epsilon."""
        return lambda epsilon: self.z * math.sqrt(pairs * flip_variance(epsilon))

    def of_both(
        self, id: str, title: str, seen: int, pairs: int, *, about: str = "", scale: float = 1.0
    ) -> Iterator[Estimate]:
        """Edges among some pairs, in any unit: of this graph, and of the population."""
        width = self.edge_width(pairs)
        for of, interval, how, variance in (
            (GRAPH, self.counted, EXACT_LAW, self.variance),
            (POPULATION, self.expected, CLOSED_FORM, self.population_variance),
        ):
            value, low, high = (scale * x for x in interval(seen, pairs))
            made = Estimate(
                id, title, value, low, high, how, of=of, level=self.asked.level, about=about,
                at_least=True,
            )  # fmt: skip
            half = scale * self.z * math.sqrt(variance(seen, pairs))
            if of == POPULATION:  # that shows no edge, or all, has a variance of 0
                half = max(half, (high - low) / 2.0)
            yield judged(
                made, floor=scale * NARROW_COUNT if of == GRAPH else 0.0, half=half,
                width_at=lambda e: scale * width(e), within=(0.0, scale * pairs),
                more_beside=self.more_beside(half / (scale * self.z)),
            )  # fmt: skip


def share(value: float) -> float:
    """Within 0 to 1; nan stays."""
    return value if math.isnan(value) else min(max(value, 0.0), 1.0)
