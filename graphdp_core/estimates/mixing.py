"""Estimates from a released table of edges between groups, by the law of its integer noise.

Fieller's interval of a ratio of two noisy sums.

Homophily, segregation and connectedness of an estimated table of edges, with their slopes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.by_law import WithNoise
from graphdp_core.estimates.estimate import CLOSED_FORM, EXACT_LAW, Estimate, judged
from graphdp_core.estimates.flipped_graph import LIKELY, NARROW_COUNT, NARROW_SHARE, SURELY, share
from graphdp_core.estimates.integer_noise import IntegerNoise
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused
from graphdp_core.results import Mixing

STEPS, CLOSE = 8, 1e-3
"""From one tangent point to the next, until the end moves by no more than this share."""


@dataclass(frozen=True, eq=False)
class Index:
    """A number of a table, and how it moves with every entry.

    Parameters
    ----------
    statistic, title, about : str
        As of an estimate.
    at : callable
        Its value, nan where it is not defined, and its slope by every entry of an upper table;
        below the diagonal the slope says nothing.
    low, high : float
        Between which it must lie.
    over : ndarray of float, optional
        The weight of each group by whose edges it is divided; by all edges if absent.
    """

    statistic: str
    title: str
    at: Callable[[Floats], tuple[float, Floats]]
    low: float
    high: float
    about: str = ""
    over: Floats | None = None

    def left(self, table: Floats, variances: Floats) -> float:
        """The share of the edges by which it is divided that is likely there; 0 if none may be."""
        whole, spread = np.array([table.sum()]), np.array([variances.sum()])
        if self.over is not None:
            own, out = _own_and_out(table)
            whole, spread = out + 2.0 * own, _own_and_out(variances)[1] + 4.0 * np.diag(variances)
            whole, spread = whole[self.over > 0.0], spread[self.over > 0.0]
        return min(map(left_of, whole.tolist(), spread.tolist()), default=0.0)

    def ends(self, table: Floats, below: Floats, above: Floats) -> tuple[float, float]:
        """The least and the largest value over the tables about so likely; nan if there is none.

        These lie in an ellipsoid about the table, each of its quarters with axes of its own. Where
        a level of the number touches it, its axes point along the slope: a fixed point. Of a share
        it is the interval of Fieller.

        Parameters
        ----------
        table, below, above : ndarray of float
            Upper tables: entries, and how far each alone may lie below and above.

        References
        ----------
        Fieller (1954), Some problems in interval estimation, JRSS B. Zou & Donner (2008),
        Construction of confidence limits about effect measures, Statistics in Medicine 27.

        Examples
        --------
        >>> half = np.triu(np.full((2, 2), 4.0))
        >>> share = next(indices_of(np.array([10.0, 10.0]), ("a", "b")))
        >>> [round(x, 3) for x in share.ends(np.array([[20.0, 10], [0, 30]]), half, half)]
        [0.777, 0.894]
        """
        ends = []
        value, slope = self.at(table)
        for sign in (-1.0, 1.0):
            end, steep = value, slope
            for _ in range(STEPS):
                axes = np.where(sign * steep > 0.0, above, below) ** 2 * steep
                length = math.sqrt(max(float(np.sum(axes * steep)), 0.0))
                if not length > 0.0:
                    break
                before, (end, steep) = end, self.at(table + sign * axes / length)
                if abs(end - before) <= CLOSE * abs(end - value):
                    break
            ends.append(sign * max(sign * end, sign * value))
        return ends[0], ends[1]


def indices_of(sizes: Floats, names: tuple[str, ...]) -> Iterator[Index]:
    """Homophily, segregation, and connectedness of every group and on average.

    Parameters
    ----------
    sizes : ndarray of float, shape (k,)
        Nodes of each group: public.

    Examples
    --------
    >>> table = np.array([[40.0, 10.0], [0.0, 40.0]])
    >>> indices = indices_of(np.array([20.0, 20.0]), ("a", "b"))
    >>> [round(index.at(table)[0], 3) for index in indices]
    [0.889, 0.778, 0.217, 0.217, 0.217]
    """
    yield Index("homophily", "Share of edges within groups", _within_share, 0.0, 1.0)
    yield Index("segregation", "Segregation (assortativity)", _segregation, -1.0, 1.0)
    n = float(sizes.sum())
    others = (n - sizes) / max(n - 1.0, 1.0)
    for weights, name in zip(
        (*np.eye(len(names)), sizes / max(n, 1.0)), (*names, "mean over the nodes"), strict=True
    ):
        most = float(np.sum(weights[others > 0.0] / others[others > 0.0]))
        yield Index(
            "connectedness", "Connectedness", partial(_connectedness, others=others, of=weights),
            0.0, most, about=name, over=weights,
        )  # fmt: skip


def left_of(value: float, variance: float) -> float:
    """The share of a number that is likely there, whatever noise did; 0 if there may be none.

    Examples
    --------
    >>> left_of(10.0, 1.0), left_of(10.0, 9.0)
    (0.8, 0.0)
    """
    off = math.sqrt(max(variance, 0.0)) / max(value, 1e-9)
    return 1.0 - LIKELY * off if SURELY * off < 1.0 else 0.0


def _within_share(table: Floats) -> tuple[float, Floats]:
    within, m = float(np.trace(table)), float(table.sum())
    if not m > 0.0:
        return math.nan, np.full(table.shape, math.nan)
    return within / m, np.eye(len(table)) / m - within / m**2


def _segregation(table: Floats) -> tuple[float, Floats]:
    """(h - s)/(1 - s), h = trace/m and s = sum of d_a^2/(4 m^2); nan where one group has all."""
    own, out = _own_and_out(table)
    m, ends = float(table.sum()), out + 2.0 * own
    s = float(ends @ ends) / (4.0 * m * m) if m > 0.0 else 1.0
    if not s < 1.0 - 1e-12:
        return math.nan, np.full(table.shape, math.nan)
    h, moved = float(own.sum()) / m, np.add.outer(ends, ends)  # 2 d_a where both ends are in a
    slope = -(moved / (2.0 * m * m) - 2.0 * s / m) * (1.0 - h) / (1.0 - s) ** 2
    return (h - s) / (1.0 - s), slope + (np.eye(len(table)) / m - h / m) / (1.0 - s)


def _connectedness(table: Floats, *, others: Floats, of: Floats) -> tuple[float, Floats]:
    """The weighted sum of out_a/ends_a, each over the share of the other nodes."""
    own, out = _own_and_out(table)
    ends, counted = out + 2.0 * own, of > 0.0
    if not np.all((ends > 0.0) & (others > 0.0) | ~counted):
        return math.nan, np.full(table.shape, math.nan)
    each = np.divide(of, others * ends, out=np.zeros(len(of)), where=counted)
    lead = np.divide(each * 2.0 * own, ends, out=np.zeros(len(of)), where=counted)
    slope = np.add.outer(lead, lead)
    lost = np.divide(each * 2.0 * out, ends, out=np.zeros(len(of)), where=counted)
    np.fill_diagonal(slope, -lost)
    return float(each @ out), slope


def _own_and_out(table: Floats) -> tuple[Floats, Floats]:
    """Edges within each group, and those that leave it."""
    own = table.diagonal()
    return own, table.sum(axis=0) + table.sum(axis=1) - 2.0 * own


def ratio_interval(
    top: float, bottom: float, *, variances: tuple[float, float], covariance: float, z: float
) -> tuple[float, float]:
    """All t with (top - t bottom)^2 at most z^2 times its variance; nan if that is no interval.

    Parameters
    ----------
    top, bottom : float
        Estimates with about a normal law.
    variances : tuple of float
        Theirs.
    z : float
        Quantile of the normal law.

    References
    ----------
    Fieller (1954), Some problems in interval estimation, JRSS B.

    Examples
    --------
    >>> low, high = ratio_interval(5.0, 10.0, variances=(0.1, 0.1), covariance=0.0, z=1.96)
    >>> round(low, 3), round(high, 3)
    (0.432, 0.571)
    """
    first, second = variances
    a = bottom * bottom - z * z * second
    b = top * bottom - z * z * covariance
    c = top * top - z * z * first
    inside = b * b - a * c
    if not (a > 0.0 and inside >= 0.0):
        return math.nan, math.nan
    root = math.sqrt(inside)
    return (b - root) / a, (b + root) / a


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

    least = total * left_of(total, (cells + other) * noise)

    def width_at(epsilon: float) -> float:
        return quantile * spread * _deviation(release, epsilon) / least

    yield judged(
        made, within=(0.0, 1.0), floor=NARROW_SHARE, half=(high - low) / 2.0,
        width_at=width_at if least > 0.0 else None,
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

            noise = np.triu(np.full(table.shape, release.noise.variance))
            left = index.left(table, noise)

            def width_at(epsilon: float, reach: float = reach, left: float = left) -> float:
                return reach * _deviation(release, epsilon) / left

            yield judged(
                made, within=(index.low, index.high), floor=NARROW_SHARE,
                width_at=None if math.isnan(value) or not left else width_at,
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
