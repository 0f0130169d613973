"""The views of Explore, one file each: the only list of them."""

from __future__ import annotations

from pages.explore.view import View
from pages.explore.views import (
    centrality,
    clusters,
    conclusions,
    counts,
    embedding,
    graph,
    persistence,
    recognition,
    spectrum,
    tree,
)

__all__ = ["VIEWS", "view_named"]

VIEWS = (
    graph.VIEW,
    clusters.VIEW,
    embedding.VIEW,
    persistence.VIEW,
    tree.VIEW,
    centrality.VIEW,
    spectrum.VIEW,
    recognition.VIEW,
    conclusions.VIEW,
    counts.VIEW,
)
"""In the order of the keys 1, 2, 3 ..."""


def view_named(id: str) -> View:
    """The view of an id; the first for one that is not in the table."""
    return next((view for view in VIEWS if view.id == id), VIEWS[0])
