"""The switch that asks for repeats of the pair that a view shows."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from graphdp_core.experiment.scenario import Scenario
from graphdp_core.stage import LARGE
from pages.explore.view import Choice
from pages.ground.glossary import term
from pages.session import addresses, session
from pages.ui.widgets import warn_unknown_param

REPEATS = 20


def offered(choice: Choice, now: Scenario) -> Choice:
    """The choice with repeats, if they are asked for; a graph of very many nodes has none."""
    if now.graph.n > LARGE:
        return choice
    name = f"draws {choice.analysis.returns.kind}"
    is_wanted = addresses.follow_switch("repeated", session.is_running(name, default=False))
    session.set_running(name, is_wanted)
    missed = session.missed_param("repeated")
    warn_unknown_param(f"{REPEATS} repeats", missed, "one release", offered="1 for on")
    with session.place("choices"):
        st.button(
            "One release" if is_wanted else f"{REPEATS} repeats",
            icon=":material/filter_1:" if is_wanted else ":material/filter_none:",
            key="draws-button", help=f"{term('repeat')} Play them, or lay them over each other.",
            on_click=session.set_running, args=(name, not is_wanted),
        )  # fmt: skip
    return replace(choice, repeats=REPEATS) if is_wanted else choice
