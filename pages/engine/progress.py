"""Long work: made when asked for, with a bar after half a second and a button that stops it."""

from __future__ import annotations

import contextvars
import time
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from graphdp_core.progress import Report
from pages.ground.widget_script import component
from pages.server.stage_routes import stoppable
from pages.session import session

SMALL = 3_000
"""Nodes of the largest graph whose dear work begins without being asked for."""

BAR_AFTER_S = 0.5  # of work before a bar appears
BAR_EVERY_S = 0.15  # between two updates of a bar


def is_stopped(label: str) -> bool:
    """Whether the user has stopped this work, and not started it again."""
    return session.is_running(f"stopped {label}", default=False)


def start_again(label: str) -> None:
    """A button that starts work which was stopped."""
    st.button(
        "Start again", icon=":material/play_arrow:", type="primary", key="start-again",
        on_click=session.set_running, args=(f"stopped {label}", False),
    )  # fmt: skip


@contextmanager
def shown(label: str) -> Iterator[Report]:
    """Hand out a progress report that draws a bar here; end the page if the user stopped it.

    `label` names the work: what was stopped stays stopped until it is started again, and other
    work is not held up by it.
    """
    stopped = f"stopped {label}"
    if is_stopped(label):
        st.info(
            "Stopped before it was finished. Start again, or choose a smaller graph, another "
            "mechanism or fewer steps.",
            icon=":material/info:",
        )
        start_again(label)
        st.stop()
    place = st.empty()
    # Inside a cached function Streamlit would record the bar and replay it: draw it outside.
    outside = contextvars.copy_context()
    with stoppable() as (address, wish):
        bar = _Bar(place, address)

        def report(fraction: float, text: str) -> None:
            session.checkpoint()
            if wish.is_set():
                session.set_running(stopped, True)
                st.rerun()
            if time.monotonic() >= bar.due:
                outside.run(bar.draw, fraction, text)

        yield report
    if bar.is_drawn:
        place.empty()


class _Bar:
    """The bar with its button; made when it is first due."""

    def __init__(self, place: st.delta_generator.DeltaGenerator, address: str) -> None:
        self.due = time.monotonic() + BAR_AFTER_S
        self._place, self._address = place, address
        self._bar: st.delta_generator.DeltaGenerator | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether there is anything to take away."""
        return self._bar is not None

    def draw(self, fraction: float, text: str) -> None:
        """Move the bar."""
        words = text[:1].upper() + text[1:]
        if self._bar is None:
            with self._place.container():
                self._bar = st.progress(0.0)
                component("stop", "stop/main", css="stop/stop")(
                    key=self._address, data={"address": self._address, "words": "Cancel"}
                )
        self._bar.progress(min(max(fraction, 0.0), 1.0), f"{words} …")
        self.due = time.monotonic() + BAR_EVERY_S


def asked(label: str, button: str, icon: str, help: str = "", *, key: str = "") -> bool:
    """Whether the user has asked for some work; until then, the button for it."""
    if session.is_running(label, default=False):
        return True
    st.button(
        button, icon=f":material/{icon}:", key=key or f"{label.replace(' ', '-')}-button",
        help=help or None,
        on_click=session.set_running, args=(label, True),
    )  # fmt: skip
    return False


def switch(label: str, start: str, *, key: str, default: bool) -> bool:
    """A button that starts work or stops it; whether the work is to run now.

    `start` is written on it while the work rests; `default` tells whether it runs unasked.
    """
    running = session.is_running(label, default=default)
    st.button(
        "Stop" if running else start,
        icon=":material/stop:" if running else ":material/play_arrow:",
        type="secondary" if running else "primary",
        key=key, on_click=session.set_running, args=(label, not running),
    )  # fmt: skip
    return running
