"""The stage as a page mounts it, and whether its route is blocked: one way for all pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pages.ground.widget_script import component
from pages.server.stage_routes import stage_folder
from pages.server.stages import STAGES, name_of
from pages.session import session

STYLES = "pair/pair chart/chart stage/stage stage/page"


def carried(
    widget: str, key: str, epsilon: float, person: str, *, is_first: bool = False
) -> dict[str, str] | None:
    """The stop itself, once the browser has said that it does not reach the route.

    Also with the first page, where it is there already: so it is on the screen one question sooner.
    """
    blocked = session.answer(widget, "blocked")
    is_blocked = isinstance(blocked, dict) and blocked.get("blocked") is True
    staged = STAGES.find(key, visitor=person)
    is_there = staged is not None and name_of(epsilon) in staged.parts
    if is_blocked or (is_first and is_there):
        return STAGES.carried(key, epsilon, visitor=person)
    return None


def mount(key: str, rested: Callable[[], object], **data: Any) -> None:
    """Mount it here; it moves without the page from then on, and `rested` hears where it rests.

    `data` are the fields of assets/stage/page.js that the page decides.
    """
    component("stage", "stage/page", css=STYLES)(
        key=key,
        data={"folder": stage_folder(), **data},
        on_rested_change=rested,
        on_lost_change=_again,
        on_blocked_change=_again,
    )


def _again() -> None:
    """The browser asks for the stage anew: drawing it opens it, and carries it if it must."""
