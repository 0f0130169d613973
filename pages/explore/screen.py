"""The page Explore: the stage, the open view's settings, and what is open below."""

from __future__ import annotations

from concurrent.futures import wait
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import streamlit as st

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.compare import Comparison, compatible
from graphdp_core.experiment.feasible import feasible
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.mechanisms.randomised_response import LARGER
from graphdp_core.params import Refused
from graphdp_core.plots.kinds import Table, kind_named
from graphdp_core.stage import usual_drawing
from pages.explore import stage
from pages.explore.view import Choice, Section, View
from pages.explore.views import VIEWS, view_named
from pages.ground import turns
from pages.ground.glossary import term
from pages.ground.records import records_in_hand, session_record
from pages.parts.board_first import first_board
from pages.server import first_still
from pages.server.stages import STAGES, STILLS, name_of
from pages.session import address_words, odometer, remedy, session, stage_position
from pages.session.leading import set_main_figure
from pages.session.stage_position import USUAL
from pages.ui import far_epsilon_switch, find_node, marked, page, protection, sections
from pages.ui.table_file import open_table
from pages.ui.widgets import noted, offer_missed, warn_unknown_param

LOOK_S = 1.0


@dataclass
class OpenedViews:
    """What a person's views of Explore were set to.

    Parameters
    ----------
    drawn : str
        The view whose settings are on the screen.
    keys : dict
        By view: the keys of its widgets, and what they say unasked.
    choices : dict
        By view: for what it was set, and what its settings say.
    """

    drawn: str = ""
    keys: dict[str, dict[str, Any]] = field(default_factory=dict)
    choices: dict[str, tuple[str, Choice]] = field(default_factory=dict)


def prepare() -> None:
    """Compute what a first visitor sees, before anybody asks."""
    view, first = VIEWS[0], first_board()
    choice = view.usual(
        Scenario(first.graph, first.graph.title, first.mechanism, USUAL, first.seed)
    )
    made = stage.staged(choice, first.graph, first.mechanism, first.seed, first.epsilons)
    key, name = STAGES.open(made), name_of(USUAL)
    staged = STAGES.find(key, visitor="")
    for part in (name, *(f"{name}{ending}" for ending in STILLS)):
        while staged is not None and (work := STAGES.ask(staged, part, visitor="")):
            wait([work.done], timeout=LOOK_S)
    first_still.remember("explore", key, {}, views=(view.id, ""))


def _has_marks(scenario: Scenario, analysis: Analysis) -> bool:
    return bool(session.selection())


EXPLAINED = (
    Section("What became of the marked nodes", "marked-box", marked.show, wanted=_has_marks),
    Section("What is promised, and to whom", "facts", protection.explained),
    Section("How it is computed", "method-note", protection.method),
)
"""Below every view."""


@st.fragment
def show() -> None:
    """Draw the page; with every rest of the slider and every choice of the view again."""
    with turns.render_lock(), records_in_hand():
        _show()


def _show() -> None:
    offer_missed()
    stops = far_epsilon_switch.stops(from_zero=session.current().mechanism.reads_epsilon)
    now = stage_position.now(
        stops, [view.id for view in VIEWS], _first_that_fits(session.current())
    )
    scenario = replace(session.current(), epsilon=now.epsilon)
    session.remember(scenario)
    _say_missed(now)
    protection.warn_if_unproved(at_epsilon(scenario.mechanism, now.epsilon), now.epsilon)
    find_node.follow_link(scenario)
    marked.follow_news(address_words.news(marked.KEY), scenario.graph.n)
    place = st.container(key="stage-widget", gap=None)
    place.empty()  # else its room is not kept while the choices are read
    view = view_named(now.view)
    choice = _chosen(view, scenario)
    find_node.leave_link(scenario)
    marked.write()
    with place:
        stage.mount(now, scenario, _choices(scenario), stops)
        _way_out(scenario, choice.analysis, stage.refusal(now, choice, scenario))
    kind = choice.analysis.returns.kind
    set_main_figure(
        choice.analysis, choice.draw or usual_drawing(kind), id=f"{view.id} {choice.id}"
    )
    with st.container(key="sheet-parts"):
        for section in (*view.sections, *_tables(choice.analysis), *EXPLAINED):
            if section.wanted(scenario, choice.analysis):
                _below(section, scenario, choice.analysis)


