"""The table of estimates that goes with a release: the same bytes whoever computes it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from graphdp_core.estimates.asked import Asked
from graphdp_core.estimates.estimate import Estimates
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.estimates.given import Given
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.trust.contents import MOST_IN_ALL_FORMATS
from graphdp_core.trust.package import table

__all__ = ["STATISTICS_FILE", "statistics_of", "statistics_table"]

STATISTICS_FILE = "statistics.csv"
QUICK = ("edges", "density", "mean_degree")
HEAD = ("statistic", "about", "value", "low", "high", "level", "of", "how", "names")
DIGITS = 6
"""Of every number: what differs behind them is the processor's."""


def statistics_table(found: Estimates) -> bytes:
    """One row a number, or the reason why it cannot be known.

    Parameters
    ----------
    found : Estimates
    """
    return table(HEAD, [
        [
            row.title, row.about, *map(_number, (row.value, row.low, row.high)),
            f"{'at least ' if row.at_least else ''}{row.level:.4g}" if row.is_known else "",
            row.of, row.how if row.is_known else f"cannot be known from this release: {row.why}",
            " ".join(row.names),
        ]
        for row in found
    ])  # fmt: skip


def statistics_of(given: Given) -> bytes | None:
    """The table that a parcel holds; None for a release of which nothing is estimated.

    Parameters
    ----------
    given : Given
        Of a graph with more than 2 million edges, only what its number of edges tells.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    released = given.released
    wanted: Sequence[str] | None = None
    if isinstance(released, Graph) and released.m > MOST_IN_ALL_FORMATS:
        wanted = QUICK if released.noise is not None else ("mean_weight",)
    try:
        return statistics_table(estimates_from(given, Asked(), wanted))
    except Refused:
        return None


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.{DIGITS}g}"
