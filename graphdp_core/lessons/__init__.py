"""Short lessons as data: a prediction, one control, a measured reveal, an exercise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphdp_core.lessons.backbone import BACKBONE
from graphdp_core.lessons.choose import CHOOSE
from graphdp_core.lessons.communities import COMMUNITIES
from graphdp_core.lessons.importance import IMPORTANCE
from graphdp_core.lessons.interval import INTERVAL
from graphdp_core.lessons.lesson import Lesson, read
from graphdp_core.lessons.names_off import NAMES_OFF
from graphdp_core.lessons.one_edge import ONE_EDGE
from graphdp_core.lessons.shape import SHAPE
from graphdp_core.lessons.spectrum import SPECTRUM
from graphdp_core.lessons.staged import staged
from graphdp_core.params import Refused
from graphdp_core.stage import carried

__all__ = ["LESSONS", "Lesson", "document", "lesson", "plans"]

LESSONS: tuple[Lesson, ...] = (
    ONE_EDGE, SHAPE, COMMUNITIES, IMPORTANCE, BACKBONE, SPECTRUM, CHOOSE, INTERVAL, NAMES_OFF,
)  # fmt: skip
"""In the order in which they are taught."""

DRAWN = ("places", "inks", "kept", "invented", "entries", "rows")
DISCUSS, PHONES = 5, 3
"""Minutes of a class for each lesson beside its own: for the questions after it, and to join."""
PLANS = {45: ("L0", "L2", "L3", "L8"), 90: ("L0", "L1", "L2", "L3", "L4", "L5", "L6", "L8")}


def lesson(id: str) -> Lesson:
    """The lesson of an id, "L0" to "L8"."""
    for one in LESSONS:
        if one.id == id:
            return one
    ids = ", ".join(one.id for one in LESSONS)
    raise Refused(f"lesson must be one of {ids}, got {id!r}.")


def document(id: str) -> dict[str, Any]:
    """A lesson for the screen, with the measurements that are stored for it."""
    lesson_parts = lesson(id).document(read(id))
    stage = carried(staged(lesson_parts))
    truth, *_ = lesson_parts["measured"].pop("picture")["panels"]  # they are the stage now
    picture = {name: entries[-1] for name, entries in truth.items() if name in DRAWN}
    if ladder := lesson_parts["measured"].get("ladder"):
        picture = {"places": ladder["places"], "kept": ladder["rungs"][0]["kept"]}
    return {**lesson_parts, "stage": stage, "picture": picture, "count": len(LESSONS)}


def plans() -> list[tuple[int, str]]:
    """For so many minutes: the lessons of a class, each with its own and what a sheet adds."""
    return [(minutes, _plan(minutes, ids)) for minutes, ids in PLANS.items()]


def _plan(minutes: int, ids: Sequence[str]) -> str:
    own = {lesson(id).title: lesson(id).words["minutes"] for id in ids}
    needed = sum(own.values()) + len(own) * (DISCUSS + PHONES)
    parts = "; ".join(f"{title} {alone} min" for title, alone in own.items())
    each = f"with {PHONES} for phones and {DISCUSS} to discuss each"
    return f"{parts}; {each}. {needed} of {minutes} minutes."
