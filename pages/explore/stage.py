"""The stage on Explore: what it is asked, where it asks, and what the page hears of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from graphdp_core.experiment.scenario import Scenario
from graphdp_core.params import Refused
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.stage import Stage
from pages.explore.view import Choice, View
from pages.shared import address_words, own_state, session, stand
from pages.shared.stage_routes import stage_folder
from pages.shared.stages import STAGES
from pages.shared.widget_script import component

__all__ = ["mount", "refusal"]

KEY = "stage"


def mount(
    now: stand.Stand,
    scenario: Scenario,
    chosen: Mapping[View, Choice],
    stops: Sequence[float],
) -> None:
    """Mount the stage with all views; it moves without this page from then on."""
    person = own_state.person() if scenario.graph.owner else ""
    views = [_offered(v, choice, scenario, stops, person) for v, choice in chosen.items()]
    blocked = session.answer(KEY, "blocked")
    key = next((view["key"] for view in views if view["id"] == now.view), "")
    with st.container(gap=None, key="stage-widget"):
        component("stage", "stage/page", css="pair/pair chart/chart stage/stage stage/page")(
            key=KEY,
            data={
                **address_words.of_page(),
                "folder": stage_folder(),
                "views": views,
                "stops": [{"epsilon": e, "label": epsilon_label(e)} for e in stops],
                "epsilon": now.epsilon,
                "usual": stand.USUAL,
                "heard": stand.heard(KEY),
                "view": now.view,
                "marked": session.selection(),
                "themes": themes_by_name(),
                "footnote": f"{scenario.title}, {scenario.mechanism.title}, noise draw "
                f"{scenario.seed}, GraphDP",
                "carried": STAGES.carried(key, now.epsilon, visitor=person)
                if isinstance(blocked, dict) and blocked.get("blocked") is True
                else None,
            },
            on_rested_change=partial(stand.rested, KEY, stops, [view.id for view in chosen]),
            on_lost_change=_again,
            on_blocked_change=_again,
        )


def refusal(now: stand.Stand, choice: Choice, scenario: Scenario) -> Refused | None:
    """Why the open view has no picture here, once the stage has said that it has none."""
    told = session.answer(KEY, "rested")
    if not isinstance(told, dict) or told.get("refused") is not True:
        return None
    if (told.get("epsilon"), told.get("view")) != (now.epsilon, now.view):
        return None
    try:
        Stage(
            scenario.graph, scenario.mechanism, choice.analysis, scenario.seed, (now.epsilon,)
        ).comparison(now.epsilon)
    except Refused as error:
        return error
    return None


def _again() -> None:
    """The browser asks for the stage anew: drawing it opens it, and carries it if it must."""


def _offered(
    view: View, choice: Choice, scenario: Scenario, stops: Sequence[float], person: str
) -> dict[str, Any]:
    stage = Stage(
        scenario.graph, scenario.mechanism, choice.analysis, scenario.seed, tuple(stops),
        choice.draw, choice.id, repeats=choice.repeats,
    )  # fmt: skip
    key = STAGES.open(stage, visitor=person)
    return {"id": view.id, "title": view.title, "question": view.question, "key": key}
