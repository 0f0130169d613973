"""Estimates from a released table of edges between groups, by the law of its integer noise."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.by_law import WithNoise
from graphdp_core.estimates.estimate import CLOSED_FORM, EXACT_LAW, Estimate, judged
from graphdp_core.estimates.flipped_graph import NARROW_COUNT, NARROW_SHARE, share
from graphdp_core.estimates.group_indices import indices_of
from graphdp_core.estimates.integer_noise import IntegerNoise
from graphdp_core.estimates.ratios import ratio_interval
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused
from graphdp_core.results import Mixing


def _table(release: WithNoise) -> Mixing:
    released = release.given.released
    if not isinstance(released, Mixing):
        raise Refused("the release holds no edges between groups.")
    return released


def _mixing(release: WithNoise) -> Iterator[Estimate]:
    table = _table(release)
    pairs = table.pairs[np.triu_indices(len(table.groups))]
    for name, value, most in zip(table.names, table.values.tolist(), pairs.tolist(), strict=True):
        yield release.one("mixing", "Edges", value, high=most, about=name, floor=NARROW_COUNT)


def _sum(
    release: WithNoise, id: str, title: str, places: Floats, *, scale: float = 1.0
) -> Estimate:
    """A sum of some places of the table, by the exact law of the sum of their noises."""
    mixing = _table(release)
    upper = np.triu(places)
    count, most = int(upper.sum()), float((upper * mixing.pairs).sum()) * scale
    value = float((upper * mixing.table).sum()) * scale

    def half(noise: IntegerNoise) -> float:
        return scale * noise.reach_of_sum(count, release.miss) if count else 0.0

    reach = half(release.noise)
    ends = [min(max(x, 0.0), most) for x in (value, value - reach, value + reach)]
    made = Estimate(
        id, title, ends[0], ends[1], ends[2], EXACT_LAW, level=release.asked.level, at_least=True
    )
    return judged(
        made,
        within=(0.0, most),
        floor=scale * NARROW_COUNT,
        half=reach,
        width_at=lambda epsilon: half(release.noise_at(epsilon)),
    )


def _edges(release: WithNoise) -> Iterator[Estimate]:
    yield _sum(release, "edges", "Edges", _all(release))


def _density(release: WithNoise) -> Iterator[Estimate]:
    pairs = max(pair_count(sum(_table(release).sizes)), 1)
    yield _sum(release, "density", "Density", _all(release), scale=1.0 / pairs)


def _mean_degree(release: WithNoise) -> Iterator[Estimate]:
    n = max(sum(_table(release).sizes), 1)
    yield _sum(release, "mean_degree", "Mean degree", _all(release), scale=2.0 / n)


def _within(release: WithNoise) -> Iterator[Estimate]:
    yield _sum(release, "within", "Edges within groups", np.eye(len(_table(release).groups)))


def _between(release: WithNoise) -> Iterator[Estimate]:
    inside = np.eye(len(_table(release).groups))
    yield _sum(release, "between", "Edges between groups", _all(release) - inside)


def _all(release: WithNoise) -> Floats:
    k = len(_table(release).groups)
    return np.ones((k, k))


def _homophily(release: WithNoise) -> Iterator[Estimate]:
    """By Fieller's interval, with a quantile of the noise's own law in place of the normal one."""
    table = _table(release).table
    k = len(table)
    within, total = float(np.trace(table)), float(np.triu(table).sum())
    value = share(within / total) if total > 0.0 else math.nan
    cells, other = k, k * (k - 1) // 2
    weights = np.concatenate([np.full(cells, 1.0 - value), np.full(other, -value)])
    noise, spread = release.noise.variance, math.sqrt(float(weights @ weights))
    column = np.nan_to_num(weights, nan=1.0)[:, None]
    reach = float(release.noise.reaches(column, release.asked.level)[0]) * _bent(release)
    quantile = reach / math.sqrt(noise) / (spread or 1.0)
    low, high = ratio_interval(
        within, total, variances=(cells * noise, (cells + other) * noise), covariance=cells * noise,
        z=quantile,
    )  # fmt: skip
    made = Estimate(
        "homophily", "Share of edges within groups", value, share(low), share(high), CLOSED_FORM,
        level=release.asked.level, at_least=True,
    )  # fmt: skip

    def width_at(epsilon: float) -> float:
        return quantile * spread * _deviation(release, epsilon) / max(total, 1.0)

    yield judged(
        made, within=(0.0, 1.0), floor=NARROW_SHARE, half=(high - low) / 2.0,
        width_at=None if math.isnan(value) else width_at,
    )  # fmt: skip


def _indices(id: str) -> Callable[[WithNoise], Iterator[Estimate]]:
    def read(release: WithNoise) -> Iterator[Estimate]:
        mixing = _table(release)
        sizes = np.array(mixing.sizes, dtype=np.float64)
        table, places = np.triu(mixing.table), np.triu_indices(len(sizes))
        wanted = [index for index in indices_of(sizes, mixing.groups) if index.statistic == id]
        values, steep = zip(*(index.at(table) for index in wanted), strict=True)
        slopes = np.nan_to_num(np.column_stack([slope[places] for slope in steep]))
        reaches = (release.noise.reaches(slopes, release.asked.level) * _bent(release)).tolist()
        for index, value, half in zip(wanted, values, reaches, strict=True):
            reach = half / math.sqrt(release.noise.variance)
            made = Estimate(
                id, index.title, value, value - half, value + half, CLOSED_FORM,
                level=release.asked.level, about=index.about, at_least=True,
            )  # fmt: skip

            def width_at(epsilon: float, reach: float = reach) -> float:
                return reach * _deviation(release, epsilon)

            yield judged(
                made, within=(index.low, index.high), floor=NARROW_SHARE,
                width_at=None if math.isnan(value) else width_at,
            )  # fmt: skip

    return read


def _bent(release: WithNoise) -> float:
    """What an interval by slopes needs more, as these are those of the released table.

    A group has about 2m/k ends, and noise of r bends a slope by a few r k/m of itself. Noise in
    whole steps has few outcomes: an interval that falls short by a hair loses a whole one.
    """
    table = _table(release).table
    cells, total = len(table) * (len(table) + 1) // 2, float(np.triu(table).sum())
    reach = release.noise.reach(release.miss / cells)
    return 1.0 + min(4.0 * len(table) * reach / max(total, 1.0), 1.0)


def _deviation(release: WithNoise, epsilon: float) -> float:
    """Of the noise on one count, at another epsilon."""
    return math.sqrt(release.noise_at(epsilon).variance)


MIXING: dict[str, Callable[[WithNoise], Iterator[Estimate]]] = {
    "edges": _edges,
    "density": _density,
    "mean_degree": _mean_degree,
    "within": _within,
    "between": _between,
    "homophily": _homophily,
    "segregation": _indices("segregation"),
    "connectedness": _indices("connectedness"),
    "mixing": _mixing,
}
"""What is estimated from a released table, by its id."""
