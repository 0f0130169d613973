"""The description of one utility metric: its name, its range and which way is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Metric"]

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
    better : {"higher", "lower", "neither"}
    low, high : float or None
        Range, where there is one (for axes).
    percent : bool
        Show as a percentage.
    enough : float or None
        A value to aim at, where the range does not suggest one; see `aim`.
    """

    id: str
    label: str
    help: str
    better: Literal["higher", "lower", "neither"] = "higher"
    low: float | None = None
    high: float | None = None
    percent: bool = False
    enough: float | None = None

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