def _first_that_fits(scenario: Scenario) -> str:
    """The first view that shows what the mechanism releases."""
    fitting = (v for v in VIEWS if compatible(scenario.mechanism, v.usual(scenario).analysis))
    return next(fitting, VIEWS[0]).id


def _way_out(scenario: Scenario, analysis: Analysis, refused: Refused | None) -> None:
    """Where there is nothing to show: a button for what would help, if anything would."""
    mechanism, graph = scenario.mechanism, scenario.graph
    reach = feasible(mechanism, graph, scenario.epsilon)
    if reach.runs:
        odometer.look(graph, mechanism, scenario.seed, mechanism.guarantee(scenario.epsilon))
        remedy.button(refused, analysis)
        return
    with st.container(horizontal=True, key="way-out"):
        is_full = mechanism.flips_pairs  # no reason to protect less: something else holds more
        if is_full:
            _larger(scenario, analysis)
        elif reach.nearest is not None:
            st.button(
                f"{mechanism.title} at {epsilon_label(reach.nearest)}", key="nearest-epsilon",
                on_click=session.move_slider, args=(reach.nearest,),
            )  # fmt: skip
        remedy.button(mechanism.refused(graph, scenario.epsilon), mechanism)


def _larger(scenario: Scenario, analysis: Analysis) -> None:
    """What takes so many nodes at the same epsilon, a button each."""
    for id in LARGER:
        other = gdp.mechanism(id)
        if compatible(other, analysis) and not other.refusal(scenario.graph, scenario.epsilon):
            st.button(
                f"Take {other.title}", key=f"larger-{id}", on_click=session.use_mechanism,
                args=(other.title, scenario.epsilon),
            )  # fmt: skip


def _say_missed(now: stage_position.StagePosition) -> None:
    missed = session.missed_param(stage_position.EPSILON)
    warn_unknown_param("Privacy loss ε", missed, epsilon_label(now.epsilon))
    missed = session.missed_param(stage_position.VIEW)
    warn_unknown_param("View", missed, view_named(now.view).title)


def _chosen(view: View, scenario: Scenario) -> Choice:
    """The open view's settings, and what they say; those of the other views are kept meanwhile."""
    opened = session_record(OpenedViews)
    for id, keys in opened.keys.items():
        if not id == opened.drawn == view.id:  # else its widgets say it themselves
            opened.keys[id] = session.keep_changed(keys)
    opened.drawn = view.id
    row = st.container(horizontal=True, vertical_alignment="bottom", key="page-choices")
    session.offer_place("choices", row)
    with noted() as keys:
        choice = view.choose(scenario)
    row.button(
        "Draw again", icon=":material/casino:", on_click=_draw_again, key="draw-again",
        help=term("draw"),
    )  # fmt: skip
    opened.keys[view.id] = keys
    opened.choices[view.id] = (_asked(scenario), choice)
    return choice


def _draw_again() -> None:
    session.draw_again()
    st.rerun()  # the menus are not part of this one


def _choices(scenario: Scenario) -> dict[View, Choice]:
    """What every view is made of: an opened one as it was chosen for this graph and mechanism."""
    asked, made = _asked(scenario), session_record(OpenedViews).choices
    for view in VIEWS:
        if made.get(view.id, ("",))[0] != asked:
            made[view.id] = asked, view.usual(scenario)
    return {view: made[view.id][1] for view in VIEWS}


def _asked(scenario: Scenario) -> str:
    return f"{scenario.graph.place} {scenario.mechanism!r}"


def _below(section: Section, scenario: Scenario, analysis: Analysis) -> None:
    """A closed line; an open one is drawn from the comparison, in the line's own place."""
    box = sections.closed(section.title, section.icon, key=section.key, holds=section.holds)
    if not box.open:
        return
    with box:
        if section.help:
            st.caption(section.help)
        with st.container(horizontal=section.is_row):
            section.draw(page.compare(scenario, analysis))


def _tables(analysis: Analysis) -> list[Section]:
    """The tables of a kind of result, as lines of their own."""
    shown = [page.ALL_NUMBERS, *kind_named(analysis.returns.kind).tables]
    return [
        Section(table.title, f"{table.key}-table", partial(_table, table), page.TABLE_ICON)
        for table in shown
    ]


def _table(table: Table, c: Comparison) -> None:
    open_table(table.title, partial(table.rows, c), key=table.key, of=c)
