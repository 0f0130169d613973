"""What an analysis is judged by: one metric, its perfect value, and what no data at all reaches."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Yardstick"]


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
