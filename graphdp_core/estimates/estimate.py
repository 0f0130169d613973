"""One estimated number with its interval, or the sentence that it cannot be known; and the rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graphdp_core.estimates.selection import border_of, reach_beside
from graphdp_core.params import Refused

if TYPE_CHECKING:
    import pandas as pd

CLOSED_FORM = "closed form"
EXACT_LAW = "exact law of the noise"
GRAPH = "this graph"
POPULATION = "the population it was drawn from"
UNKNOWN = "cannot be known from this release"
WIDEST = 0.25
"""Half an interval's width over its value: a wider one is not printed."""
LARGEST_EPSILON = 20.0
NO_PROMISE = "From which ε on it can, this release does not tell."
NAMED = 5  # nodes in a line; all of them are in tables and JSON
SLIGHT = 0.02
"""Deviations by which no end need move."""


@dataclass(frozen=True)
class Estimate:
    """What a release says of one number.

    Parameters
    ----------
    statistic, title : str
        Its id, and its name for readers.
    value, low, high : float
        nan where it cannot be known.
    how : str
        Closed form, or exact law of the noise.
    of : str
        Whether the interval is meant to hold the number of this graph, whose edges are fixed, or
        the mean of the population that the graph was drawn from, pair by pair.
    level : float
        The share of releases whose interval holds the number.
    about : str
        Of which node, group or pair of groups; "" for the whole graph.
    at_least : bool
        Whether the interval holds the number more often than `level` where the law is coarse.
    why : str
        Why it cannot be known; "" where it is.
    from_epsilon : float or None
        The epsilon from which on half of the releases of this graph or more tell it; None where
        the release does not tell it.
    names : tuple of str
        Nodes, where the number counts them.
    """

    statistic: str
    title: str
    value: float
    low: float
    high: float
    how: str
    of: str = GRAPH
    level: float = 0.95
    about: str = ""
    at_least: bool = False
    why: str = ""
    from_epsilon: float | None = None
    names: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether there is an interval."""
        return not self.why

    @property
    def key(self) -> str:
        """Its statistic, and what it is about."""
        return f"{self.statistic} {self.about}".strip()

    @property
    def figures(self) -> tuple[str, str, str]:
        """Value, low and high as text, to two digits of the interval's width; nodes as a count."""
        if self.names:
            return f"{self.value:.0f}", f"{self.low:.0f}", f"{self.high:.0f}"
        width = self.high - self.low
        return _digits(self.value, width), _digits(self.low, width), _digits(self.high, width)

    @property
    def label(self) -> str:
        """Its title, what it is about, and the nodes that it counts: five of them at most."""
        name = f"{self.title}, {self.about}" if self.about else self.title
        named = ", ".join(self.names[:NAMED]) + (", …" if len(self.names) > NAMED else "")
        return f"{name}: {named}" if named else name

    def sentence(self) -> str:
        """Everything in one line.

        Examples
        --------
        >>> Estimate("edges", "Edges", 812.4, 760, 864, CLOSED_FORM).sentence()
        'Edges: 812, 760 to 864 (95% for this graph; closed form).'
        """
        if self.why:
            when = f" From about ε = {self.from_epsilon:g} on it can." if self.from_epsilon else ""
            return f"{self.label}: {UNKNOWN}: {self.why}{when}"
        level = f"{'at least ' if self.at_least else ''}{100 * self.level:.4g}%"
        sure = f"({level} for {self.of}; {self.how})."
        if self.names:
            return f"{self.label} {sure}"
        value, low, high = self.figures
        return f"{self.label}: {value}, {low} to {high} {sure}"

    def row(self) -> dict[str, Any]:
        """As plain data, for tables and JSON."""
        return {
            "statistic": self.statistic,
            "about": self.about,
            "of": self.of,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "at_least": self.at_least,
            "how": self.how if self.is_known else UNKNOWN,
            "why": self.why,
            "from_epsilon": self.from_epsilon,
            "names": list(self.names),
        }


@dataclass(frozen=True)
class Estimates:
    """All that was asked of one release."""

    rows: tuple[Estimate, ...]

    def __iter__(self) -> Iterator[Estimate]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, key: str) -> Estimate:
        """The first row of a statistic, or of a statistic and what it is about."""
        for row in self.rows:
            if key in (row.statistic, row.key):
                return row
        known = ", ".join(dict.fromkeys(row.statistic for row in self.rows)) or "none"
        raise Refused(f"{key!r} was not estimated from this release: there are {known}.")

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame([row.row() for row in self.rows])


