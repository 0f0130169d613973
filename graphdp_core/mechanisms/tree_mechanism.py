"""What all mechanisms that release a spanning tree of private weights share."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import forest_edges
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.params import Refused, param
from graphdp_core.privacy.grids import (
    DISCRETE_SAMPLER,
    on_a_grid,
    signed_tails,
    with_grid_noise,
)
from graphdp_core.progress import Progress
from graphdp_core.results import SpanningTree

__all__ = ["TreeMechanism"]


@dataclass(frozen=True)
class TreeMechanism(WeightMechanism[SpanningTree]):
    """Release which edges form a light spanning tree; their noisy weights only from a budget.

    A subclass draws the tree. The weights of its edges, if a share of epsilon is set aside for
    them, get noise of their own: the release then costs the sum of both (adaptive composition).
    """

    returns = SpanningTree

    disconnected: str = param(
        "forest",
        "Where the graph falls into parts: one tree for each, or a refusal. The parts are public.",
        label="Disconnected graph",
        choices=("forest", "refuse"),
        choice_labels=("A tree for each part", "Refuse"),
    )
    weights_share: float = param(
        0.0,
        "Share of ε that is spent on noisy weights for the tree's edges; 0 releases no weights.",
        label="Share of ε for the tree's weights",
        low=0.0,
        high=0.95,
        examples=(0.5,),
    )

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> SpanningTree:
        """Draw one tree (a forest where the graph is disconnected)."""
        steps = forest_edges(graph)
        progress(0.1, "drawing a tree")
        weights = self.clipped(graph)
        taken = self._tree(graph, weights, steps, epsilon * (1.0 - self.weights_share), rng)
        noisy = None
        if self.weights_share > 0.0:
            noisy = self._noisy(weights, taken, self._noise_scale(graph, steps, epsilon), rng)
        parts = graph.n - steps
        note = f"The graph falls into {parts:,} parts: a tree for each is released."
        return SpanningTree(graph.edges[taken], noisy, (note,) if parts > 1 else (), graph.n)

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused as all weight mechanisms do, or if a disconnected graph is refused."""
        super()._check(graph, epsilon)
        parts = graph.n - forest_edges(graph)
        if self.disconnected == "refuse" and parts > 1:
            raise Refused(
                f"the graph falls into {parts:,} parts and has no spanning tree: choose a tree "
                "for each part, or take one part of the graph.",
                remedy={"disconnected": "forest"},
            )

    @abstractmethod
    def _tree(
        self, graph: Graph, weights: Floats, steps: int, epsilon: float, rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Rising positions of the tree's edges; `epsilon` is the share that the tree may spend."""

    def _noise_scale(self, graph: Graph, steps: int, epsilon: float) -> float:
        """Laplace scale for the tree's weights, one for each of its steps."""
        return self.total_change(steps) / (epsilon * self.weights_share)

    def _noisy(
        self, weights: Floats, taken: NDArray[np.int64], scale: float, rng: np.random.Generator
    ) -> Floats:
        """Noise is drawn for all edges, so that an edge keeps its own while epsilon moves."""
        tails = signed_tails(rng, len(weights)).at(taken)
        noisy = with_grid_noise(weights[taken], tails, sensitivity=scale, epsilon=1.0)
        return on_a_grid(noisy, scale)

    def _sampler(self, tree: str, weights: str = DISCRETE_SAMPLER) -> str:
        """What is exact about the draw of the tree, and of its weights if they are released."""
        if self.weights_share == 0.0:
            return tree
        return f"tree: {tree}; its weights: rounded to a fine public grid, then {weights}"
