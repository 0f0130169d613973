"""Whether names of an own graph's nodes may leave in files: asked once, for all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.captions.words import carries_names
from graphdp_core.experiment.scenario import Scenario
from pages.ground.records import session_record

__all__ = ["ALONG", "HOME", "answer", "are_asked", "go_along", "permission", "remember"]

HOME, ALONG = "Names stay home", "Names go along"


@dataclass
class Permission:
    """What was answered, where other threads can read it: they know no session."""

    answer: str = HOME


def are_asked(scenario: Scenario) -> bool:
    """Whether there is something to ask: an own graph with names of its own."""
    return scenario.choice is None and carries_names(scenario.graph)


def remember(answer: str) -> None:
    """Keep the answer for this session."""
    session_record(Permission).answer = answer


def answer() -> str:
    """What was answered; that names stay home, before anybody was asked."""
    return session_record(Permission).answer


def permission(scenario: Scenario) -> Callable[[], bool]:
    """Tells when it is called, from any thread, whether files may carry the names of this graph."""
    if not are_asked(scenario):
        return lambda: True
    kept = session_record(Permission)
    return lambda: kept.answer == ALONG


def go_along(scenario: Scenario) -> bool:
    """Whether files may carry the names of this graph."""
    return permission(scenario)()