def judged(
    estimate: Estimate,
    *,
    within: tuple[float, float],
    floor: float = 0.0,
    half: float | None = None,
    width_at: Callable[[float], float] | None = None,
    moved: Callable[[float], tuple[float, float]] | None = None,
    deviation: float | None = None,
    more_beside: Callable[[float], float] | None = None,
    ends_at: Callable[[float], tuple[float, float]] | None = None,
    least: float | None = None,
) -> Estimate:
    """The estimate, or that it cannot be known: by the rule for all intervals.

    Half the interval's width must be at most a quarter of the value, or at most `floor`: what is
    as wide as that says next to nothing, and ratios and products with such noise have no normal
    law. The rule reads the release alone. An end that looks to a border near which the rule would
    say no reaches as far as the draws that are printed there need it.

    Parameters
    ----------
    within : tuple of float
        Where the number can lie: value and ends are cut to it.
    floor : float
        Half a width that is narrow whatever the value.
    half : float, optional
        Half the width before the ends were cut to what is possible.
    width_at : callable, optional
        Half the width at an epsilon, for the same graph: a population's sampling stays.
    moved : callable, optional
        Value and half its width, had noise moved the value by so many standard deviations; half
        the width stays if absent.
    deviation : float, optional
        Standard deviation of the value, where `half` is judged in another unit.
    more_beside : callable, optional
        By how many deviations an end that looks to a border so many deviations away is moved out;
        by the normal law if absent.
    ends_at : callable, optional
        Both ends, had they to reach so many deviations further; by adding them if absent.
    least : float, optional
        The least size that the number can have, for the epsilon that is promised. By `half` if
        absent; and by twice that where no width is narrow by itself, so that a number that may be
        0 is promised nothing.

    Examples
    --------
    >>> wide = Estimate("edges", "Edges", 100.0, 70.0, 130.0, CLOSED_FORM)
    >>> possible = (0.0, 110.0)
    >>> judged(wide, within=possible, width_at=lambda epsilon: 30.0 / epsilon).from_epsilon
    3.0
    >>> both = [Estimate("edges", "", x, x - 9, x + 9, CLOSED_FORM) for x in (37.0, 80.0)]
    >>> [(round(row.low, 1), row.high) for row in (judged(one, within=possible) for one in both)]
    [(16.4, 46.0), (71.0, 89.0)]
    """
    half = (estimate.high - estimate.low) / 2.0 if half is None else half
    size = abs(min(max(estimate.value, within[0]), within[1]))
    if _is_narrow(size, half, floor):
        away = half / normal_quantile(estimate.level) if deviation is None else deviation

        def printed(t: float) -> bool:
            value, wide = (estimate.value + t * away, half) if moved is None else moved(t)
            return _is_narrow(min(max(value, within[0]), within[1]), wide, floor)

        def more_than_usual(distance: float) -> float:
            return reach_beside(distance, estimate.level) - normal_quantile(estimate.level)

        def further(more: float) -> tuple[float, float]:
            return estimate.low - more * away, estimate.high + more * away

        if away > 0.0:
            more = more_beside or more_than_usual
            estimate = _as_printed(estimate, printed, more, ends_at or further)
        return _cut(estimate, *within)
    epsilon, why = None, "its noise is as large as the number, or larger."
    if size > half:
        why = f"its noise is about ±{100.0 * half / size:.0f}% of it."
    if estimate.of == GRAPH:
        surely = size - half if floor else size - 2.0 * half
        least = max(surely if least is None else least, 0.0)
        epsilon = None if width_at is None else promised_epsilon(least, width_at, floor=floor)
        why += "" if epsilon else f" {NO_PROMISE}"
    nothing = math.nan
    return replace(
        estimate, value=nothing, low=nothing, high=nothing, why=why, from_epsilon=epsilon
    )


def _is_narrow(value: float, half: float, floor: float) -> bool:
    return math.isfinite(half) and half <= max(WIDEST * abs(value), floor)


def _as_printed(
    estimate: Estimate,
    printed: Callable[[float], bool],
    more_beside: Callable[[float], float],
    ends_at: Callable[[float], tuple[float, float]],
) -> Estimate:
    """With its ends moved out where the rule has a border nearby."""
    ends = [estimate.low, estimate.high]
    for up in (False, True):
        away = border_of(printed, up=up)
        more = 0.0 if math.isinf(away) else more_beside(away)
        if more > SLIGHT:
            end = ends_at(more)[up]
            ends[up] = end if math.isfinite(end) else math.inf * (2 * up - 1)
    if ends == [estimate.low, estimate.high]:
        return estimate
    return replace(estimate, low=ends[0], high=ends[1], at_least=True)


def _cut(estimate: Estimate, least: float, most: float) -> Estimate:
    """Ends within what is possible, and the value between them."""
    low, high = (min(max(end, least), most) for end in (estimate.low, estimate.high))
    return replace(estimate, value=min(max(estimate.value, low), high), low=low, high=high)


def promised_epsilon(
    least: float, width_at: Callable[[float], float], *, floor: float = 0.0
) -> float | None:
    """The least epsilon, in tenths, from which on half of the releases or more print a number.

    At an epsilon at which half the interval's width is within the rule for the least that the
    number can be, noise lifts it above that in half of the releases.

    Parameters
    ----------
    least : float
        Size of the number, or the lower end of its interval: a value with noise is no size.
    width_at : callable
        Half the interval's width at an epsilon, of the same graph; it falls.
    floor : float
        Half a width that is narrow whatever the value.

    Returns
    -------
    float or None
        None beyond 20.

    Examples
    --------
    >>> promised_epsilon(16.0, lambda epsilon: 10 / epsilon)
    2.5
    """
    most, low, high = max(WIDEST * least, floor), 0, int(LARGEST_EPSILON * 10)
    if not width_at(high / 10) <= most:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if width_at(middle / 10) <= most else (middle, high)
    return high / 10


def normal_quantile(level: float) -> float:
    """Of the standard normal law, two-sided.

    Examples
    --------
    >>> round(normal_quantile(0.95), 3)
    1.96
    """
    from scipy.special import ndtri

    return float(ndtri(0.5 + level / 2.0))


def _digits(value: float, width: float) -> str:
    """To two digits of the interval's width."""
    if width <= 0.0 or not math.isfinite(width):
        return f"{value:,.6g}"
    places = max(0, 1 - math.floor(math.log10(width)))
    return f"{value:,.{places}f}"
