"""Graphs to work on: bundled, from a data folder, or generated."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.data.bundled import BUNDLED, EXAMPLES, Example
from graphdp_core.data.dataset import DatasetInfo
from graphdp_core.data.generators.degree_corrected import LFR, DegreeCorrectedSBM
from graphdp_core.data.generators.generator import Generator
from graphdp_core.data.generators.latent_points import graph_from_points
from graphdp_core.data.generators.mixed_membership import MixedMembership
from graphdp_core.data.generators.point_clouds import (
    Blobs,
    Circles,
    Moons,
    Shapes,
)
from graphdp_core.data.generators.random_graphs import (
    BarabasiAlbert,
    ErdosRenyi,
    PlantedPartition,
    PowerlawCluster,
    RandomGeometric,
    StochasticBlockModel,
    WattsStrogatz,
)
from graphdp_core.data.generators.rdpg import RandomDotProduct, RDPGCircle
from graphdp_core.data.generators.survey import SchoolDay, Survey
from graphdp_core.data.point_file import read_points
from graphdp_core.data.registry import REGISTERED
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.raw_graph import Loaded
from graphdp_core.intake.largest_component import in_largest_component
from graphdp_core.params import by_id, checked_seed, make

__all__ = [
    "DATASETS",
    "EXAMPLES",
    "GENERATORS",
    "DatasetInfo",
    "Example",
    "Generator",
    "dataset",
    "generate",
    "generator",
    "graph_from_points",
    "load_graph",
    "read_points",
]

DATASETS: tuple[DatasetInfo, ...] = (*BUNDLED, *REGISTERED)
"""All data sets, in the order in which they are shown."""

GENERATORS: tuple[type[Generator], ...] = (
    StochasticBlockModel,
    DegreeCorrectedSBM,
    MixedMembership,
    LFR,
    PlantedPartition,
    ErdosRenyi,
    BarabasiAlbert,
    RandomDotProduct,
    PowerlawCluster,
    WattsStrogatz,
    RandomGeometric,
    RDPGCircle,
    Moons,
    Circles,
    Blobs,
    Shapes,
    SchoolDay,
    Survey,
)
"""All generators, in the order in which they are shown."""


def load_graph(id: str, *, largest_component: bool = False) -> Graph:
    """Load a data set or an example by its id.

    Parameters
    ----------
    id : str
    largest_component : bool
        Keep the largest connected component only. *Privacy*: which nodes are in it depends on
        the edges, so that no guarantee for the smaller graph covers this choice.

    Raises
    ------
    Refused
        If there is no such data set.
    GraphFileError
        If its file is not in the folder named by GRAPHDP_DATA_DIR, or is damaged.

    Examples
    --------
    >>> load_graph("karate")
    <Graph Karate club: n=34, m=78>
    """
    examples = {example.id: example for example in EXAMPLES}
    graph = examples[id].load() if id in examples else dataset(id).load()
    return in_largest_component(Loaded(graph, "")).graph if largest_component else graph


def dataset(id: str) -> DatasetInfo:
    """The facts of a data set by its id; Refused if there is none."""
    info: DatasetInfo = by_id("data set", DATASETS, id)
    return info


def generate(id: str, *, seed: int = 0, **parameters: Any) -> Graph:
    """Draw a random graph by the id of its generator, with parameters by name.

    Parameters
    ----------
    id : str
    seed : int
        The same seed and parameters give the same graph.

    Raises
    ------
    Refused
        If the id or a parameter is unknown, or a parameter's value is out of range.

    Examples
    --------
    >>> generate("sbm", n=30, blocks=2, seed=1).title
    'SBM, 30 nodes, 2 blocks'
    """
    return generator(id, **parameters).generate(rng=np.random.default_rng(checked_seed(seed)))


def generator(id: str, **parameters: Any) -> Generator:
    """Make a generator by its id, with parameters by name.

    Raises
    ------
    Refused
        If the id or a parameter is unknown, or a parameter's value is out of range.
    """
    made: Generator = make("generator", GENERATORS, id, parameters)
    return made
