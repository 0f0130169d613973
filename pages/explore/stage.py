"""The stage on Explore: what it is asked, where it asks, and what the page hears of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.stage import Stage
from pages.explore.view import Choice, View
from pages.ground.records import session_record
from pages.server import first_still
from pages.server.stages import STAGES
from pages.session import address_words, own_state, session, stage_position
from pages.ui import far_epsilon_switch, stage_widget

KEY = "stage"


@dataclass
class StagePage:
    """What Explore has in hand of its stages.

    Parameters
    ----------
    is_sent : bool
        Whether a stop was sent with the page, as it is once.
    made : dict
        By view: the stage that was made for it last.
    """

    is_sent: bool = False
    made: dict[str, Stage] = field(default_factory=dict)


def mount(
    now: stage_position.StagePosition,
    scenario: Scenario,
    chosen: Mapping[View, Choice],
    stops: Sequence[float],
) -> None:
    """Mount the stage with all views; it moves without this page from then on."""
    person = own_state.person() if scenario.graph.owner else ""
    views = [_offered(v, choice, scenario, stops, person) for v, choice in chosen.items()]
    key = next((view["key"] for view in views if view["id"] == now.view), "")
    open_view = next(view for view in chosen if view.id == now.view)
    if first_still.is_usual(scenario) and chosen[open_view] == open_view.usual(scenario):
        silent = [""] if views[0]["id"] == now.view else []
        words = address_words.query()
        first_still.remember("explore", key, words, views=[now.view, *silent])
    page = session_record(StagePage)
    is_first, page.is_sent = not page.is_sent, True
    stage_widget.mount(
        KEY,
        partial(stage_position.on_stage_rest, KEY, stops, [view.id for view in chosen]),
        **address_words.of_page(),
        views=views,
        stops=[
            {"epsilon": e, "label": epsilon_label(e)}
            for e in far_epsilon_switch.of(scenario.mechanism, tuple(stops), now.epsilon)
        ],
        epsilon=now.epsilon,
        usual=stage_position.USUAL,
        heard=stage_position.last_heard_at(KEY),
        view=now.view,
        marked=session.selection(),
        footnote=f"{scenario.title}, {scenario.mechanism.title}, noise draw {scenario.seed}, "
        "GraphDP: no release",
        carried=stage_widget.carried(KEY, key, now.epsilon, person, is_first=is_first),
    )


def refusal(
    now: stage_position.StagePosition, choice: Choice, scenario: Scenario
) -> Refused | None:
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


def staged(
    choice: Choice, graph: Graph, mechanism: Mechanism, seed: int, stops: Sequence[float]
) -> Stage:
    """What is asked of a view, as it is chosen."""
    return Stage(
        graph, mechanism, choice.analysis, seed, tuple(stops), choice.draw, choice.id,
        repeats=choice.repeats,
    )  # fmt: skip


def _offered(
    view: View, choice: Choice, scenario: Scenario, stops: Sequence[float], person: str
) -> dict[str, Any]:
    stage = staged(choice, scenario.graph, scenario.mechanism, scenario.seed, stops)
    made = session_record(StagePage).made
    if view.id not in made or _asked(made[view.id]) != _asked(stage):
        made[view.id] = stage  # else the last one, which knows its key
    key = STAGES.open(made[view.id], visitor=person)
    return {
        "id": view.id, "title": view.title, "field": view.field, "question": view.question,
        "key": key,
    }  # fmt: skip


def _asked(stage: Stage) -> tuple[Any, ...]:
    asked = stage.mechanism, stage.analysis, stage.seed, stage.epsilons
    return id(stage.graph), *asked, stage.draw, stage.view, stage.repeats
