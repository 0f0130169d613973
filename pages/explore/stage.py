"""The stage on a page: what it is asked, where it asks, and what it tells the page."""

from __future__ import annotations

from typing import Any

import streamlit as st

from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.stage import Stage
from pages.explore.views import VIEWS, View, view_named
from pages.shared import beyond, moves, own_state, protection, session
from pages.shared.stage_routes import stage_folder
from pages.shared.stages import STAGES
from pages.shared.widget_script import component
from pages.shared.widgets import warn_unknown_param
from pages.table import path_of

__all__ = ["KEY", "show"]

KEY = "stage"
"""Of the widget whose slider moves the page's."""

VIEW = "see"  # in the address; pictures and diagrams have a word "view"


def show(scenario: Scenario) -> None:
    """Mount the stage with all views; it moves without this page from then on."""
    moves.draw_always()  # it moves by itself: nothing of it is drawn ahead
    protection.warn_if_unproved(at_epsilon(scenario.mechanism, scenario.epsilon), scenario.epsilon)
    now, stops = _view(), beyond.stops(from_zero=True)
    with st.container(gap=None, key="stage-widget"):
        component("stage", "stage/page", css="pair/pair chart/chart stage/stage stage/page")(
            key=KEY,
            data={
                "folder": stage_folder(),
                "views": [_offered(view, scenario, stops) for view in VIEWS],
                "stops": [{"epsilon": e, "label": epsilon_label(e)} for e in stops],
                "epsilon": scenario.epsilon,
                "view": now.id,
                "themes": themes_by_name(),
                "footnote": f"{scenario.title}, {scenario.mechanism.title}, noise draw "
                f"{scenario.seed}, GraphDP",
            },
            on_rested_change=_rested,
        )
    st.page_link(
        path_of(now.page), label=f"{now.title}: settings, tables and studies",
        icon=":material/arrow_forward:",
    )  # fmt: skip


def _view() -> View:
    """The view that the stage has shown last; at first that of the address."""
    session.unknown_param(VIEW, [view.id for view in VIEWS].__contains__)
    now = view_named(session.stored(VIEW) or st.query_params.get(VIEW, ""))
    warn_unknown_param("View", session.missed_param(VIEW), now.title)
    return now


def _offered(view: View, scenario: Scenario, stops: tuple[float, ...]) -> dict[str, Any]:
    stage = Stage(
        scenario.graph, scenario.mechanism, view.analysis(scenario), scenario.seed, stops
    )  # fmt: skip
    key = STAGES.open(stage, visitor=own_state.person() if scenario.graph.owner else "")
    return {"id": view.id, "title": view.title, "question": view.question, "key": key}


def _rested() -> None:
    """What the stage says once it has stood still for a while."""
    raw = session.answer(KEY, "rested")
    if not isinstance(raw, dict):
        return
    epsilon, view = raw.get("epsilon"), raw.get("view")
    if epsilon in beyond.stops(from_zero=True):
        session.move_slider(epsilon)
    if any(view == one.id for one in VIEWS):
        session.store(VIEW, view)
        session.clear_unknown_param(VIEW)
