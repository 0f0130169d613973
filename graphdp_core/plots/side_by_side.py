"""Two private results of one analysis in words: which is nearer to the truth, at which price."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from graphdp_core.metrics import Metric
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import HasGuarantee
from graphdp_core.privacy.guarantee import Guarantee, at_most

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Row", "answer", "price", "promises", "rows", "table"]

NAMES = ("A", "B")
CLOSE = 0.05  # of the range: differences below it are about nothing


class Measured(HasGuarantee, Protocol):
    """A comparison, as far as its numbers go."""

    @property
    def metrics(self) -> Any:
        """Values by the metric's id."""


@dataclass(frozen=True)
class Row:
    """One metric of both results.

    Parameters
    ----------
    label, help : str
    values : tuple of str
        As they are shown.
    words : str
        The difference.
    nearer : int
        0 or 1, which of the two is nearer to the truth; -1 for neither.
    is_ranked : bool
        Whether both have a value of a metric that has a better end.
    is_close : bool
        Whether they differ by less than a twentieth of the range, or of the larger value where
        there is no range: less than another draw would make.
    """

    label: str
    help: str
    values: tuple[str, str]
    words: str
    nearer: int
    is_ranked: bool = True
    is_close: bool = False


def rows(first: Measured, second: Measured, metrics: Sequence[Metric]) -> list[Row]:
    """Both values of each metric and the difference in words; A is the first.

    Values that are shown alike are called the same.
    """
    return [_row(m, first.metrics.get(m.id), second.metrics.get(m.id)) for m in metrics]


def _row(metric: Metric, a: float | None, b: float | None) -> Row:
    shown = (format_number(a, percent=metric.percent), format_number(b, percent=metric.percent))
    row = Row(metric.label, metric.help, shown, "", -1, is_ranked=metric.better != "neither")
    if a is None or b is None or not (math.isfinite(a) and math.isfinite(b)):
        return replace(row, is_ranked=False)
    if shown[0] == shown[1]:
        return replace(row, words="the same")
    size = format_number(abs(b - a), percent=metric.percent).replace("%", " points")
    if not row.is_ranked:
        return replace(row, words=f"B is {size} {'higher' if b > a else 'lower'}")
    nearer = int((b > a) == (metric.better == "higher"))
    has_range = metric.low is not None and metric.high is not None
    whole = metric.high - metric.low if has_range else max(abs(a), abs(b))  # type: ignore[operator]
    return replace(
        row, words=f"{NAMES[nearer]} is nearer by {size}", nearer=nearer,
        is_close=abs(b - a) < CLOSE * whole,
    )  # fmt: skip


def table(found: Sequence[Row]) -> pd.DataFrame:
    """The rows as a table, with what each metric means."""
    import pandas as pd

    columns = ("Metric", "A", "B", "Difference", "Meaning")
    cells = [(row.label, *row.values, row.words, row.help) for row in found]
    return pd.DataFrame(cells, columns=columns)


def answer(found: Sequence[Row]) -> str:
    """Which of the two keeps more, by the first metric that has a better end.

    Examples
    --------
    >>> answer([Row("Agreement (ARI)", "", ("0.49", "0.95"), "B is 0.46 higher", 1)])
    'B keeps more than A: agreement (ARI) 0.95 against 0.49.'
    """
    ranked = [row for row in found if row.is_ranked]
    if not ranked:
        return "A and B are alike."
    decided = ranked[0]
    label = Metric("", decided.label, "").label_within
    if decided.nearer < 0 or decided.is_close:
        both = " and ".join(dict.fromkeys(decided.values))
        return f"A and B keep about the same: {label} {both}."
    winner, loser = decided.nearer, 1 - decided.nearer
    return (
        f"{NAMES[winner]} keeps more than {NAMES[loser]}: {label} {decided.values[winner]} "
        f"against {decided.values[loser]}."
    )


def promises(first: Guarantee, second: Guarantee) -> str:
    """Why the two promises may not be compared; "" where they may."""
    pair = (first, second)
    if not first.protects and not second.protects:
        return "Neither A nor B protects anything: what they keep costs no privacy and gives none."
    if first.protects is not second.protects:
        free = NAMES[int(first.protects)]
        return f"Nothing is proved of {free}: what it keeps is not paid for with privacy."
    if first.unit != second.unit:
        return (
            f"A protects {first.unit}; B protects {second.unit}: the same ε is not the same "
            "promise, and the two may not be ranked."
        )
    if first.delta != second.delta:
        deltas = [
            f"{n} allows for δ = {at_most(g.delta)}" for n, g in zip(NAMES, pair, strict=True)
        ]
        return f"{deltas[0]}, {deltas[1]}: the two promises may not be ranked by ε alone."
    return ""


def price(first: Guarantee, second: Guarantee) -> str:
    """What both spend, where that is not the same; "" where it is."""
    spent = [at_most(g.effective_epsilon) for g in (first, second)]
    if spent[0] == spent[1]:
        return ""
    return f"A spends ε = {spent[0]}, B ε = {spent[1]}: who spends more should keep more."
