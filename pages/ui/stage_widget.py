"""The stage as a page mounts it, and whether its route is blocked: one way for all pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphdp_core.plots.theme import themes_by_name
from pages.ground.widget_script import component
from pages.server.stage_routes import stage_folder
from pages.session import session

__all__ = ["is_blocked", "mount"]

STYLES = "pair/pair chart/chart stage/stage stage/page"


def is_blocked(key: str) -> bool:
    """Whether the browser has told the page's stage that it does not reach the route."""
    blocked = session.answer(key, "blocked")
    return isinstance(blocked, dict) and blocked.get("blocked") is True


def mount(key: str, rested: Callable[[], object], **data: Any) -> None:
    """Mount it here; it moves without the page from then on, and `rested` hears where it rests.

    `data` are the fields of assets/stage/page.js that the page decides.
    """
    component("stage", "stage/page", css=STYLES)(
        key=key,
        data={"folder": stage_folder(), "themes": themes_by_name(), **data},
        on_rested_change=rested,
        on_lost_change=_again,
        on_blocked_change=_again,
    )


def _again() -> None:
    """The browser asks for the stage anew: drawing it opens it, and carries it if it must."""
