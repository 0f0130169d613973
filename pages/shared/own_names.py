"""Whether names of an own graph's nodes may leave in files: asked once, for all of them."""

from __future__ import annotations

from graphdp_core.experiment.scenario import Scenario
from graphdp_core.takeaway.names import carries_names
from pages.shared import session

__all__ = ["ALONG", "HOME", "answer", "are_asked", "go_along", "remember"]

HOME, ALONG = "Names stay home", "Names go along"
_KEY = "names in files"


def are_asked(scenario: Scenario) -> bool:
    """Whether there is something to ask: an own graph with names of its own."""
    return scenario.choice is None and carries_names(scenario.graph)


def remember(answer: str) -> None:
    """Keep the answer for this session."""
    session.store(_KEY, answer)


def answer() -> str:
    """What was answered; that names stay home, before anybody was asked."""
    return str(session.stored(_KEY) or HOME)


def go_along(scenario: Scenario) -> bool:
    """Whether files may carry the names of this graph."""
    return not are_asked(scenario) or answer() == ALONG
