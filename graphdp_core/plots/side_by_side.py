"""Two private results of one analysis in words: which is nearer to the truth, at which price.

The metrics of a comparison as a table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphdp_core.digits import epsilon_label
from graphdp_core.metrics import Metric
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Compared
from graphdp_core.privacy.guarantee import Guarantee, at_most
from graphdp_core.privacy.implications import implied

if TYPE_CHECKING:
    import pandas as pd


NAMES = ("A", "B")
CLOSE = 0.05  # of the range: differences below it are about nothing


@dataclass(frozen=True)
class Row:
    """One metric of both results.

    Parameters
    ----------
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


def rows(
    first: Compared, second: Compared, metrics: Sequence[Metric], *, ranked: bool = True
) -> list[Row]:
    """Both values of each metric and the difference in words; A is the first.

    Values that are shown alike are called the same. With `ranked` False none is called nearer, as
    is right where :func:`promises` has something to say.
    """
    return [_row(m, first.metrics.get(m.id), second.metrics.get(m.id), ranked) for m in metrics]


def _row(metric: Metric, a: float | None, b: float | None, ranked: bool) -> Row:
    shown = (format_number(a, percent=metric.percent), format_number(b, percent=metric.percent))
    has_better = ranked and metric.better != "neither"
    row = Row(metric.label, metric.help, shown, "", -1, is_ranked=has_better)
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
        row, words=f"{NAMES[nearer]} nearer by {size}", nearer=nearer,
        is_close=abs(b - a) < CLOSE * whole,
    )  # fmt: skip


def table(found: Sequence[Row]) -> pd.DataFrame:
    """The rows as a table, with what each metric means."""
    import pandas as pd

    columns = ("Metric", "A", "B", "Difference", "Meaning")
    cells = [(row.label, *row.values, row.words, row.help) for row in found]
    return pd.DataFrame(cells, columns=columns)


def answer(found: Sequence[Row], pair: tuple[Guarantee, Guarantee] | None = None) -> str:
    """Which of the two is nearer the truth, by the first metric that has a better end.

    Of two that promise different things there is no winner: both numbers stand beside what each
    of them hides.
    """
    if pair and promises(*pair):
        row = found[0] if found else Row("", "", ("", ""), "", -1)
        said = ", ".join(
            f"{name} {value} {_terms(g)}"
            for name, value, g in zip(NAMES, row.values, pair, strict=True)
        )
        return f"Two promises, no ranking. {row.label}: {said}."
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
        f"{NAMES[winner]} is nearer the truth than {NAMES[loser]} by {label}: "
        f"{decided.values[winner]} against {decided.values[loser]}."
    )


def _terms(g: Guarantee) -> str:
    """On which terms a value was had, in a few words."""
    if not g.protects:
        return "with nothing proved"
    delta = f", δ = {at_most(g.delta)}" if g.delta else ""
    secret = g.relation.secret.replace("the radius", f"a radius of {g.protected_radius}")
    public = ", with public edges" if g.relation.edges_are_public else ""
    return f"at {epsilon_label(g.epsilon)}{delta} for {secret}{public}"


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
            f"promise, and the two may not be ranked.{_stronger(pair)}"
        )
    if first.delta != second.delta:
        deltas = [
            f"{n} allows for δ = {at_most(g.delta)}" for n, g in zip(NAMES, pair, strict=True)
        ]
        return f"{deltas[0]}, {deltas[1]}: the two promises may not be ranked by ε alone."
    return ""


def _stronger(pair: tuple[Guarantee, Guarantee]) -> str:
    """Which promise contains the other, where one does: an edge is one of a node's."""
    for name, g, other in zip(NAMES, pair, pair[::-1], strict=True):
        for item in implied(g.relation, g.effective_epsilon, g.delta):
            of_the_other = item.relation is other.relation and item.delta <= other.delta
            if of_the_other and item.epsilon <= other.effective_epsilon:
                return f" That of {name} holds the other's, and is the stronger one."
    return ""


def price(first: Guarantee, second: Guarantee) -> str:
    """What both spend, where that is not the same; "" where it is."""
    spent = [at_most(g.effective_epsilon) for g in (first, second)]
    if spent[0] == spent[1]:
        return ""
    both = f"Set to {epsilon_label(first.epsilon)}, " * (first.epsilon == second.epsilon)
    more = NAMES[int(first.effective_epsilon < second.effective_epsilon)]
    return f"{both}A uses ε = {spent[0]}, B ε = {spent[1]}: {more} should keep more."


WAYS = {"higher": "higher is better", "lower": "lower is better", "neither": ""}


def metric_table(c: Compared) -> pd.DataFrame:
    """Every metric of the comparison, with what it means."""
    import pandas as pd

    columns = ("Metric", "Value", "Reading", "Meaning")
    cells = [
        (m.label, format_number(c.metrics[m.id], percent=m.percent), WAYS[m.better], m.help)
        for m in c.analysis.metrics
    ]
    return pd.DataFrame(cells, columns=columns)
