"""Edges within and between public groups of a flipped graph: mixing, homophily, modularity."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.estimate import CLOSED_FORM, GRAPH, POPULATION, Estimate, judged
from graphdp_core.estimates.flipped_graph import NARROW_SHARE, Flipped, flip_variance, share
from graphdp_core.estimates.ratios import ratio_interval
from graphdp_core.estimates.selection import UNSURE
from graphdp_core.graphs.pair_index import pair_count

__all__ = ["BY_GROUPS"]


def _mixing(release: Flipped) -> Iterator[Estimate]:
    """Edges between every two public groups, and within each, by the exact law."""
    groups = release.asked.of("groups", release.graph.n)
    pairs, seen = groups.pairs, release.counted_in(groups)
    for a in range(groups.k):
        for b in range(a, groups.k):
            about = f"{groups.names[a]} – {groups.names[b]}"
            yield from release.of_both(
                "mixing", "Edges", int(seen[a, b]), int(pairs[a, b]), about=about
            )


def _within(release: Flipped) -> Iterator[Estimate]:
    """Edges within groups, all together."""
    yield from _sided(release, "within", "Edges within groups", within=True)


def _between(release: Flipped) -> Iterator[Estimate]:
    """Edges between groups, all together."""
    yield from _sided(release, "between", "Edges between groups", within=False)


def _sided(release: Flipped, id: str, title: str, *, within: bool) -> Iterator[Estimate]:
    groups = release.asked.of("groups", release.graph.n)
    inside, seen = release.sides(groups)
    if not within:
        inside, seen = pair_count(release.graph.n) - inside, release.graph.m - seen
    yield from release.of_both(id, title, seen, inside)


def _homophily(release: Flipped) -> Iterator[Estimate]:
    """The share of edges within groups, by Fieller's interval."""
    graph = release.graph
    groups = release.asked.of("groups", graph.n)
    inside, seen = release.sides(groups)
    outside, rest = pair_count(graph.n) - inside, graph.m - seen
    within, between = release.unbiased(seen, inside), release.unbiased(rest, outside)
    total = within + between
    value = share(within / total) if total > 0.0 else math.nan
    for of, variance in ((GRAPH, release.variance), (POPULATION, release.population_variance)):
        one, other = variance(seen, inside), variance(rest, outside)
        low, high = ratio_interval(
            within, total, variances=(one, one + other), covariance=one, z=release.z
        )
        made = Estimate(
            "homophily", "Share of edges within groups", value, share(low), share(high),
            CLOSED_FORM, of=of, level=release.asked.level,
        )  # fmt: skip

        def width_at(epsilon: float) -> float:
            v = flip_variance(epsilon)
            spread = (1.0 - value) ** 2 * v * inside + value**2 * v * outside
            return release.z * math.sqrt(spread) / max(total, 1.0)

        yield judged(
            made,
            floor=NARROW_SHARE,
            half=(high - low) / 2.0,
            width_at=None if math.isnan(value) else width_at,
            moved=_moved_share(within, between, one, other, release.z),
            deviation=UNSURE * (high - low) / 2.0 / release.z,
            within=(0.0, 1.0),
        )


def _moved_share(
    within: float, between: float, one: float, other: float, z: float
) -> Callable[[float], tuple[float, float]]:
    """Share and half its interval, had noise moved it: both counts go along, each by its part."""
    total = within + between
    value = within / total if total > 0.0 else 0.0
    spread = math.sqrt((1.0 - value) ** 2 * one + value**2 * other)

    def moved(t: float) -> tuple[float, float]:
        if not spread > 0.0:
            return share(value), 0.0
        w = within + t * (1.0 - value) * one / spread
        m = w + between - t * value * other / spread
        low, high = ratio_interval(w, m, variances=(one, one + other), covariance=one, z=z)
        return share(w / m) if m > 0.0 else 0.0, (high - low) / 2.0

    return moved


def _modularity(release: Flipped) -> Iterator[Estimate]:
    """Of a given partition, by the delta method on its table of edges."""
    groups = release.asked.of("partition", release.graph.n)
    edges, variances = release.table(groups)
    variances = np.triu(variances)
    value, slope = _modularity_of(edges, variances)
    half = release.z * math.sqrt(float(np.sum(variances * slope**2)))
    made = Estimate(
        "modularity", "Modularity of the partition", value, value - half, value + half,
        CLOSED_FORM, level=release.asked.level,
    )  # fmt: skip

    def width_at(epsilon: float) -> float:
        spread = float(np.sum(np.triu(groups.pairs) * slope**2))
        return release.z * math.sqrt(flip_variance(epsilon) * spread)

    def moved(t: float) -> tuple[float, float]:
        other = edges + np.triu(variances * slope) * (t * release.z / half)
        now, steep = _modularity_of(other, variances)
        return now, release.z * math.sqrt(float(np.sum(variances * steep**2)))

    yield judged(
        made, floor=NARROW_SHARE, width_at=None if math.isnan(value) else width_at, moved=moved,
        within=(-0.5, 1.0),
    )  # fmt: skip


def _modularity_of(edges: Floats, variances: Floats) -> tuple[float, Floats]:
    """Q = I/m - S/(4 m^2) of an upper table of edges, and its slope by every entry."""
    table = np.triu(edges)
    m, inner = float(table.sum()), float(np.trace(table))
    if m <= 0.0:
        return math.nan, np.full(table.shape, math.nan)
    whole = table + table.T
    degree = whole.sum(axis=1)
    spread = (variances + variances.T).sum(axis=1) + 2.0 * np.diag(variances)
    square = float(degree @ degree) - float(spread.sum())
    slope = np.add.outer(degree, degree) * 2.0  # 4 d_c on the diagonal
    own = np.eye(len(table)) / m - inner / m**2 - slope / (4.0 * m**2) + square / (2.0 * m**3)
    return inner / m - square / (4.0 * m**2), own


BY_GROUPS: dict[str, Callable[[Flipped], Iterator[Estimate]]] = {
    "within": _within,
    "between": _between,
    "mixing": _mixing,
    "homophily": _homophily,
    "modularity": _modularity,
}
"""What is estimated of groups, by its id."""
