"""Mechanisms that break their guarantee on purpose: what every audit must catch."""

from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.false_claims import AsPublished as Broken
from graphdp_core.lab.audits.fault_injection import Louder as Wrapped
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.privacy.samplers import two_sided_geometric
from graphdp_core.results import Result, Scores

__all__ = [
    "AlwaysFails",
    "NoiseTwice",
    "RawDegrees",
    "ReadingRefusal",
    "Unchecked",
    "WithoutCheck",
    "Wrapped",
]


@dataclass(frozen=True)
class RawDegrees(Broken):
    """Degrees plus Laplace noise as doubles: right over the reals, not in the last bits."""

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Scores:
        return Scores(graph.degrees + 2 / epsilon * rng.laplace(size=graph.n), measure="degree")


def grid_noise(epsilon: float, size: int, rng: np.random.Generator) -> Floats:
    """Whole noise for degrees: what RawDegrees should add."""
    return two_sided_geometric(rng, epsilon=epsilon / 2, size=size).astype(float)


@dataclass(frozen=True)
class NoiseTwice(Broken):
    """Sound noise on degrees, then their squares with the same noise: the two cancel."""

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Scores:
        noise = grid_noise(epsilon, graph.n, rng)
        d = graph.degrees
        return Scores(np.concatenate((d + noise, d**2 + noise)), measure="degree")


@dataclass(frozen=True)
class Unchecked(Broken):
    """Draws without asking its own check."""

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        return Scores(graph.degrees + grid_noise(abs(epsilon) + 1e-9, graph.n, rng), measure="d")


class WithoutCheck:
    """Knows no check, and ends in a TypeError where epsilon is no number above 0."""

    def guarantee(self, epsilon: float) -> Guarantee:
        return Broken().guarantee(epsilon)

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Scores:
        if not epsilon > 0:
            raise TypeError("cannot multiply")
        return Scores(graph.degrees + grid_noise(epsilon, graph.n, rng), measure="degree")


@dataclass(frozen=True)
class AlwaysFails(Broken):
    """Ends in an error whatever it is given."""

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        self.check(graph, epsilon)
        raise RuntimeError("broken")


@dataclass(frozen=True)
class ReadingRefusal(Broken):
    """Sound noise, but graphs without an edge are refused, by the check or while drawing."""

    where: str = "check"

    def check(self, graph: Graph, epsilon: float) -> None:
        super().check(graph, epsilon)
        if self.where == "check" and graph.m == 0:
            raise Refused("the graph must have an edge, got none.")
        if self.where == "text" and graph.n > 5:
            raise Refused(f"the graph must have at most 5 nodes, got one of {graph.m} edges.")

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Scores:
        if self.where == "draw" and graph.m > 2 and rng.random() < 0.5:
            raise Refused("the draw was given up after too many steps.")
        return Scores(graph.degrees + grid_noise(epsilon, graph.n, rng), measure="degree")
