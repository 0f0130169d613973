"""The description of one utility metric: its name, its range and which way is better.

What an analysis is judged by: one metric, its perfect value, and what no data at all reaches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

_PEOPLE = ("Kendall", "Spearman", "Wasserstein")


@dataclass(frozen=True)
class Metric:
    """One number that compares a private result with the baseline.

    Parameters
    ----------
    id : str
        Key in ``Comparison.metrics``.
    label : str
        Short name for a card or an axis.
    help : str
        One or two sentences: what it measures, and its range.
    low, high : float or None
        Range, where there is one (for axes).
    percent : bool
        Show as a percentage.
    enough : float or None
        A value to aim at, where the range does not suggest one; see `aim`.
    is_limit : bool
        Whether a smaller epsilon makes it better: a target is then a limit from above.
    """

    id: str
    label: str
    help: str
    better: Literal["higher", "lower", "neither"] = "higher"
    low: float | None = None
    high: float | None = None
    percent: bool = False
    enough: float | None = None
    is_limit: bool = False

    @property
    def label_within(self) -> str:
        """The label as it stands within a sentence; names in capitals stay.

        Examples
        --------
        >>> Metric("ari", "Agreement (ARI)", "").label_within, Metric("", "NMI", "").label_within
        ('agreement (ARI)', 'NMI')
        """
        is_name = self.label[1:2].isupper() or self.label.startswith(_PEOPLE)
        return self.label if is_name else self.label[:1].lower() + self.label[1:]

    @property
    def aim(self) -> float | None:
        """A first target: `enough`, else four fifths of the way to the better end of the range."""
        if self.enough is not None or self.better == "neither":
            return self.enough
        if self.better == "lower" and self.percent and self.low == 0:
            return 0.2
        low = 0.0 if self.low is None else max(self.low, 0.0)
        if self.high is None:
            return None
        ends = (low, self.high) if self.better == "higher" else (self.high, low)
        return round(ends[0] + 0.8 * (ends[1] - ends[0]), 6)


@dataclass(frozen=True)
class Yardstick:
    """The metric that tells how much of a result survives, and its best value.

    Parameters
    ----------
    metric : str
        Id of one of the analysis' metrics.
    perfect : float
        Its value when the private result equals the baseline.
    nothing : float
        Its value for an answer that reads nothing and is always possible: all nodes at one point
        misplace them by their picture's own size, an error of 1. Chance is never worse than that.

    Examples
    --------
    >>> Yardstick("procrustes_error", perfect=0.0, nothing=1.0).chance(1.9)
    1.0
    >>> Yardstick("ari", perfect=1.0, nothing=0.0).chance(-0.01)
    0.0
    """

    metric: str
    perfect: float
    nothing: float

    def chance(self, measured: float) -> float:
        """The level of chance: as measured, but no worse than reading nothing.

        Parameters
        ----------
        measured : float
            Mean value on releases that ignore the data; nan if it is not defined there.
        """
        if math.isnan(measured):
            return self.nothing
        better = max if self.perfect > self.nothing else min
        return better(measured, self.nothing)
