"""Events of a release, chosen on some runs in two worlds and tried on fresh ones.

How releases of two neighbours fall into bins, some of which make up an event.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.lab.audits.outcomes import Table, fitted_statistics

MOST_BINS = 24
TAIL = 0.01  # of the releases, in the outermost bin on either side


@dataclass(frozen=True)
class Bins:
    """Bins of a number or of kinds, in the order of the picture.

    Parameters
    ----------
    edges : tuple of float
        Of the bins of a number, one more than there are bins; () for kinds and single values. The
        outermost bins have all that lies beyond.
    """

    of: str
    names: tuple[str, ...]
    inside: tuple[bool, ...]
    edges: tuple[float, ...] = ()


@dataclass(frozen=True)
class Histogram:
    """How many releases of either neighbour fell into each bin."""

    bins: Bins
    counts: tuple[tuple[int, ...], tuple[int, ...]]

    @classmethod
    def empty(cls, bins: Bins) -> Histogram:
        """Without a release."""
        none = (0,) * len(bins.names)
        return cls(bins, (none, none))

    @property
    def runs(self) -> int:
        """Releases of either neighbour."""
        return sum(self.counts[0])

    @property
    def hits(self) -> tuple[int, int]:
        """How many of them show the event."""
        left, right = (
            sum(n for n, inside in zip(counts, self.bins.inside, strict=True) if inside)
            for counts in self.counts
        )
        return left, right

    def and_more(self, left: Ints, right: Ints) -> Histogram:
        """With the counts of more releases."""
        one, two = (
            tuple((np.array(before) + more).tolist())
            for before, more in zip(self.counts, (left, right), strict=True)
        )
        return Histogram(self.bins, (one, two))


def yes_or_no() -> Bins:
    """Two bins: the event is not seen, or it is."""
    return Bins("", ("not seen", "seen"), (False, True))


def bins_around(name: str, values: Floats, cut: float, *, below: bool) -> tuple[Bins, Floats]:
    """Equal bins of a number, none of which lies on both sides of a cut.

    Parameters
    ----------
    values : ndarray
        Some of its values, which say how wide the bins are; nan where there is none. If all are
        integers, each bin has equally many.
    cut : float
        The event is that the number is at most this, or that it is above.

    Returns
    -------
    bins : Bins
        The last one, named "none", is for releases without this number.
    tops : ndarray of float64
        The upper end of every bin but the last two, which belongs to it.
    """
    known = values[np.isfinite(values)] if np.isfinite(values).any() else np.array([cut])
    low, high = np.quantile(known, (TAIL, 1.0 - TAIL))
    width = max((high - low) / MOST_BINS, float(np.spacing(abs(cut))) * 4.0)
    if (known == np.round(known)).all():
        width = math.ceil(width)
    first, last = math.floor((low - cut) / width), math.ceil((high - cut) / width)
    edges = cut + width * np.arange(min(first, -1), max(last, 1) + 1)
    tops: Floats = edges[1:-1]
    between = (f"{a:.4g} to {b:.4g}" for a, b in pairwise(tops))
    names = (f"up to {tops[0]:.4g}", *between, f"above {tops[-1]:.4g}", "none")
    inside = (np.append(tops, np.inf) <= cut) == below
    return Bins(name, names, (*map(bool, inside), False), tuple(edges.tolist())), tops


def counts_of_numbers(values: Floats, tops: Floats, count: int) -> Ints:
    """How many numbers fall into each of `count` bins of :func:`bins_around`."""
    known = values[~np.isnan(values)]
    counts = np.bincount(np.searchsorted(tops, known, side="left"), minlength=count)
    counts[-1] += len(values) - len(known)
    return counts


Worlds = tuple[Table, Table]

MOST_CUTS = 32
HINT = 0.25  # alpha of a guess


class Candidate(NamedTuple):
    """An event, whether it is frequent in the left world, and about what it would certify.

    An event has a `name` in words, says by `count` in how many runs of a table it holds, and by
    `binned` which bins show it, wide as some releases suggest, and how to count these.
    """

    event: _HalfLine | _OneOf
    is_left: bool
    score: float


def best_events(
    left: Table, right: Table, *, delta: float, alpha: float, count: int = 2
) -> list[Candidate]:
    """The events that these runs would certify the most epsilon for, best first.

    One half of the runs fits statistics and orders kinds, the other half chooses; what that half
    would certify is still too much, for the best is taken: only fresh runs count. Tried are
    every threshold of every number and of the statistics fitted to both worlds, in both
    directions, and every set of kinds that are the likelier in one world, with its complement.
    """
    middle = left.runs // 2
    fit = left.part(0, middle), right.part(0, middle)
    rest = left.part(middle, left.runs), right.part(middle, right.runs)
    events = [_best(family, rest, delta=delta, alpha=alpha) for family in _columns(*fit)]
    return sorted(events, key=lambda c: -c.score)[:count]


def _best(family: _HalfLines | _Unions, worlds: Worlds, *, delta: float, alpha: float) -> Candidate:
    """The best event of one family, in the world where it is frequent."""
    hits = np.array([family.counted(world) for world in worlds], dtype=np.float64)
    others, runs = hits[::-1], worlds[0].runs
    # Twice as many runs will certify. Where those say nothing, the best hint is taken.
    sure = rough_bound(2 * hits, 2 * others, 2 * runs, delta=delta, alpha=alpha)
    hint = rough_bound(hits, others, runs, delta=delta, alpha=HINT)
    scores = np.maximum(sure, 0.0) + 0.01 * hint
    world, number = divmod(int(np.argmax(scores)), scores.shape[1])
    return Candidate(family.event(number), world == 0, float(scores[world, number]))


def rough_bound(hits: Floats, others: Floats, runs: int, *, delta: float, alpha: float) -> Floats:
    """About the epsilon that counts certify, by Chernoff's bounds; may be below 0."""
    slack = math.log(2.0 / alpha)
    low = hits - np.sqrt(2.0 * hits * (1.0 - hits / runs) * slack) - slack * hits / runs
    high = np.minimum(others + np.sqrt(2.0 * others * slack) + slack, runs)
    bound: Floats = np.log(np.maximum(low - delta * runs, 1e-3) / high)
    return bound


