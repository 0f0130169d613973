"""What a view of Explore is: what it asks, what is computed for it, what can be opened below it.

The switch that asks for repeats of the pair that a view shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.stage import LARGE, Draw
from graphdp_core.vocabulary import TOPICS
from pages.ground.glossary import term
from pages.session import addresses, session
from pages.ui.widgets import warn_unknown_param


def always(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whatever is chosen."""
    return True


def is_large(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Where not every node is drawn."""
    return scenario.graph.n > LARGE


@dataclass(frozen=True)
class Section:
    """A titled line below the stage; what it holds is drawn while it is open.

    Parameters
    ----------
    key : str
        Its name in the address, where ``key=true`` opens it.
    draw : callable
        Draws it, from the comparison at the epsilon where the slider rests, by the public calls of
        Streamlit: it runs again with every rest.
    holds : str
        The name of a setting in it: a link that says one opens it, too.
    help : str
        Stands in it first.
    is_row : bool
        What it draws stands beside each other where the screen is wide enough.
    wanted : callable
        Whether there is such a line for this scenario and this choice of the view; nothing is
        computed to know it.
    """

    title: str
    key: str
    draw: Callable[[Comparison], object]
    icon: str | None = None
    holds: str = ""
    help: str = ""
    is_row: bool = False
    wanted: Callable[[Scenario, Analysis[Any]], bool] = always


@dataclass(frozen=True)
class Choice:
    """What the stage of a view is made of.

    Parameters
    ----------
    draw : callable, optional
        How a comparison is drawn; by default as its kind of result usually is.
    id : str
        Names what `draw` decides: two choices with the same analysis and id draw the same.
    repeats : int
        Further noise draws at every stop, to be played or laid over each other.
    """

    analysis: Analysis[Any]
    draw: Draw | None = None
    id: str = ""
    repeats: int = 0


@dataclass(frozen=True)
class View:
    """One way of looking at the graph.

    Parameters
    ----------
    id : str
        As in an address.
    title, question : str
        Its name, and what it answers.
    choose : callable
        Draws the view's settings and returns what was chosen; it is called for the open view
        alone. Widgets go where `widgets.settings` and `widgets.choose` put them, or into
        ``session.place("choices")``.
    usual : callable
        The choice of a view that was not opened yet.
    sections : tuple of Section
    """

    id: str
    title: str
    question: str
    choose: Callable[[Scenario], Choice]
    usual: Callable[[Scenario], Choice]
    sections: tuple[Section, ...] = ()

    @property
    def field(self) -> str:
        """What the literature calls it."""
        return next(topic.field for topic in TOPICS if topic.view == self.id)


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
