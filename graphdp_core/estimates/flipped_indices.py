"""Homophily, segregation, connectedness and modularity, from the tables of a flipped graph.

Edges within and between public groups of a flipped graph, each and all together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.estimate import CLOSED_FORM, GRAPH, POPULATION, Estimate, judged
from graphdp_core.estimates.flip_structure import cell_variance
from graphdp_core.estimates.flipped_graph import NARROW_SHARE, Flipped, flip_variance
from graphdp_core.estimates.mixing import Index, indices_of
from graphdp_core.estimates.selection import UNSURE
from graphdp_core.graphs.pair_index import pair_count


def _read(id: str) -> Callable[[Flipped], Iterator[Estimate]]:
    def read(release: Flipped) -> Iterator[Estimate]:
        groups = release.asked.of("groups", release.graph.n)
        edges, variances = (np.triu(x) for x in release.table(groups))
        sizes = np.bincount(groups.labels, minlength=groups.k).astype(np.float64)
        for index in indices_of(sizes, groups.names):
            if index.statistic == id:
                reach = release.z * np.sqrt(variances)
                yield _estimate(release, index, edges, (reach, reach))
        if id == "homophily":
            yield _of_population(release, next(indices_of(sizes, groups.names)))

    return read


def _of_population(release: Flipped, index: Index) -> Estimate:
    """Of the mean of the population: both counts by their own bounds."""
    inside, seen = release.sides(release.asked.of("groups", release.graph.n))
    outside, rest = pair_count(release.graph.n) - inside, release.graph.m - seen
    (within, *first), (between, *second) = (
        release.expected(seen, inside), release.expected(rest, outside)
    )  # fmt: skip
    table = np.array([[within, between], [0.0, 0.0]])
    low, high = (np.array([[a, b], [0.0, 0.0]]) for a, b in zip(first, second, strict=True))
    return _estimate(release, index, table, (table - low, high - table), of=POPULATION)


def _modularity(release: Flipped) -> Iterator[Estimate]:
    groups = release.asked.of("partition", release.graph.n)
    edges, variances = (np.triu(x) for x in release.table(groups))
    at = partial(_modularity_of, variances=variances)
    reach = release.z * np.sqrt(variances)
    index = Index("modularity", "Modularity of the partition", at, -0.5, 1.0)
    yield _estimate(release, index, edges, (reach, reach))


def _estimate(
    release: Flipped, index: Index, table: Floats, reach: tuple[Floats, Floats], of: str = GRAPH
) -> Estimate:
    """A number of a table whose entries lie so far below and above."""
    below, above = reach
    value, slope = index.at(table)
    variances = (np.maximum(below, above) / release.z) ** 2
    variance, fourth = (float(np.sum(variances * slope**power)) for power in (2, 4))
    spread = math.sqrt(variance) if variance >= 0.0 else math.nan
    v0, _ = cell_variance(release.noise)

    def stretch(epsilon: float | None = None) -> float:
        if of != GRAPH or not variance > 0.0:
            return 1.0
        change = 2.0 * float(np.abs(slope).max()) / max(float(table.sum()), 1.0)
        pairs = variances / v0
        edges = np.clip(table, 0.0, pairs)
        both = np.stack([slope, -slope]), np.stack([pairs - edges, edges])
        return release.stretch(*both, change, epsilon=epsilon)

    wider = stretch()

    def ends_at(further: float) -> tuple[float, float]:
        stretched = wider + UNSURE * further / release.z
        return index.ends(table, stretched * below, stretched * above)

    low, high = ends_at(0.0)
    half = (high - low) / 2.0
    made = Estimate(
        index.statistic, index.title, value, low, high, CLOSED_FORM, of=of,
        level=release.asked.level, about=index.about, at_least=wider > 1.0,
    )  # fmt: skip

    left = index.left(table, variances)

    def width_at(epsilon: float) -> float:
        wide = stretch(epsilon) / left
        return wide * release.z * spread * math.sqrt(flip_variance(epsilon) / v0)

    def moved(t: float) -> tuple[float, float]:
        other = table + variances * slope * (t / spread)
        ends = index.ends(other, wider * below, wider * above)
        return index.at(other)[0], (ends[1] - ends[0]) / 2.0

    return judged(
        made,
        within=(index.low, index.high),
        floor=NARROW_SHARE,
        half=half,
        width_at=release.from_here(width_at, half) if left and spread > 0.0 else None,
        moved=moved,
        deviation=spread,
        more_beside=release.more_beside(variance / math.sqrt(fourth) if fourth else 0.0),
        ends_at=ends_at,
    )


def _modularity_of(table: Floats, variances: Floats) -> tuple[float, Floats]:
    """Q = I/m - S/(4 m^2) of an upper table of edges, and its slope by every entry."""
    m, inner = float(table.sum()), float(np.trace(table))
    if m <= 0.0:
        return math.nan, np.full(table.shape, math.nan)
    whole = table + table.T
    degree = whole.sum(axis=1)
    spread = (variances + variances.T).sum(axis=1) + 2.0 * np.diag(variances)
    square = float(degree @ degree) - float(spread.sum())
    slope = np.add.outer(degree, degree) * 2.0  # 4 d_c on the diagonal
    own = np.eye(len(table)) / m - inner / m**2 - slope / (4.0 * m**2) + square / (2.0 * m**3)
    return inner / m - square / (4.0 * m**2), np.triu(own)


BY_INDICES: dict[str, Callable[[Flipped], Iterator[Estimate]]] = {
    **{id: _read(id) for id in ("homophily", "segregation", "connectedness")},
    "modularity": _modularity,
}
"""What is estimated of a table between groups, by its id."""


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


BY_GROUPS: dict[str, Callable[[Flipped], Iterator[Estimate]]] = {
    "within": _within,
    "between": _between,
    "mixing": _mixing,
}
"""What is estimated of groups, by its id."""
