"""The page Compare: the truth and two releases of one graph on one stage."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

import graphdp_core as gdp
from graphdp_core.analyses.conclusions import ConclusionsAnalysis
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.compare import Comparison, compatible
from graphdp_core.experiment.properties import MEASURES
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.params import Refused
from graphdp_core.plots.side_by_side import promises, rows, table
from graphdp_core.stage import Beside
from pages.compare import rival
from pages.engine import progress
from pages.ground import turns
from pages.parts import three_errors
from pages.server.stages import STAGES
from pages.session import address_words, own_state, session, stage_position
from pages.ui import far_epsilon_switch, find_node, marked, page, protection, sections, stage_widget
from pages.ui.table_file import open_table
from pages.ui.widgets import choose, offer_missed, plain, warn_unknown_param

KEY = "compared"
VIEW = ""  # the only one
QUESTION = "Which of the two keeps more?"
NUMBERS = "All numbers side by side"
NAMES = {item.analyses[0].id: topic.title for topic, item in MEASURES.items()}
"""Of the analyses that measure a topic."""


@st.fragment
def show() -> None:
    """Draw the page; with every rest of the slider and every choice again."""
    with turns.render_lock():
        _show()


def _show() -> None:
    offer_missed()
    stops = far_epsilon_switch.stops()
    now = stage_position.now(stops)
    scenario = replace(session.current(), epsilon=now.epsilon)
    session.remember(scenario)
    missed = session.missed_param(stage_position.EPSILON)
    warn_unknown_param("Privacy loss ε", missed, epsilon_label(now.epsilon))
    protection.warn_if_unproved(at_epsilon(scenario.mechanism, now.epsilon), now.epsilon)
    find_node.follow_link(scenario)
    marked.follow_news(address_words.news(marked.KEY), scenario.graph.n)
    place = st.container(key="stage-widget", gap=None)
    place.empty()  # else its room is not kept while the choices are read
    row = st.container(horizontal=True, vertical_alignment="bottom", key="page-choices")
    session.offer_place("choices", row)
    readable = [a for a in gdp.ANALYSES if compatible(scenario.mechanism, a)]
    fitting = {NAMES.get(a.id, a.title): a for a in readable}
    kind = choose("Property", fitting, key="analysis", by_the_slider=True)
    asked = rival.choose(scenario, kind(), stops)
    find_node.leave_link(scenario)
    marked.write()
    with place:
        _mount(now, scenario, asked, stops)
    if isinstance(asked.a.analysis, ConclusionsAnalysis):
        box = sections.closed(three_errors.TITLE, None, key="errors")
        if box.open:
            with box:
                _errors(asked, now.epsilon)
    box = sections.closed(NUMBERS, page.TABLE_ICON, key="side-by-side-table")
    if box.open:
        with box:
            _numbers(asked, now.epsilon)


def _mount(
    now: stage_position.StagePosition, scenario: Scenario, asked: Beside, stops: tuple[float, ...]
) -> None:
    """The stage with three sides; it moves without this page from then on."""
    person = own_state.person() if scenario.graph.owner else ""
    key = STAGES.open(asked, visitor=person)
    stage_widget.mount(
        KEY,
        partial(stage_position.on_stage_rest, KEY, stops),
        **address_words.of_page(),
        views=[{"id": VIEW, "title": "Compare", "question": QUESTION, "key": key}],
        stops=[{"epsilon": e, "label": epsilon_label(e)} for e in asked.epsilons],
        epsilon=now.epsilon,
        usual=stage_position.USUAL,
        heard=stage_position.last_heard_at(KEY),
        view=VIEW,
        marked=session.selection(),
        footnote=f"{scenario.title}, A {scenario.mechanism.title}, noise draw "
        f"{scenario.seed}, B {asked.mechanism.title}, GraphDP: no release",
        carried=stage_widget.carried(KEY, key, now.epsilon, person),
    )


def _errors(asked: Beside, epsilon: float) -> None:
    """The three errors of each conclusion, of A and of B."""
    st.caption(three_errors.HELP)
    for name, c in zip("AB", _compared(asked, epsilon), strict=False):
        st.markdown(f"**{name}: {plain(c.mechanism.title)}**")
        three_errors.errors(c, place=f"errors-{name}")


def _numbers(asked: Beside, epsilon: float) -> None:
    """Every metric of both, and the difference in words."""
    pair = _compared(asked, epsilon)
    if not pair:
        return
    a, b = pair
    sides = {
        f"{name}, {c.mechanism.title}": c.guarantee for name, c in zip("AB", pair, strict=True)
    }
    is_ranked = not promises(a.guarantee, b.guarantee)
    open_table(
        NUMBERS, lambda: table(rows(a, b, a.analysis.metrics, ranked=is_ranked)),
        key="side-by-side", promises=sides,
    )  # fmt: skip


def _compared(asked: Beside, epsilon: float) -> tuple[Comparison, ...]:
    """Both at the slider's epsilon; none of them where one is refused, which is said."""
    try:
        with progress.shown(f"{asked.key} {epsilon:g}") as report:
            return asked.compared(epsilon, progress=report)
    except Refused as error:
        st.warning(str(error), icon=":material/info:")
        return ()
