"""How releases of two neighbours fall into bins, some of which make up an event."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from graphdp_core.arrays import Floats, Ints

__all__ = [
    "Bins",
    "Histogram",
    "bins_around",
    "bins_of_kinds",
    "counts_of_kinds",
    "counts_of_numbers",
    "yes_or_no",
]

MOST_BINS = 24
MOST_KINDS = 12  # bins of kinds on each side of the event
TAIL = 0.01  # of the releases, in the outermost bin on either side


@dataclass(frozen=True)
class Bins:
    """Bins of a number or of kinds, in the order of the picture.

    Parameters
    ----------
    of : str
        What is binned.
    names : tuple of str
    inside : tuple of bool
        Whether a bin is part of the event.
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
    """How many releases of either neighbour fell into each bin.

    Parameters
    ----------
    bins : Bins
    counts : (tuple of int, tuple of int)
        Of either neighbour, by bin.
    """

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
    return Bins("the event", ("not seen", "seen"), (False, True))


def bins_around(name: str, values: Floats, cut: float, *, below: bool) -> tuple[Bins, Floats]:
    """Bins of a number, none of which lies on both sides of a cut.

    Parameters
    ----------
    name : str
        Of the number.
    values : ndarray
        Some of its values, which say how wide the bins are; nan where there is none.
    cut : float
        The event is that the number is at most this, or that it is above.
    below : bool
        Which of the two.

    Returns
    -------
    bins : Bins
        The last one, named "none", is for releases without this number.
    tops : ndarray of float64
        The upper end of every bin but the last two, which belongs to it.

    Examples
    --------
    >>> bins, tops = bins_around("edges", np.array([0.0, 1.0, 2.0, 1.0]), 1.0, below=True)
    >>> bins.names, bins.inside, tops.tolist()
    (('0', '1', '2', 'none'), (True, True, False, False), [0.0, 1.0])
    """
    known = values[np.isfinite(values)]
    levels = np.unique(np.append(known, cut))
    edges: tuple[float, ...] = ()
    if len(levels) <= MOST_BINS:
        tops = levels if levels[-1] == cut else levels[:-1]
        names = [f"{level:.4g}" for level in levels]
        names += [f"above {cut:.4g}"] if levels[-1] == cut else []
    else:
        marks = _marks(known, cut)
        tops, edges = marks[1:-1], tuple(marks.tolist())
        between = [f"{a:.4g} to {b:.4g}" for a, b in pairwise(marks)]
        names = [f"up to {tops[0]:.4g}", *between[1:-1], f"above {tops[-1]:.4g}"]
    inside = (np.append(tops, np.inf) <= cut) == below
    chosen = (*map(bool, inside), False)
    return Bins(name, (*names, "none"), chosen, edges), tops


def _marks(known: Floats, cut: float) -> Floats:
    """Ends of equal bins, one of which is the cut; equally many integers, if all are, in each."""
    low, high = np.quantile(known, (TAIL, 1.0 - TAIL))
    width = max((high - low) / MOST_BINS, float(np.spacing(abs(cut))) * 4.0)
    if (known == np.round(known)).all():
        width = math.ceil(width)
    first, last = math.floor((low - cut) / width), math.ceil((high - cut) / width)
    steps = np.arange(min(first, -1), max(last, 1) + 1)
    marks: Floats = cut + width * steps
    return marks


def bins_of_kinds(
    name: str, seen: Sequence[Hashable], chosen: frozenset[Hashable], *, among: bool
) -> tuple[Bins, dict[Hashable, int]]:
    """A bin for every frequent kind, and one on either side of the event for all others.

    Parameters
    ----------
    name : str
        Of the column.
    seen : sequence
        Kinds of some releases: the frequent ones of them have bins of their own.
    chosen : frozenset
        The event is that a release is of one of these kinds, or of none.
    among : bool
        Which of the two.

    Returns
    -------
    bins : Bins
        The first and the last are for all other kinds, outside the event and inside.
    place : dict
        The bin of each kind that has one of its own.
    """
    order = [kind for kind, _ in Counter(seen).most_common()]
    inside = [kind for kind in order if (kind in chosen) == among][:MOST_KINDS]
    outside = [kind for kind in order if (kind in chosen) != among][:MOST_KINDS]
    own = outside + inside
    names = ("any other, without the event", *map(_told, own), "any other, with it")
    is_inside = (False, *(False for _ in outside), *(True for _ in inside), True)
    return Bins(name, names, is_inside), {kind: i for i, kind in enumerate(own, 1)}


def _told(kind: Hashable) -> str:
    return "nothing" if kind in ("", None) else str(kind)


def counts_of_numbers(values: Floats, tops: Floats, count: int) -> Ints:
    """How many numbers fall into each of `count` bins of :func:`bins_around`."""
    known = values[~np.isnan(values)]
    found = np.bincount(np.searchsorted(tops, known, side="left"), minlength=count)
    found[-1] += len(values) - len(known)
    return found


def counts_of_kinds(
    kinds: Sequence[Hashable],
    bins: Bins,
    place: Mapping[Hashable, int],
    chosen: Container[Hashable],
    *,
    among: bool,
) -> Ints:
    """How many kinds fall into each bin of :func:`bins_of_kinds`."""
    last = len(bins.names) - 1
    rows = [place.get(k, last if (k in chosen) == among else 0) for k in kinds]
    return np.bincount(rows, minlength=last + 1)
