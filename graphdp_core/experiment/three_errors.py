"""Why a conclusion may be another one: sampling, the noise of a release, or its model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.analyses.conclusions import SURE, Conclusion

if TYPE_CHECKING:
    import pandas as pd

NOISELESS = 20.0
"""The epsilon at which what is still off is not the noise: the model of a drawn graph."""


def three_errors(
    table: pd.DataFrame, true: Sequence[Conclusion], *, epsilon: float
) -> pd.DataFrame:
    """Of each question the true number, three errors, and how often the decision is the same.

    Parameters
    ----------
    table : pandas.DataFrame
        A sweep of the analysis of conclusions by one mechanism at `epsilon` and at
        :data:`NOISELESS`, as made by :func:`graphdp_core.experiment.compare.sweep`.
    true : sequence of Conclusion
        Of the true graph.

    Returns
    -------
    pandas.DataFrame
        A row for each question that the graph answers: `question`, `true`, `sampling` (two
        standard errors of the true number), `low` and `high` (between them nine of ten releases
        lie), `model` (how far the mean is off without noise), `same` and `draws`.

    Notes
    -----
    *Privacy*: reads the true graph; not private.
    """
    import pandas as pd

    by = table.set_index(["metric", "epsilon"])["value"]

    def values(metric: str, at: float) -> list[float]:
        return [float(v) for v in by.loc[[(metric, at)]] if np.isfinite(v)]

    rows = []
    for one in true:
        id = one.question.id
        seen = values(f"{id}_number", epsilon) if one.decision else []
        if not seen:
            continue
        same, clean = values(id, epsilon), values(f"{id}_number", NOISELESS)
        low, high = np.quantile(seen, [0.05, 0.95])
        rows.append({
            "question": one.question.question, "true": one.value, "sampling": SURE * one.error,
            "low": float(low), "high": float(high),
            "model": float(np.mean(clean)) - one.value if clean else np.nan,
            "same": int(sum(same)), "draws": len(same),
        })  # fmt: skip
    return pd.DataFrame(rows)