def _columns(left: Table, right: Table) -> Iterator[_HalfLines | _Unions]:
    for name in (name for name in left.numbers if name in right.numbers):
        yield from _cuts(name, partial(_number, name), left, right)
    for name, statistic in fitted_statistics(left, right):
        yield from _cuts(name, statistic, left, right)
    names = dict.fromkeys([*left.kinds, *right.kinds])
    for name in sorted(names, key=lambda name: name != "refusal"):
        yield from _unions(name, left, right)


def _number(name: str, table: Table) -> Floats:
    values = table.numbers.get(name)
    return np.full(table.runs, np.nan) if values is None else values


@dataclass(frozen=True)
class _HalfLine:
    """A number of a release is at most, or above, a cut."""

    of: str
    statistic: Callable[[Table], Floats]
    cut: float
    below: bool

    @property
    def name(self) -> str:
        return f"{self.of} {'≤' if self.below else '>'} {self.cut:.6g}"

    def count(self, table: Table) -> int:
        values = self.statistic(table)
        return int((values <= self.cut if self.below else values > self.cut).sum())

    def binned(self, some: Sequence[Table]) -> tuple[Bins, Callable[[Table], Ints]]:
        values = np.concatenate([self.statistic(table) for table in some])
        bins, tops = bins_around(self.of, values, self.cut, below=self.below)
        return bins, lambda t: counts_of_numbers(self.statistic(t), tops, len(bins.names))


