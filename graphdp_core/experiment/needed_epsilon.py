"""Which epsilon reaches a target: read off a sweep that is there already, at no further release.

The advisor, :func:`graphdp_core.experiment.advisor.answer`, is the better answer: it refines the
epsilon with a stated confidence and compares exact epsilons, but it needs releases of its own,
about forty for every mechanism. The trade-off page reads the sweep where the advisor has no
answer: it was stopped, or the graph is large and only the sweep was asked for.

The epsilon that one mechanism needs for one target.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.targets import Target
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee, at_most

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Needed:
    """From which epsilon on one mechanism meets a target.

    Parameters
    ----------
    typical, safe : float
        Half of the draws, and nine of ten, meet the target from this nominal epsilon on; inf if
        not even at the highest epsilon measured. Of a limit: up to this one; 0 if not even at the
        lowest.
    lowest, highest : float
        The range measured; `typical` or `safe` at `lowest` means there or below.
    draws : int
        Repeats that the answer rests on.
    again : bool
        Whether a limit that is broken on the way holds at the highest epsilon: by luck, in so few.
    """

    typical: float
    safe: float
    lowest: float
    highest: float
    draws: int
    again: bool = False


def needed_epsilon(table: pd.DataFrame, metric: Metric, target: float) -> dict[str, Needed]:
    """The epsilon that each mechanism of a sweep needs for a target.

    Every draw of the noise has its own answer: the epsilon after the last stop that misses the
    target, interpolated on the log axis. Half of the answers lie at or below `typical`, nine of
    ten at or below `safe`.

    Parameters
    ----------
    table : pandas.DataFrame
        As made by :func:`graphdp_core.experiment.compare.sweep`. Repeats that were stopped
        half-way are left out; a metric without a value misses the target.
    metric : Metric
        One with a better direction.
    target : float
        In the metric's own unit.

    Notes
    -----
    *Privacy*: reads metrics, and so the true graph: an epsilon chosen this way on private data is
    itself not private. Choose it on a public or made graph of the same kind.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [("m", e, r, "a", 0.1 * e + 0.1 * r) for e in (1.0, 2.0, 4.0) for r in (0, 1)]
    >>> table = pd.DataFrame(rows, columns=["mechanism", "epsilon", "repeat", "metric", "value"])
    >>> needed = needed_epsilon(table, Metric("a", "A", ""), 0.3)["m"]
    >>> round(needed.typical, 2), round(needed.safe, 2)
    (2.0, 2.83)
    """
    if metric.better == "neither":
        raise Refused(f"metric must have a better direction, and {metric.id} has none.")
    if not np.isfinite(target):
        raise Refused(f"target must be a finite number, got {target}.")
    sign = 1.0 if metric.better == "higher" else -1.0
    needed = {}
    for mechanism, part in table[table["metric"] == metric.id].groupby("mechanism", sort=False):
        grid = _whole_repeats(part)
        epsilons = grid.columns.to_numpy(dtype=float)
        rows = sign * grid.to_numpy(dtype=float)
        again = False
        if metric.is_limit:  # held at each epsilon by itself, as the curves show it
            ranked = np.sort(np.nan_to_num(rows, nan=-np.inf), axis=0)
            half, most = (ranked[int(len(rows) * share)] for share in (0.5, 0.1))
            typical, safe = (_limit(epsilons, row, sign * target) for row in (half, most))
            again = safe < epsilons[-1] and most[-1] >= sign * target
        else:
            answers = [_crossing(epsilons, row, sign * target) for row in rows]
            typical, safe = np.quantile(answers, [0.5, 0.9], method="inverted_cdf").tolist()
        needed[str(mechanism)] = Needed(
            typical, safe, float(epsilons[0]), float(epsilons[-1]), len(rows), bool(again)
        )
    return needed


def strictest(table: pd.DataFrame, targets: Sequence[Target]) -> dict[str, Needed]:
    """Of each mechanism the need that meets all targets: all limits from above, or none of them.

    Each is met in nine of ten draws by itself.
    """
    strict: dict[str, Needed] = {}
    for target in targets:
        mine = table[table["analysis"] == target.analysis.id] if "analysis" in table else table
        sign = -1.0 if target.metric.is_limit else 1.0
        for id, need in needed_epsilon(mine, target.metric, target.value).items():
            if id not in strict or sign * need.safe > sign * strict[id].safe:
                strict[id] = need
    return strict


def _whole_repeats(part: pd.DataFrame) -> pd.DataFrame:
    """Values by repeat and epsilon, without repeats that lack an epsilon others have."""
    cells = part.groupby("repeat")["epsilon"].nunique()
    whole = cells.index[cells == cells.max()]
    rows = part[part["repeat"].isin(whole)]
    return rows.pivot(index="repeat", columns="epsilon", values="value")


def _crossing(epsilons: NDArray[np.float64], values: NDArray[np.float64], target: float) -> float:
    """The epsilon from which on values reach the target."""
    missed = np.flatnonzero(~(values >= target))
    if not len(missed):
        return float(epsilons[0])
    last = int(missed[-1])
    if last == len(epsilons) - 1:
        return float("inf")
    before, after = values[last], values[last + 1]
    share = (target - before) / (after - before) if np.isfinite(before) else 1.0
    low, high = epsilons[last], epsilons[last + 1]
    return float(high if share == 1.0 else min(low * (high / low) ** share, high))


def _limit(epsilons: NDArray[np.float64], values: NDArray[np.float64], target: float) -> float:
    """The epsilon up to which values reach the target; 0 if not even at the lowest."""
    return 1.0 / _crossing(1.0 / epsilons[::-1], values[::-1], target)


@dataclass(frozen=True)
class Need:
    """The epsilon at which one mechanism meets one target.

    Parameters
    ----------
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
