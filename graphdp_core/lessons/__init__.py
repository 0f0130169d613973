"""Short lessons as data: a prediction, one control, a measured reveal, an exercise."""

from __future__ import annotations

from typing import Any

from graphdp_core.lessons.backbone import BACKBONE
from graphdp_core.lessons.choose import CHOOSE
from graphdp_core.lessons.communities import COMMUNITIES
from graphdp_core.lessons.importance import IMPORTANCE
from graphdp_core.lessons.interval import INTERVAL
from graphdp_core.lessons.lesson import Lesson, read
from graphdp_core.lessons.one_edge import ONE_EDGE
from graphdp_core.lessons.shape import SHAPE
from graphdp_core.lessons.spectrum import SPECTRUM
from graphdp_core.lessons.staged import staged
from graphdp_core.params import Refused
from graphdp_core.stage import carried

__all__ = ["LESSONS", "Lesson", "document", "lesson"]

LESSONS: tuple[Lesson, ...] = (
    ONE_EDGE, SHAPE, COMMUNITIES, IMPORTANCE, BACKBONE, SPECTRUM, CHOOSE, INTERVAL,
)  # fmt: skip
"""In the order in which they are taught."""


def lesson(id: str) -> Lesson:
    """The lesson of an id, "L0" to "L7"."""
    for one in LESSONS:
        if one.id == id:
            return one
    ids = ", ".join(one.id for one in LESSONS)
    raise Refused(f"lesson must be one of {ids}, got {id!r}.")


def document(id: str) -> dict[str, Any]:
    """A lesson for the screen, with the measurements that are stored for it."""
    lesson_parts = lesson(id).document(read(id))
    stage = carried(staged(lesson_parts))
    del lesson_parts["measured"]["picture"]  # it is the stage now
    return {**lesson_parts, "stage": stage, "count": len(LESSONS)}