@dataclass(frozen=True)
class _OneOf:
    """A release is, or is not, of one of several kinds, the most telling one first."""

    of: str
    kinds: Sequence[Hashable]
    among: bool

    @property
    def name(self) -> str:
        if self.is_refusal:
            is_refused = self.among == bool(self.kinds[0] is None or self.kinds[0])
            said = str(self.kinds[0] or "").rstrip(".")
            text = f": {said}" if is_refused and said else ""
            return f"it refuses or fails{text}" if is_refused else "something is released"
        shown = str(self.kinds[0]) or "nothing"
        more = f" or one of {len(self.kinds) - 1} more" if len(self.kinds) > 1 else ""
        return f"{self.of} {'is' if self.among else 'is not'} {shown}{more}"

    @property
    def is_refusal(self) -> bool:
        """Whether it tells releases from refusals: other columns have None for those."""
        return len(self.kinds) == 1 and (self.of == "refusal" or self.kinds[0] is None)

    def count(self, table: Table) -> int:
        chosen = frozenset(self.kinds)
        return sum((kind in chosen) == self.among for kind in _column(self.of, table))

    def binned(self, some: Sequence[Table]) -> tuple[Bins, Callable[[Table], Ints]]:
        def counts(table: Table) -> Ints:
            shown = self.count(table)
            return np.array([table.runs - shown, shown])

        return yes_or_no(), counts


def _column(name: str, table: Table) -> list[Hashable]:
    """What the releases are by this name; None for those that were refused."""
    return table.kinds.get(name, [None] * table.runs)


@dataclass(frozen=True)
class _HalfLines:
    """A number at most or above each of several levels."""

    name: str
    statistic: Callable[[Table], Floats]
    levels: Floats

    def counted(self, table: Table) -> Floats:
        values = np.sort(self.statistic(table))
        known = int(np.isfinite(values).sum())
        below = np.searchsorted(values[:known], self.levels, side="right")
        return np.concatenate((below, known - below))

    def event(self, number: int) -> _HalfLine:
        cut = float(self.levels[number % len(self.levels)])
        return _HalfLine(self.name, self.statistic, cut, number < len(self.levels))


@dataclass(frozen=True)
class _Unions:
    """The first kinds of an order, and all but the first."""

    name: str
    kinds: list[Hashable]

    def counted(self, table: Table) -> Floats:
        place = {kind: i for i, kind in enumerate(self.kinds)}
        column = _column(self.name, table)
        seen = np.bincount([place.get(k, len(place)) for k in column], minlength=len(place) + 1)[
            : len(place)
        ]
        first = np.cumsum(seen)[:-1]
        return np.concatenate((first, len(column) - first))

    def event(self, number: int) -> _OneOf:
        count = number % (len(self.kinds) - 1) + 1
        return _OneOf(self.name, self.kinds[:count], number < len(self.kinds) - 1)


def _cuts(
    name: str, statistic: Callable[[Table], Floats], left: Table, right: Table
) -> Iterator[_HalfLines | _Unions]:
    """All half-lines of one number, up and down."""
    levels = np.unique(np.concatenate((statistic(left), statistic(right))))
    levels = levels[np.isfinite(levels)]
    if len(levels) > MOST_CUTS:
        yield _HalfLines(
            name, statistic, np.quantile(levels, np.linspace(0.0, 1.0, MOST_CUTS + 2)[1:-1])
        )
    elif len(levels) > 1:
        yield _HalfLines(name, statistic, levels[:-1])


def _unions(name: str, left: Table, right: Table) -> Iterator[_HalfLines | _Unions]:
    """The kinds in order of their ratio of counts, put together from the top; complements too."""
    one, two = (Counter(_column(name, table)) for table in (left, right))
    kinds = sorted(
        one.keys() | two.keys(),
        key=lambda kind: ((two[kind] + 0.5) / (one[kind] + 0.5), repr(kind)),
    )
    if len(kinds) > 1:
        yield _Unions(name, kinds)
