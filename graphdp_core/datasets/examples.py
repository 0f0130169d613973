"""Examples that show something: a generator with fixed parameters, and a story to tell by it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.datasets.generators.classic_models import PowerlawCluster, WattsStrogatz
from graphdp_core.datasets.generators.degree_corrected import LFR, DegreeCorrectedSBM
from graphdp_core.datasets.generators.generator import Generator
from graphdp_core.datasets.generators.point_clouds import Moons
from graphdp_core.datasets.generators.random_graphs import (
    BarabasiAlbert,
    ErdosRenyi,
    StochasticBlockModel,
)
from graphdp_core.datasets.generators.rdpg import RDPGCircle
from graphdp_core.datasets.generators.survey import Survey
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


EXAMPLES = (
    Example(
        "school", "A school of 300 pupils in three classes",
        "Friends are mostly classmates: at which ε can the classes no longer be found?",
        StochasticBlockModel, 300,
    ),
    Example(
        "company", "A company of 1,000 at four sites",
        "Every site has its well-known people: communities with hubs, as in real networks.",
        DegreeCorrectedSBM, 1_000,
    ),
    Example(
        "clubs", "A town of 250 in clubs of all sizes",
        "Large clubs survive more noise than small ones: see which are lost first.",
        LFR, 250,
    ),
    Example(
        "fans", "A fan forum of 300 with a few stars",
        "Newcomers write to the famous: do the stars stay on top of the ranking?",
        BarabasiAlbert, 300,
    ),
    Example(
        "friends", "A circle of 300 friends of friends",
        "Hubs and many triangles: triangle counts and rankings under noise.",
        PowerlawCluster, 300,
    ),
    Example(
        "valley", "A valley of 200 neighbours",
        "A small world: a few long ways hold it together, and noise adds more of them.",
        WattsStrogatz, 200,
    ),
    Example(
        "crescents", "300 places on two crescents",
        "Edges carry lengths: for spanning trees and for mechanisms that protect weights.",
        Moons, 300,
    ),
    Example(
        "ring", "300 people round a hidden ring",
        "A loop in the latent space: do embedding and persistence still find it?",
        RDPGCircle, 300,
    ),
    Example(
        "poll", "A poll: 2,000 people answer 20 questions",
        "Nodes are questions. What is protected is everything that one person said.",
        Survey, 20,
    ),
    Example(
        "strangers", "300 strangers who meet by chance",
        "No structure at all: whatever an analysis finds here is noise.",
        ErdosRenyi, 300,
    ),
)  # fmt: skip
"""In the order of the menu; the first is what a new visitor sees."""
