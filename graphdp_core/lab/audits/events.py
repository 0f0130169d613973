"""Events of a release, chosen on some runs in two worlds and tried on fresh ones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.lab.audits.histogram import (
    Bins,
    bins_around,
    bins_of_kinds,
    counts_of_kinds,
    counts_of_numbers,
)
from graphdp_core.lab.audits.outcomes import Table
from graphdp_core.lab.audits.statistics import fitted_statistics

__all__ = ["Candidate", "Event", "best_events"]

Worlds = tuple[Table, Table]

MOST_CUTS = 32
HINT = 0.25  # alpha of a guess


class Event(Protocol):
    """A yes-or-no question about one release, with its name in words."""

    @property
    def name(self) -> str:
        """The event in words."""

    def count(self, table: Table) -> int:
        """In how many of the runs it holds."""

    def binned(self, some: Sequence[Table]) -> tuple[Bins, Callable[[Table], Ints]]:
        """Bins by which it is decided, wide as some releases suggest, and how to count them."""


class Family(Protocol):
    """Events of one column, by number."""

    def counted(self, table: Table) -> Floats:
        """How often each holds in a table, shape (events,)."""

    def event(self, number: int) -> Event:
        """The event of this number."""


class Candidate(NamedTuple):
    """An event, whether it is frequent in the left world, and about what it would certify."""

    event: Event
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

    Parameters
    ----------
    left, right : Table
        Of equally many runs.
    delta, alpha : float
    count : int
        How many to return, of different columns.
    """
    middle = left.runs // 2
    fit = left.part(0, middle), right.part(0, middle)
    rest = left.part(middle, left.runs), right.part(middle, right.runs)
    found = [_best(family, rest, delta=delta, alpha=alpha) for family in _columns(*fit)]
    return sorted(found, key=lambda c: -c.score)[:count]


def _best(family: Family, worlds: Worlds, *, delta: float, alpha: float) -> Candidate:
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
    """About the epsilon that counts certify, by Chernoff's bounds; may be below 0.

    Examples
    --------
    >>> rough_bound(np.array([900.0]), np.array([100.0]), 1000, delta=0.0, alpha=0.001).round(2)
    array([1.76])
    """
    slack = math.log(2.0 / alpha)
    low = hits - np.sqrt(2.0 * hits * (1.0 - hits / runs) * slack) - slack * hits / runs
    high = np.minimum(others + np.sqrt(2.0 * others * slack) + slack, runs)
    bound: Floats = np.log(np.maximum(low - delta * runs, 1e-3) / high)
    return bound


def _columns(left: Table, right: Table) -> Iterator[Family]:
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
        chosen = frozenset(self.kinds)
        seen = [kind for table in some for kind in _column(self.of, table)]
        bins, place = bins_of_kinds(self.of, seen, chosen, among=self.among)

        def counts(table: Table) -> Ints:
            return counts_of_kinds(_column(self.of, table), bins, place, chosen, among=self.among)

        return bins, counts


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

    def event(self, number: int) -> Event:
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

    def event(self, number: int) -> Event:
        count = number % (len(self.kinds) - 1) + 1
        return _OneOf(self.name, self.kinds[:count], number < len(self.kinds) - 1)


def _cuts(
    name: str, statistic: Callable[[Table], Floats], left: Table, right: Table
) -> Iterator[Family]:
    """All half-lines of one number, up and down."""
    levels = np.unique(np.concatenate((statistic(left), statistic(right))))
    levels = levels[np.isfinite(levels)]
    if len(levels) > MOST_CUTS:
        yield _HalfLines(
            name, statistic, np.quantile(levels, np.linspace(0.0, 1.0, MOST_CUTS + 2)[1:-1])
        )
    elif len(levels) > 1:
        yield _HalfLines(name, statistic, levels[:-1])


def _unions(name: str, left: Table, right: Table) -> Iterator[Family]:
    """The kinds in order of their ratio of counts, put together from the top; complements too."""
    one, two = (Counter(_column(name, table)) for table in (left, right))
    kinds = sorted(
        one.keys() | two.keys(),
        key=lambda kind: ((two[kind] + 0.5) / (one[kind] + 0.5), repr(kind)),
    )
    if len(kinds) > 1:
        yield _Unions(name, kinds)
