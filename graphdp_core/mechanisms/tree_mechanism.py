"""What all mechanisms that release a spanning tree of private weights share."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import forest_edges
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.params import Refused, param
from graphdp_core.privacy.draws import Budget, Draws, Law, part_of
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.privacy.laws import GridNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, geometric_noise, on_a_grid, signed_tails
from graphdp_core.progress import Progress
from graphdp_core.results import SpanningTree


@dataclass(frozen=True)
class TreeMechanism(WeightMechanism[SpanningTree]):
    """Release which edges form a light spanning tree; their noisy weights only from a budget.

    A subclass draws the tree. The weights of its edges, if a share of epsilon is set aside for
    them, get noise of their own: the release then costs the sum of both (adaptive composition).
    """

    sampler = "exact, with 53-bit random numbers"

    disconnected: str = param(
        "forest",
        "Where the graph falls into parts: one tree for each, or a refusal. The parts are public.",
        label="Disconnected graph",
        choices={"forest": "A tree for each part", "refuse": "Refuse"},
    )
    weights_share: float = param(
        0.0,
        "Share of ε that is spent on noisy weights for the tree's edges; 0 releases no weights.",
        label="Share of ε for the tree's weights",
        low=0.0,
        high=0.95,
        examples=(0.5,),
    )

    def _drawn(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress
    ) -> SpanningTree:
        steps = forest_edges(graph)
        progress(0.1, "drawing a tree")
        weights = self.clipped(graph)
        own = epsilon - part_of(epsilon, self.weights_share)
        taken = draws.draw(self._tree(graph, weights, steps, own, progress))
        noisy = None
        if self.weights_share > 0.0:
            scale = self._noise_scale(graph, steps, float(epsilon))
            noisy = on_a_grid(draws.draw(self._noisy(weights, taken, scale, epsilon)), scale)
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
        self, graph: Graph, weights: Floats, steps: int, epsilon: Budget, progress: Progress
    ) -> Law:
        """The law of the rising positions of the tree's edges, at the share that it may spend."""

    def _noise_scale(self, graph: Graph, steps: int, epsilon: float) -> float:
        """Laplace scale for the tree's weights, one for each of its steps."""
        return self.total_change(steps) / (epsilon * self.weights_share)

    def _noisy(
        self, weights: Floats, taken: NDArray[np.int64], scale: float, epsilon: Budget
    ) -> Law:
        """The law of the weights of the tree's edges; scale is that of Laplace noise."""
        own = part_of(epsilon, self.weights_share)
        return _TakenNoise(
            "weights of the tree", own, weights[taken], scale * float(own), taken=taken,
            edges=len(weights),
        )  # fmt: skip

    def _promise(self, epsilon: float, **decided: Any) -> Guarantee:
        """The declared guarantee, for the tree and, if released, its weights together."""
        return super()._promise(epsilon, **{"sampler": self._sampler(), **decided})

    def _sampler(self, weights: str = DISCRETE_SAMPLER) -> str:
        """What is exact about the draw of the tree, and of its weights if they are released."""
        if self.weights_share == 0.0:
            return self.sampler
        return f"tree: {self.sampler}; its weights: rounded to a fine public grid, then {weights}"


@dataclass(frozen=True, eq=False)
class _TakenNoise(GridNoise):
    """Noise is drawn for all edges, so that an edge keeps its own while epsilon moves."""

    taken: NDArray[np.int64] = field(kw_only=True)
    edges: int = 0

    def drawn(self, rng: np.random.Generator) -> Floats:
        tails = signed_tails(rng, self.edges).at(self.taken)
        noisy: Floats = (self.steps + geometric_noise(tails, epsilon=self.rate)) * self.step
        return noisy + 0.0
