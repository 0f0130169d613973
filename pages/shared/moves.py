"""What a move of the slider draws anew: all else of a page stands still meanwhile.

A page's script runs when the page is opened and when something on it is chosen. It draws what
stands still, and hands the function that draws the rest to :func:`follow`: that alone runs again
for a move. What moves stands in the page's middle, or in a :class:`Place` that the script has kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import Result
from pages.shared import (
    beyond,
    find_node,
    fragments,
    marked_link,
    progress,
    sections,
    session,
    stand_in,
    streamlit_internals,
    turns,
    unseen,
)
from pages.shared.rounds import ROUND, Round
from pages.shared.sidebar import (
    USUAL,
    controls,
    epsilon_slider,
    hidden_slider,
    say_missed_epsilon,
)
from pages.shared.widgets import offer_missed

__all__ = [
    "Place",
    "begin",
    "box",
    "draw_always",
    "follow",
    "keep",
    "kept",
    "nowhere",
    "run",
    "section",
    "study",
    "whole",
]

ELSEWHERE = " on the pages that have its slider"


@dataclass(eq=False)
class Place:
    """A place on the page for what moves; enter it to draw there.

    Streamlit lets a move draw only where the script's own run has drawn: elsewhere the script runs
    again first.

    Parameters
    ----------
    box : container
    round : Round
    is_wanted : bool
        False where the person has not asked for what would stand here.
    """

    box: st.delta_generator.DeltaGenerator
    round: Round
    is_wanted: bool = True
    is_kept: bool = False

    def __enter__(self) -> None:
        if self.round.is_whole:
            self.is_kept = True
        elif not self.is_kept:
            st.rerun()
        self.box.__enter__()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.box.__exit__(kind, error, trace)
        if streamlit_internals.has_nothing_there(error) and not self.round.is_whole:
            st.rerun()  # the script's run has been here and drawn nothing

    def reserve(self) -> None:
        """Let a move draw here, even if the script's own run had nothing to draw."""
        if not self.is_kept:
            with self:
                st.empty()

    def show(self, draw: Callable[..., Any], *arguments: Any) -> None:
        """Draw here, if it is wanted."""
        if self.is_wanted:
            with self:
                draw(*arguments)


def begin(asked: Scenario, reads: tuple[type[Result], ...], page: Any, *, has_slider: bool) -> None:
    """Lay out a page that compares: top, slider, middle, promise, and what is below.

    Parameters
    ----------
    asked : Scenario
        As the menus say.
    reads : tuple of type
    page : streamlit page
    has_slider : bool
        Whether the page has a slider of its own.
    """
    _rest()
    now = Round(asked, reads, has_slider, page)
    session.store(ROUND, now)
    if not has_slider:
        keep("top", st.container(key="page-top", gap=None))
        session.offer_place("missed", st.container())
        slider, choices = controls()
        for name, box in slider.items():
            keep(name, box)
        session.offer_place("choices", choices)
        keep("late choices", choices)
        session.offer_place("above", st.container())
    else:
        session.offer_place("missed", st.container())
    stops = beyond.stops(from_zero=has_slider)
    epsilon = session.asked_epsilon(USUAL, stops)
    now.missed = say_missed_epsilon(epsilon, stops)
    session.offer_place("middle", st.container(key="page-middle"))
    promise = st.container(horizontal=True, vertical_alignment="center", gap="small",
                           key="guarantee")  # fmt: skip
    session.offer_place("promise", promise)
    keep("notes", st.container())
    session.offer_place("below", st.container(key="page-below"))
    session.remember(now.at(epsilon))
    if not has_slider:
        find_node.follow_link(asked)
        marked_link.follow_link(asked.graph.n)


def _rest() -> None:
    before: Round | None = session.stored(ROUND)
    if before is not None:
        before.rest()


@fragments.of_page()
def whole(scenario: Scenario, script: Any) -> None:
    """Draw a page that does not compare: what is chosen on it runs this, not the menus.

    Parameters
    ----------
    scenario : Scenario
        At the usual epsilon; the page has the one that was last asked for.
    script : streamlit page
    """
    with turns.hold():
        _rest()
        session.follow_wish()
        offer_missed()
        epsilon = session.asked_epsilon(scenario.epsilon)
        say_missed_epsilon(epsilon, beyond.stops(), where=ELSEWHERE)
        session.remember(replace(scenario, epsilon=epsilon))
        streamlit_internals.run_page(script)


