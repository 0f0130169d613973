"""The description of one utility metric: its name, its range and which way is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Metric"]


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
    """

    id: str
    label: str
    help: str
    better: Literal["higher", "lower", "neither"] = "higher"
    low: float | None = None
    high: float | None = None
    percent: bool = False
