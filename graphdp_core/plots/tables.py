"""The metrics of a comparison as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Compared

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["WAYS", "metric_table"]

WAYS = {"higher": "higher is better", "lower": "lower is better", "neither": ""}


def metric_table(c: Compared) -> pd.DataFrame:
    """Every metric of the comparison, with what it means."""
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "Metric": metric.label,
                "Value": format_number(c.metrics[metric.id], percent=metric.percent),
                "Reading": WAYS[metric.better],
                "Meaning": metric.help,
            }
            for metric in c.analysis.metrics
        ]
    )
