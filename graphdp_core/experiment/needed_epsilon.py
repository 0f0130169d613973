"""Which epsilon reaches a target: read off a sweep that is there already, at no further release.

The advisor, :func:`graphdp_core.experiment.advisor.answer`, is the better answer: it refines the
epsilon with a stated confidence and compares exact epsilons, but it needs releases of its own,
about forty for every mechanism. The trade-off page reads the sweep where the advisor has no
answer: it was stopped, or the graph is large and only the sweep was asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Refused

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Needed", "needed_epsilon"]


@dataclass(frozen=True)
class Needed:
    """From which epsilon on one mechanism meets a target.

    Parameters
    ----------
    typical, safe : float
        Half of the draws, and nine of ten, meet the target from this nominal epsilon on; inf if
        not even at the highest epsilon measured.
    lowest, highest : float
        The range measured; `typical` or `safe` at `lowest` means there or below.
    draws : int
        Repeats that the answer rests on.
    """

    typical: float
    safe: float
    lowest: float
    highest: float
    draws: int


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

    Raises
    ------
    Refused
        If neither direction of the metric is better, or the target is not finite.

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
        answers = np.array([
            _crossing(epsilons, sign * row, sign * target) for row in grid.to_numpy(dtype=float)
        ])  # fmt: skip
        typical, safe = np.quantile(answers, [0.5, 0.9], method="inverted_cdf").tolist()
        needed[str(mechanism)] = Needed(
            typical, safe, float(epsilons[0]), float(epsilons[-1]), len(answers)
        )
    return needed


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
