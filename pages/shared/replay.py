"""What a stop of the slider has drawn, kept to be sent again: met again, it costs little.

What moves is decided by the slider and by all else that the person has chosen. As long as nothing
else is chosen, a stop looks as it did; as soon as something is, all that was kept is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import streamlit as st

from pages.shared import streamlit_internals
from pages.shared.streamlit_internals import Drawn

__all__ = ["Replay"]

MOST_BYTES = 4_000_000  # kept for one page of one person


@dataclass(eq=False)
class Replay:
    """What one page has drawn at the stops of its slider.

    Parameters
    ----------
    sliders : tuple of str
        Keys of the widgets that say the stop and nothing else: no other may change what is kept.
    """

    sliders: tuple[str, ...]
    _kept: dict[tuple[float, str | None], Drawn] = field(default_factory=dict)
    _bytes: int = 0
    _is_current: bool = False

    def begin(self) -> None:
        """Start a run: forget everything if more than the slider was chosen since the last one."""
        self._is_current = not streamlit_internals.is_chosen_beside(*self.sliders)
        if not self._is_current:
            self._kept.clear()
            self._bytes = 0

    def draw_always(self) -> None:
        """Keep nothing of this run: what it draws depends on more than what was chosen."""
        self._is_current = False

    def draw(self, epsilon: float, draw: Callable[[], None]) -> None:
        """Send what was drawn at this stop, or draw it."""
        stop = (epsilon, st.context.theme.type)
        if stop in self._kept:
            streamlit_internals.send_again(self._kept[stop])
            return
        drawn = streamlit_internals.record(draw)
        if drawn is None or not self._is_current or self._bytes + drawn.bytes > MOST_BYTES:
            return
        self._kept[stop] = drawn
        self._bytes += drawn.bytes
