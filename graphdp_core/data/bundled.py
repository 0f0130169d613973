"""Small classic graphs that are always there: networkx's own copies, no file and no network.

Examples that show something: a generator with fixed parameters, and a story to tell by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from graphdp_core.data.dataset import DatasetInfo, people
from graphdp_core.data.generators.degree_corrected import LFR, DegreeCorrectedSBM
from graphdp_core.data.generators.generator import Generator
from graphdp_core.data.generators.point_clouds import Moons
from graphdp_core.data.generators.random_graphs import (
    BarabasiAlbert,
    ErdosRenyi,
    PowerlawCluster,
    StochasticBlockModel,
    WattsStrogatz,
)
from graphdp_core.data.generators.rdpg import RDPGCircle
from graphdp_core.data.generators.survey import Survey
from graphdp_core.graphs.graph import Graph
from graphdp_core.stored import table

_LICENCE = "ships with networkx (BSD-3-Clause); cite the source"


@dataclass(frozen=True, kw_only=True)
class _BundledDataset(DatasetInfo):
    build: Callable[[], Graph]
    licence: str = _LICENCE
    bundled: bool = True

    def available(self) -> bool:
        return True

    def load(self) -> Graph:
        return replace(self.build(), title=self.title, near=self.near)


def _karate() -> Graph:
    """The club without weights, as it is mostly used; networkx's copy has weights, dropped here.

    Its members have the numbers 1 to 34, as in the paper; networkx counts them from 0.
    """
    import networkx as nx

    club = Graph.from_networkx(nx.karate_club_graph(), weight=None, label="club")
    numbers = tuple(str(member) for member in range(1, club.n + 1))
    return replace(club, names=numbers, people=people("karate", club.n))


def _plain(id: str) -> Graph:
    import networkx as nx

    return Graph.from_networkx(getattr(nx, f"{id}_graph")())


def _davis_women() -> Graph:
    import networkx as nx

    graph: Any = nx.davis_southern_women_graph()
    for node in graph:
        graph.nodes[node]["kind"] = "events" if graph.nodes[node]["bipartite"] else "women"
    return Graph.from_networkx(graph, label="kind")


_BUILDERS: dict[str, Callable[[], Graph]] = {
    "karate": _karate,
    "davis_women": _davis_women,
}
STORIES: dict[str, list[dict[str, Any]]] = table(Path(__file__).with_name("stories.toml"))
"""The rows of `stories.toml`: bundled graphs and examples."""
BUNDLED: tuple[DatasetInfo, ...] = tuple(
    _BundledDataset(**row, build=_BUILDERS.get(row["id"], partial(_plain, row["id"])))
    for row in STORIES["bundled"]
)


@dataclass(frozen=True)
class Example:
    """A generated graph with a name from life.

    Parameters
    ----------
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
