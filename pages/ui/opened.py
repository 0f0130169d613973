"""What is around all that a page without a stage draws."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pages.ground import turns
from pages.session import session
from pages.session.stage_position import USUAL
from pages.ui import far_epsilon_switch
from pages.ui.sidebar import say_missed_epsilon
from pages.ui.widgets import offer_missed

ELSEWHERE = " on the pages that have its slider"


@contextmanager
def page_frame(*, has_slider: bool = False) -> Iterator[None]:
    """Draw in turn, go where a button led, and say on top what a link asks for in vain.

    Parameters
    ----------
    has_slider : bool
        Whether the slider of epsilon is drawn inside.
    """
    with turns.render_lock():
        session.open_requested()
        offer_missed()
        stops = far_epsilon_switch.stops()
        epsilon = session.asked_epsilon(USUAL, stops)
        say_missed_epsilon(epsilon, stops, where="" if has_slider else ELSEWHERE)
        if has_slider:
            session.hold_slider(stops)
        yield
