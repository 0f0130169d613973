"""The epsilon that one mechanism needs for one target."""

from __future__ import annotations

import math
from dataclasses import dataclass

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.targets import Target
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import Guarantee, at_most

__all__ = ["Need"]


@dataclass(frozen=True)
class Need:
    """The epsilon at which one mechanism meets one target.

    Parameters
    ----------
    target : Target
    mechanism : Mechanism
    analysis : Analysis
        With the settings that make it comparable with the mechanism's releases.
    nominal : float
        The epsilon to set; inf if the target is not met at the highest one.
    highest : float
        The highest nominal epsilon that was tried.
    draws : int
        That the confidence rests on; 0 if none is stated: it is about right, from a few draws.
    reached_lowest : bool
        Whether the lowest epsilon tried is enough: less may be as well.
    at_highest : float
        Median of the metric at the highest epsilon tried, over a few draws; nan if unknown.
    """

    target: Target
    mechanism: Mechanism
    analysis: Analysis
    nominal: float
    highest: float
    draws: int = 0
    reached_lowest: bool = False
    at_highest: float = math.nan

    @property
    def is_refined(self) -> bool:
        """Whether the confidence holds for it."""
        return self.draws > 0

    @property
    def is_never(self) -> bool:
        """Whether the target was not met at any epsilon."""
        return math.isinf(self.nominal)

    @property
    def guarantee(self) -> Guarantee:
        """At this epsilon, or at the highest one tried."""
        return self.mechanism.guarantee(self.highest if self.is_never else self.nominal)

    @property
    def epsilon(self) -> float:
        """The exact epsilon; inf for never."""
        return math.inf if self.is_never else self.guarantee.effective_epsilon

    @property
    def in_words(self) -> str:
        """The epsilon as it may be printed: rounded up, "about", "or less", "never" ...."""
        if self.is_never:
            highest = at_most(self.guarantee.effective_epsilon)
            return f"{'not sure' if self.is_refined else 'never: not'} even at {highest}"
        about = "" if self.is_refined else "about "
        return f"{about}{at_most(self.epsilon)}{' or less' if self.reached_lowest else ''}"
