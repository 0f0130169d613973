"""GraphDP: how much privacy can a graph bear? Mechanisms, analyses and their comparison.

Examples
--------
>>> import graphdp_core as gdp
>>> g = gdp.load_graph("karate")
>>> release = gdp.mechanism("edge_flip").release(g, epsilon=2.0, rng=gdp.noise_stream(seed=0))
>>> release.n == g.n
True
"""

from __future__ import annotations

from typing import Any

from graphdp_core.analyses import ANALYSES, Analysis
from graphdp_core.datasets import (
    GraphFileError,
    generate,
    graph_from_points,
    load_graph,
    read_graph,
    write_graph,
)
from graphdp_core.experiment.compare import Comparison, compare, compatible, noise_stream, sweep
from graphdp_core.graphs.graph import EdgeNoise, Graph
from graphdp_core.mechanisms import MECHANISMS, Mechanism
from graphdp_core.params import make
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status

__all__ = [
    "ANALYSES",
    "MECHANISMS",
    "Analysis",
    "Comparison",
    "EdgeNoise",
    "Graph",
    "GraphFileError",
    "Guarantee",
    "Mechanism",
    "NeighbouringRelation",
    "Status",
    "analysis",
    "compare",
    "compatible",
    "generate",
    "graph_from_points",
    "load_graph",
    "mechanism",
    "noise_stream",
    "read_graph",
    "sweep",
    "write_graph",
]


def mechanism(id: str, **parameters: Any) -> Mechanism:
    """Make a mechanism by its id, with parameters by name.

    Raises
    ------
    ValueError
        If the id or a parameter is unknown, or a parameter's value is out of range.

    Examples
    --------
    >>> mechanism("edge_flip").title
    'edgeFlip'
    """
    made: Mechanism = make("mechanism", MECHANISMS, id, parameters)
    return made


def analysis(id: str, **parameters: Any) -> Analysis:
    """Make an analysis by its id, with parameters by name.

    Raises
    ------
    ValueError
        If the id or a parameter is unknown, or a parameter's value is out of range.
    """
    made: Analysis = make("analysis", ANALYSES, id, parameters)
    return made
