"""Parts of a page that are drawn again alone, each of its page only.

Streamlit names a part by its function and its place. Two pages that have the same part at the same
place would share the name: a request that a page's timer has sent just before another page was
opened would then run there, as the page before, and take that page's elements away.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from pages.session import session

__all__ = ["of_page"]

P = ParamSpec("P")


def of_page(*, run_every: float | None = None) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Let a function draw a part of the page that can be drawn again alone.

    Parameters
    ----------
    run_every : float, optional
        Seconds after which it is drawn again by itself.
    """

    def decorate(draw: Callable[P, None]) -> Callable[P, None]:
        @wraps(draw)
        def call(*args: P.args, **kwargs: P.kwargs) -> None:
            @wraps(draw)
            def part() -> None:
                draw(*args, **kwargs)

            part.__qualname__ = f"{draw.__qualname__} of {session.page()}"
            st.fragment(part, run_every=run_every)()

        return call

    return decorate