def keep(name: str, box: st.delta_generator.DeltaGenerator, *, is_wanted: bool = True) -> Place:
    """Keep a place for what moves, also under a name."""
    now: Round = session.stored(ROUND)
    now.places[name] = place = Place(box, now, is_wanted)
    return place


def kept(name: str) -> Place:
    """A place kept in this round."""
    now: Round = session.stored(ROUND)
    return now.places[name]


def section() -> Place:
    """The place for what brings a title of its own, or does not come at all."""
    with session.place("below"):
        return Place(st.container(), session.stored(ROUND))


def nowhere() -> Place:
    """A place at which nothing is wanted."""
    return Place(session.place("below"), session.stored(ROUND), is_wanted=False)


def study(
    title: str, label: str, button: str, icon: str, help: str = "", *, key: str = ""
) -> Place:
    """A titled line for work that is done when asked for; until then there is its button."""
    name = key or label.replace(" ", "-")
    with session.place("below"):
        with st.container(horizontal=True, vertical_alignment="center", key=f"study-{name}"):
            st.markdown(title)
            wanted = progress.asked(label, button, icon, help, key=key)
        return Place(st.container(), session.stored(ROUND), wanted)


def box(
    title: str,
    icon: str | None = None,
    *,
    key: str,
    holds: str = "",
    help: str = "",
    is_row: bool = False,
    at: str = "",
) -> Place:
    """A titled line below the picture, or `at` a kept place; made while it is open.

    Below the picture all waits until the promise is said: a page without one names a place. `help`
    stands in it first. What is drawn in a row stands beside each other where the screen is wide
    enough. Other parameters are those of :func:`pages.shared.sections.closed`.
    """
    with kept(at).box if at else session.place("below"):
        made = sections.closed(title, icon, key=key, holds=holds)
    place: st.delta_generator.DeltaGenerator = made
    if made.open and (help or is_row):
        with made:
            if help:
                st.caption(help)
            place = st.container(horizontal=is_row)
    return Place(place, session.stored(ROUND), bool(made.open))


def follow(draw: Callable[[Scenario], None], *, slider: str = "") -> None:
    """Say what moves with epsilon; the script's last word.

    Parameters
    ----------
    draw : callable
        Takes the scenario with the slider's epsilon.
    slider : str
        Key of the page's own slider, if it has one.
    """
    now: Round = session.stored(ROUND)
    now.draw = draw
    if slider:
        now.replay.sliders += (slider,)


def draw_always() -> None:
    """Say that what is drawn now depends on more than what was chosen: it is drawn each time."""
    now: Round | None = session.stored(ROUND)
    if now is not None:
        now.replay.draw_always()


def run(sent: Mapping[tuple[int, ...], Any]) -> None:
    """Draw what moves, now and for every move of the slider, after the script.

    `sent` is what the page has sent since it began, see :func:`drawings.heard`.

    All pages have one slider, so that it and its place in the address stay from page to page: it
    is therefore drawn by what is behind the pages.
    """
    now: Round = session.stored(ROUND)
    try:
        if now.draw is not None:
            with session.place("middle"):
                _moved(now.draw, now)
            if not now.asked.graph.owner:
                now.replay.share(f"{now.asked.title}\n{now.asked.key()}", sent)
            now.draw_ahead()
    finally:
        now.is_whole = False


@fragments.of_page()
def _moved(draw: Callable[[Scenario], None], now: Round) -> None:
    if unseen.is_drawing():
        now = session.stored(ROUND)
    with turns.hold():
        now.rest()
        if not now.is_whole and (session.wants_whole_page() or session.stored(ROUND) is not now):
            st.rerun()
        now.replay.begin()
        now.part = unseen.part()
        session.store("top lines", [])
        if now.has_slider:
            epsilon = hidden_slider()
        else:
            with kept("slider"):
                epsilon = epsilon_slider()
            find_node.leave_link(now.asked)
            marked_link.write()
        stood, scenario = session.current().mechanism, now.at(epsilon)
        session.remember(scenario)
        if scenario.mechanism != stood or now.missed != session.missed_param("epsilon"):
            st.rerun()  # what stands still was drawn for another one

        def drawn() -> None:
            if scenario.mechanism != now.asked.mechanism:
                stand_in.say(replace(now.asked, epsilon=epsilon), scenario.mechanism)
            draw(scenario)

        with streamlit_internals.of_page(now.page):
            session.follow_wish()  # heard whether the stop is drawn or sent again
            if now.is_whole:
                now.replay.first(drawn)
                kept("notes").reserve()
            else:
                now.replay.draw(epsilon, drawn)
    if not (now.is_whole or now.replay.is_ahead):
        now.draw_ahead()
