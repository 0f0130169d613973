"""Every kind of result, and how each is shown: the one table that all ways of showing read."""

from __future__ import annotations

from graphdp_core.plots.board.pictures import Places
from graphdp_core.plots.kinds.counts import COUNTS, DEGREES, MIXING
from graphdp_core.plots.kinds.diagram import DIAGRAM
from graphdp_core.plots.kinds.embedding import EMBEDDING
from graphdp_core.plots.kinds.partition import PARTITION
from graphdp_core.plots.kinds.questions import CONCLUSIONS, RECOGNITION
from graphdp_core.plots.kinds.record import Columns, Kind, Nodes, Table
from graphdp_core.plots.kinds.scores import SCORES
from graphdp_core.plots.kinds.spanning_tree import SPANNING_TREE
from graphdp_core.plots.kinds.spectrum import SPECTRUM
from graphdp_core.plots.kinds.statistics import STATISTICS

__all__ = ["KINDS", "Columns", "Kind", "Nodes", "Places", "Table", "kind_named"]

KINDS: dict[str, Kind] = {
    kind.id: kind
    for kind in (
        STATISTICS, EMBEDDING, PARTITION, SPANNING_TREE, RECOGNITION,
        DIAGRAM, SCORES, SPECTRUM, COUNTS, DEGREES, MIXING, CONCLUSIONS,
    )
}  # fmt: skip
"""By ``Result.kind``; those with a picture of their nodes first."""


def kind_named(id: str) -> Kind:
    """How results of a kind are shown; of one that nobody draws, in numbers alone."""
    return KINDS.get(id, Kind(id))
