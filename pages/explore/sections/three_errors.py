"""Part of the view Conclusions: is it sampling, the noise, or the model?"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from graphdp_core.analyses.conclusions import QUESTIONS, conclude
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.count_errors import NOISELESS, three_errors
from graphdp_core.experiment.grid import grid
from graphdp_core.experiment.scenario import key_of
from pages.parts import sweep
from pages.session import session
from pages.ui import protection

REPEATS = 20
HELP = (
    "Sampling: how far the true number itself would vary. Noise: between which numbers nine of "
    "ten releases lie. Model: how far off they are without noise, because a drawn graph keeps "
    "only what its model knows. No smaller ε changes that."
)


def errors(c: Comparison) -> None:
    """The three errors of each conclusion, and how often the decision stays."""
    true = conclude(c.graph, c.baseline, c.baseline)
    written = {one.question: one.written for one in QUESTIONS}
    epsilons = tuple(sorted({c.epsilon, NOISELESS}))

    def show(table: pd.DataFrame) -> None:
        rows = [
            {
                "Question": row.question,
                "True": written[row.question](row.true),
                "Sampling": f"± {written[row.question](row.sampling)}",
                "Noise": f"{written[row.question](row.low)} to {written[row.question](row.high)}",
                "Model": written[row.question](row.model),
                "Same decision": f"{row.same} of {row.draws}",
            }
            for row in three_errors(table, true, epsilon=c.epsilon).itertuples()
        ]
        st.dataframe(pd.DataFrame(rows), hide_index=True, alt="Three errors of each conclusion.")

    planned = grid(
        c.graph, [c.mechanism], [c.analysis], epsilons=epsilons, repeats=REPEATS, seed=c.seed
    )
    name = key_of(c.graph, c.mechanism, c.analysis, seed=c.seed, part=f"errors {epsilons}")
    sweep.live(
        session.current(), planned, show=show, place="three-errors", name=name,
        title="Errors of the conclusions",
    )  # fmt: skip
    st.caption(protection.NOT_PRIVATE)
