"""Examples that show something: a generator with fixed parameters, and a story to tell by it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.data.bundled import STORIES
from graphdp_core.data.generators.classic_models import PowerlawCluster, WattsStrogatz
from graphdp_core.data.generators.degree_corrected import LFR, DegreeCorrectedSBM
from graphdp_core.data.generators.generator import Generator
from graphdp_core.data.generators.point_clouds import Moons
from graphdp_core.data.generators.random_graphs import (
    BarabasiAlbert,
    ErdosRenyi,
    StochasticBlockModel,
)
from graphdp_core.data.generators.rdpg import RDPGCircle
from graphdp_core.data.generators.survey import Survey
from graphdp_core.graphs.graph import Graph


@dataclass(frozen=True)
class Example:
    """A generated graph with a name from life.

    Parameters
    ----------
    id : str
    title : str
        What it could be, with its size.
    summary : str
        What it is good for, in one sentence.
    generator : type of Generator
        Draws it, with its usual parameters and seed 0.
    n : int
        Nodes.
    """

    id: str
    title: str
    summary: str
    generator: type[Generator]
    n: int

    def load(self) -> Graph:
        """The graph, the same every time."""
        return self.generator().generate(rng=np.random.default_rng(0))


_GENERATORS = {
    generator.__name__: generator
    for generator in (
        StochasticBlockModel, DegreeCorrectedSBM, LFR, BarabasiAlbert, PowerlawCluster,
        WattsStrogatz, Moons, RDPGCircle, Survey, ErdosRenyi,
    )
}  # fmt: skip
EXAMPLES = tuple(
    Example(**(row | {"generator": _GENERATORS[row["generator"]]})) for row in STORIES["example"]
)
"""In the order of the menu; the first is what a new visitor sees."""
