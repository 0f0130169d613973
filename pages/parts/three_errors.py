"""Part of the view Conclusions: is it sampling, the noise, or the model?"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from graphdp_core.analyses.conclusions import conclude
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.count_errors import NOISELESS, three_errors
from graphdp_core.experiment.grid import grid
from graphdp_core.experiment.scenario import key_of
from graphdp_core.plots.kinds.questions import errors_figure, errors_table
from pages.parts import sweep
from pages.session import session
from pages.ui import page, protection

TITLE = "Is it sampling, noise, or the model?"
REPEATS = 20
HELP = (
    "Sampling: how far the true number itself would vary. Noise: between which numbers nine of "
    "ten releases lie. Model: how far off they are without noise, because a drawn graph keeps "
    "only what its model knows. No smaller ε changes that. On the right: in how many releases the "
    "decision is the same: a conclusion stays if its word does, whatever its number."
)


def errors(c: Comparison, *, place: str = "three-errors") -> None:
    """The three errors of each conclusion, and how often the decision stays: a chart, a table.

    `place` names what is measured where there are two.
    """
    true = conclude(c.graph, c.baseline, c.baseline)
    epsilons = tuple(sorted({c.epsilon, NOISELESS}))

    def show(table: pd.DataFrame) -> None:
        told = three_errors(table, true, epsilon=c.epsilon)
        if told.empty:
            return
        page.figure(
            errors_figure(told, page.theme()), key=f"{place}-chart",
            alt="; ".join(f"{r.question} The same decision in {r.same} of {r.draws} releases"
                          for r in told.itertuples()),
        )  # fmt: skip
        page.table("The three errors in numbers", lambda: errors_table(told), key=f"{place}-table")

    planned = grid(
        c.graph, [c.mechanism], [c.analysis], epsilons=epsilons, repeats=REPEATS, seed=c.seed
    )
    name = key_of(c.graph, c.mechanism, c.analysis, seed=c.seed, part=f"errors {epsilons}")
    sweep.live(
        session.current(), planned, show=show, place=place, name=name,
        title="Errors of the conclusions", page=session.page(),
    )  # fmt: skip
    st.caption(protection.NOT_PRIVATE)
