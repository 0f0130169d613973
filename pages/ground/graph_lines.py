"""The lines of the graph menu by id: examples, an own file, real graphs, generators."""

from __future__ import annotations

from graphdp_core.data import DATASETS, EXAMPLES, GENERATORS, DatasetInfo, Generator
from graphdp_core.serving import is_demo

__all__ = ["FIRST", "UPLOAD", "UPLOAD_ID", "graph_lines", "label_of", "line_of", "published"]

UPLOAD = "Your own file…"
UPLOAD_ID = "upload"
FIRST = EXAMPLES[0].id


def graph_lines() -> dict[str, str]:
    """The lines of everything that a link can ask for, by id; the first is what is usual.

    A demo takes no file, and offers what comes with the package alone.
    """
    return {
        **{example.id: example.title for example in EXAMPLES},
        **({} if is_demo() else {UPLOAD_ID: UPLOAD}),
        **{info.id: label_of(info) for info in published()},
        **{made.id: line_of(made) for made in GENERATORS},
    }


def published() -> tuple[DatasetInfo, ...]:
    """The published graphs that are offered: in a demo those that come with the package."""
    return tuple(info for info in DATASETS if info.bundled or not is_demo())


def label_of(info: DatasetInfo) -> str:
    """A data set's line in the menu."""
    return f"{info.title} ({info.n:,} nodes)"


def line_of(made: type[Generator]) -> str:
    """A generator's line in the menu."""
    return f"Generator: {made.title}"
