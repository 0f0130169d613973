"""Part of the trade-off page: the epsilon that each mechanism needs for a value good enough."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from graphdp_core import plots
from graphdp_core.experiment.needed_epsilon import Needed
from pages.shared import page

__all__ = ["needed"]


def needed(answers: Mapping[str, Needed], titles: Mapping[str, str]) -> None:
    """One card a mechanism: the epsilon for nine of ten draws, and for half of them."""
    st.markdown("**Good enough in nine of ten draws from here on:**")
    page.cards(
        [
            page.Card(
                titles[id],
                f"ε {_bound(found, found.safe)}",
                f"From here on nine of ten of {found.draws} draws are good enough; half of them "
                f"are from ε {_bound(found, found.typical)} on. Interpolated between the measured "
                "values of ε. Reads the true graph: not private.",
                f"half of the draws: ε {_bound(found, found.typical)}",
            )
            for id, found in answers.items()
        ]
    )


def _bound(found: Needed, epsilon: float) -> str:
    if epsilon > found.highest:
        return f"> {found.highest:g}"
    return f"≤ {found.lowest:g}" if epsilon <= found.lowest else f"= {plots.format_number(epsilon)}"
