"""Estimates from a graph whose pairs were all flipped independently at public rates."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.estimates.estimate import CLOSED_FORM, Estimate, judged
from graphdp_core.estimates.flipped_degrees import BY_DEGREES, ONE_FLIP
from graphdp_core.estimates.flipped_graph import (
    NARROW_COUNT,
    NARROW_SHARE,
    Flipped,
    flip_variance,
    share,
)
from graphdp_core.estimates.flipped_groups import BY_GROUPS
from graphdp_core.estimates.flipped_indices import BY_INDICES
from graphdp_core.estimates.flipped_structure import BY_STRUCTURE
from graphdp_core.estimates.ratios import ratio_interval
from graphdp_core.estimates.selection import UNSURE
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.common_neighbours import common_neighbours

__all__ = ["FLIPPED"]


def _edges(release: Flipped) -> Iterator[Estimate]:
    yield from _scaled(release, "edges", "Edges", 1.0)


def _density(release: Flipped) -> Iterator[Estimate]:
    yield from _scaled(release, "density", "Density", 1.0 / max(pair_count(release.graph.n), 1))


def _mean_degree(release: Flipped) -> Iterator[Estimate]:
    yield from _scaled(release, "mean_degree", "Mean degree", 2.0 / max(release.graph.n, 1))


def _scaled(release: Flipped, id: str, title: str, scale: float) -> Iterator[Estimate]:
    graph = release.graph
    yield from release.of_both(id, title, graph.m, pair_count(graph.n), scale=scale)


def _wedges(release: Flipped) -> Iterator[Estimate]:
    n = release.graph.n
    yield _product(release, 1, "wedges", "Wedges", 3.0 * math.comb(n, 3))


def _triangles(release: Flipped) -> Iterator[Estimate]:
    yield _product(release, 2, "triangles", "Triangles", float(math.comb(release.graph.n, 3)))


def _product(release: Flipped, place: int, id: str, title: str, most: float) -> Estimate:
    found = release.moments
    value, variance = float(found.values[place]), float(found.covariance[place, place])
    if math.isnan(value):
        return _too_many(release, id, title)
    wider = _stretches(release)[place - 1]
    half = wider * release.z * math.sqrt(max(variance, 0.0))
    made = Estimate(
        id, title, value, value - half, value + half, CLOSED_FORM, level=release.asked.level,
        at_least=wider > 1.0,
    )  # fmt: skip

    def width_at(epsilon: float) -> float:
        other = found.structure.covariance(flip_variance(epsilon))
        return release.z * math.sqrt(max(other[place, place], 0.0))

    return judged(made, within=(0.0, most), floor=NARROW_COUNT, width_at=width_at)


def _stretches(release: Flipped) -> tuple[float, float]:
    """Of wedges and of triangles."""
    wedges = release.stretch(*release.jumps_of_degrees, ONE_FLIP)
    graph, common = release.graph, release.moments.common
    if not len(common):
        return wedges, 1.0
    shared = common_neighbours(*graph.neighbours, graph.edges)
    lost = np.bincount(shared, minlength=len(common)).astype(np.float64)
    jumps = np.arange(len(common), dtype=np.float64)
    triangles = release.stretch(np.stack([jumps, -jumps]), np.stack([common - lost, lost]), 1.0)
    return wedges, triangles


def _transitivity(release: Flipped) -> Iterator[Estimate]:
    """3 T/W by Fieller's interval."""
    found, id, title = release.moments, "transitivity", "Transitivity"
    _, wedges, triangles = found.values
    if math.isnan(triangles):
        yield _too_many(release, id, title)
        return
    cov, wider = found.covariance, max(_stretches(release))
    z = wider * release.z
    low, high = ratio_interval(
        3.0 * triangles, wedges, variances=(9.0 * cov[2, 2], cov[1, 1]),
        covariance=3.0 * cov[1, 2], z=z,
    )  # fmt: skip
    value = min(max(3.0 * triangles / wedges, 0.0), 1.0) if wedges > 0.0 else math.nan
    made = Estimate(
        id, title, value, low, high, CLOSED_FORM,
        level=release.asked.level, at_least=wider > 1.0,
    )  # fmt: skip

    def width_at(epsilon: float) -> float:
        other = found.structure.covariance(flip_variance(epsilon))
        spread = 9.0 * other[2, 2] - 6.0 * value * other[1, 2] + value**2 * other[1, 1]
        return release.z * math.sqrt(max(spread, 0.0)) / max(wedges, 1.0)

    free = 3.0 * triangles / wedges if wedges > 0.0 else 0.0
    pull = 3.0 * cov[2] - free * cov[1]  # covariances with 3 T - t W
    spread = math.sqrt(max(3.0 * float(pull[2]) - free * float(pull[1]), 0.0))

    def moved(t: float) -> tuple[float, float]:
        if not spread > 0.0:
            return share(free), 0.0
        closed, paths = (
            float(3.0 * triangles + t * 3.0 * pull[2] / spread),
            float(wedges + t * pull[1] / spread),
        )
        ends = ratio_interval(
            closed, paths, variances=(9.0 * cov[2, 2], cov[1, 1]), covariance=3.0 * cov[1, 2],
            z=z,
        )  # fmt: skip
        return share(closed / paths) if paths > 0.0 else 0.0, (ends[1] - ends[0]) / 2.0

    yield judged(
        made,
        within=(0.0, 1.0),
        floor=NARROW_SHARE,
        width_at=None if math.isnan(value) else width_at,
        moved=moved,
        deviation=UNSURE * (high - low) / 2.0 / z,
    )


def _too_many(release: Flipped, id: str, title: str) -> Estimate:
    nothing = math.nan
    return Estimate(
        id, title, nothing, nothing, nothing, CLOSED_FORM, level=release.asked.level,
        why="counting its triangles would take minutes: the release has too many edges.",
    )  # fmt: skip


FLIPPED: dict[str, Callable[[Flipped], Iterator[Estimate]]] = {
    "edges": _edges,
    "density": _density,
    "mean_degree": _mean_degree,
    "wedges": _wedges,
    "triangles": _triangles,
    "transitivity": _transitivity,
    **BY_DEGREES,
    **BY_STRUCTURE,
    **BY_GROUPS,
    **BY_INDICES,
}
"""What is estimated from flips, by its id."""
