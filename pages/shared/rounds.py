"""One run of a page's script and the moves of the slider after it, met and not met yet."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import Result
from pages.shared import ahead, beyond, scenario_cache, session, stand_in, unseen
from pages.shared.replay import Replay

__all__ = ["ROUND", "Round"]

ROUND = "round"
"""The name under which a session stores the present one."""

QUICK_S = 1.5  # of the processor for a stop, up to which others are drawn ahead


@dataclass(eq=False)
class Round:
    """One run of a page's script, and the moves of the slider that follow it.

    Parameters
    ----------
    asked : Scenario
        As the menus say, with the mechanism that is wished for.
    reads : tuple of type
        What the page shows beside released graphs.
    has_slider : bool
        Whether the page has a slider of its own.
    page : streamlit page
        Whose script it is.
    draw : callable or None
        Draws what moves; None until the script has said it.
    missed : str
        An epsilon that a link asks for and that is no stop.
    is_whole : bool
        Whether the script itself runs now.
    places : dict
        Kept for what moves, by name.
    replay : Replay
        What moves has drawn at the stops that were met.
    part : str
        Streamlit's name of what moves.
    task : Task or None
        What is drawn of it ahead.
    """

    asked: Scenario
    reads: tuple[type[Result], ...]
    has_slider: bool
    page: Any
    draw: Callable[[Scenario], None] | None = None
    missed: str = ""
    is_whole: bool = True
    places: dict[str, Any] = field(default_factory=dict)
    replay: Replay = field(default_factory=lambda: Replay(("epsilon",)))
    part: str = ""
    task: ahead.Task | None = None

    def at(self, epsilon: float) -> Scenario:
        """The scenario at an epsilon, with a mechanism that runs there."""
        now = replace(self.asked, epsilon=epsilon)
        return now if self.has_slider else stand_in.running(now, self.reads)

    def rest(self) -> None:
        """Draw nothing ahead any more."""
        if self.task is not None:
            self.task.end()

    def draw_ahead(self) -> None:
        """Let all stops be drawn before they are asked for, if the page has come to rest."""
        if not self.replay.is_settled:
            return
        missing = self.replay.missing(beyond.stops(from_zero=self.has_slider))
        copied = unseen.double(self.part) if missing else None
        if copied is None:
            return
        now = replace(self, is_whole=False, replay=self.replay.ahead(), task=None)
        order = ahead.nearest_first(missing, session.current().epsilon)
        self.task = ahead.Task(order, partial(now.draw_unseen, copied))
        ahead.AHEAD.ask(copied.session, self.task)

    def draw_unseen(self, copied: unseen.Double, epsilon: float, task: ahead.Task) -> bool:
        """Draw one stop ahead; whether there is any use in going on."""
        if not unseen.is_open(copied.session):
            return False
        start = time.thread_time()
        values = {"epsilon": epsilon, session.STORED.format(ROUND): self}
        copied.draw(values, lambda: task.is_over)
        if not task.is_over:
            self.replay.give_up(epsilon)  # if it was not kept by now, it never is
        if self.asked.graph.owner and not unseen.is_open(copied.session):
            unseen.forget_caches(copied.session)
            scenario_cache.farewell(self.asked.graph.owner)
        return self.replay.is_settled and time.thread_time() - start < QUICK_S
