"""The ways of looking at one graph under one slider: the only list of views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.overview import Overview
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import SpanningTree

__all__ = ["VIEWS", "View", "view_named"]


@dataclass(frozen=True)
class View:
    """One way of looking.

    Parameters
    ----------
    id : str
        As in an address.
    title : str
    question : str
        What it answers.
    page : str
        Address of the page with its settings, tables and studies.
    analysis : callable
        Scenario to what is computed for it.
    """

    id: str
    title: str
    question: str
    page: str
    analysis: Callable[[Scenario], Analysis[Any]]


def _tree(now: Scenario) -> Analysis[Any]:
    """By weight where weights are what is protected: no other length would show the mechanism."""
    if now.mechanism.protects_weights:
        return MinimumSpanningTree(length="weights")
    return MinimumSpanningTree()


def _groups(now: Scenario) -> Analysis[Any]:
    return DBMSTClu() if now.mechanism.returns is SpanningTree else Louvain()


VIEWS = (
    View("graph", "Graph", "How many of the edges shown are real?", "overview",
         lambda now: Overview()),
    View("embedding", "Embedding", "Do the nodes stay where they belong?", "embeddings",
         lambda now: SpectralEmbedding()),
    View("clusters", "Clusters", "Are the same communities found again?", "clusters", _groups),
    View("tree", "Spanning tree", "Does the backbone hold?", "spanning-tree", _tree),
    View("centrality", "Centrality", "Which nodes stay on top?", "centrality",
         lambda now: matched(Centrality(), now.mechanism, now.graph)),
    View("persistence", "Persistence", "Does the shape survive?", "persistence",
         lambda now: Persistence()),
    View("spectrum", "Spectrum", "Which directions are above the noise?", "spectrum",
         lambda now: SpectrumAnalysis()),
)  # fmt: skip
"""In the order of the keys 1, 2, 3 ..."""


def view_named(id: str) -> View:
    """The view of an id; the first for one that is not in the table."""
    return next((view for view in VIEWS if view.id == id), VIEWS[0])
