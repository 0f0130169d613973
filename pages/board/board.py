"""The board: what survives in one sentence, one slider, and a tile for every property."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.stage.board import DRAWN_HERE, EDGE, Board
from graphdp_core.vocabulary import COUNTS, TIES, TOPICS
from pages.engine import measured
from pages.ground.records import session_record
from pages.ground.widget_script import component
from pages.parts.board_curves import BoardCurves
from pages.server import first_still
from pages.server.stage_routes import stage_folder
from pages.server.stages import STAGES
from pages.session import address_words, own_state, session, stage_position
from pages.ui import far_epsilon_switch, marked, protection, stage_widget
from pages.ui.widgets import offer_missed, warn_unknown_param

KEY = "board"


@dataclass
class BoardPage:
    """What the page has sent and heard.

    Parameters
    ----------
    sent : str
        The key of the board that came with the page last.
    opened : object
        The tile that was chosen, as the browser says it; None if none was.
    whole : str
        The graph of which also what takes minutes was asked for.
    """

    sent: str = ""
    opened: object = None
    whole: str = ""


EXPLORE = "explore"
QUESTION = "What survives when this graph is released?"
VIEWS = {**{topic.id: topic.view for topic in TOPICS if topic is not COUNTS}, EDGE: TIES.view}
"""The view of Explore that a tile opens."""


@st.fragment
def show() -> None:
    """Draw the page; with every rest of the slider again, which it only remembers."""
    _follow()
    offer_missed()
    stops = far_epsilon_switch.stops(from_zero=session.current().mechanism.reads_epsilon)
    epsilon = stage_position.now(stops).epsilon
    scenario = replace(session.current(), epsilon=epsilon)
    stops = far_epsilon_switch.of(scenario.mechanism, stops, epsilon)
    session.remember(scenario)
    missed = session.missed_param(stage_position.EPSILON)
    warn_unknown_param("Privacy loss ε", missed, epsilon_label(epsilon))
    protection.warn_if_unproved(at_epsilon(scenario.mechanism, epsilon), epsilon)
    person = own_state.person() if scenario.graph.owner else ""
    page = session_record(BoardPage)
    is_whole = page.whole == scenario.graph.fingerprint
    key = open_board(scenario, stops, person, is_whole=is_whole)
    if first_still.is_usual(scenario):
        first_still.remember("", key, address_words.query())
    is_first, page.sent = page.sent != key, key
    with st.container(gap=None, key="board-widget"):
        component("board", "board/page", css="stage/stage stage/page board/board")(
            key=KEY,
            data={
                **address_words.of_page(),
                "address": f"{stage_folder()}/{key}",
                "stops": [{"epsilon": e, "label": epsilon_label(e)} for e in stops],
                "epsilon": epsilon,
                "usual": stage_position.USUAL,
                "heard": stage_position.last_heard_at(KEY),
                "footnote": f"{scenario.title}, {scenario.mechanism.title}, noise draw "
                f"{scenario.seed}, GraphDP",
                "question": QUESTION,
                "explore": EXPLORE,
                "views": VIEWS,
                "quick": scenario.graph.m <= DRAWN_HERE,
                "carried": stage_widget.carried(KEY, key, epsilon, person, is_first=is_first),
            },
            on_rested_change=partial(stage_position.on_stage_rest, KEY, stops),
            on_lost_change=_again,
            on_blocked_change=_again,
            on_opened_change=_opened,
            on_whole_change=_whole,
        )


def open_board(
    scenario: Scenario, stops: Sequence[float], person: str, *, is_whole: bool = False
) -> str:
    """Let the scenario's board be asked for, by this person alone if it is theirs; its key."""
    made = Board(scenario.graph, scenario.mechanism, scenario.seed, tuple(stops), is_whole)
    behind = BoardCurves(made, measured.store_of(scenario))
    return STAGES.open(made, visitor=person, behind=behind)


def _again() -> None:
    """The browser asks for the board anew: drawing it opens it, and carries it if it must."""


def _opened() -> None:
    """A tile was chosen: what it opens is shown once this part runs (the widget's callback)."""
    session_record(BoardPage).opened = session.answer(KEY, "opened")


def _whole() -> None:
    """Measure of this graph also what takes minutes (the widget's callback)."""
    session_record(BoardPage).whole = session.current().graph.fingerprint


def _follow() -> None:
    """Go to the view that was chosen, at the epsilon that the board shows."""
    page = session_record(BoardPage)
    opened, page.opened = page.opened, None
    if not isinstance(opened, dict):
        return
    wished, epsilon = opened.get("see"), opened.get("epsilon")
    see = next((view for view in VIEWS.values() if view == wished), "")
    if not see or epsilon not in far_epsilon_switch.stops(from_zero=True):
        return  # it comes from a browser
    pair = marked.nodes_of(str(opened.get("marked", "")), session.current().graph.n)
    if pair:
        session.remember_nodes(pair)
    words = {
        stage_position.EPSILON: f"{epsilon:g}",
        stage_position.VIEW: see,
    }  # the menus write their own again
    session.go_to(EXPLORE, words)
