"""The private cost of the minimum spanning tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.edge_addition import induced_subgraph
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import forest_edges, minimum_spanning_forest
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.weight_mechanism import (
    NORMS,
    PUBLIC_TOPOLOGY,
    WeightMechanism,
)
from graphdp_core.params import Refused, param
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation
from graphdp_core.privacy.laws import GridNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, IDEAL_SAMPLER, on_a_grid
from graphdp_core.privacy.smooth_sensitivity import SmoothNoise, smooth_constants
from graphdp_core.progress import Progress
from graphdp_core.results import Cost
from graphdp_core.sensitivities.tree_cost import LARGEST_N, smooth_cost_bound


@dataclass(frozen=True)
class PrivateTreeCost(WeightMechanism[Cost]):
    """Release what the cheapest spanning tree costs, and nothing of which tree it is.

    The cost is a minimum of sums over the edges of a tree. It moves by at most the radius if all
    weights move by that much in total (l1), and by the radius for each of the tree's edges if every
    weight may move (l-infinity), or all that one person said.

    With *one weight within the range* a single weight may take any value of the
    public range [0, B]:

    - global: two-sided geometric noise for B.
    - smooth: Student's t with 3 degrees of freedom on a smooth bound, from how well light edges
      join the graph (:func:`graphdp_core.sensitivities.tree_cost.smooth_cost_bound`). It pays on
      dense graphs from epsilon = 1 on; where an edge is a bridge it is as large as B.

    *Privacy*: pure epsilon-DP for weights on a public topology.

    References
    ----------
    Nissim, Raskhodnikova & Smith (2007), STOC (smooth sensitivity of the cost, over all cuts). Bun
    & Steinke (2019), NeurIPS (Student's t).

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[1.0, 2.0])
    >>> made = PrivateTreeCost(radius=1e-6)
    >>> round(made.release(path, epsilon=1.0, rng=np.random.default_rng(0)).values.item(), 3)
    3.0
    """

    id = "private_tree_cost"
    title = "Private tree cost"
    everyday = "cost of a tree"
    summary = (
        "Releases one number, what the cheapest spanning tree costs. Who is joined with whom is "
        "public, and which edges the tree takes is not told."
    )
    source = (
        "Nissim, Raskhodnikova and Smith, Smooth Sensitivity and Sampling in Private Data "
        "Analysis, STOC 2007"
    )
    procedure = (
        "Weights are cut to the public range, if one is set, and the cheapest spanning tree is "
        "found.",
        "Its cost gets noise that fits how far the protected change can move it.",
        "The noisy cost is rounded to a public grid and released.",
    )
    formula = (
        r"\tilde c = \min_T \sum_{e \in T} w_e + \mathrm{Lap}(\Delta/\varepsilon),\quad "
        r"\Delta = \mu \;(\ell_1),\;\; (n - 1)\,\mu \;(\ell_\infty),\;\; B \text{ (one weight)}"
    )
    sampler = f"the cost rounded to a fine public grid, then {DISCRETE_SAMPLER}"
    proof = (
        "The cost is a minimum of sums over the edges of a tree, and moves by no more than the "
        "largest of these; geometric mechanism, and rounding adds at most a thousandth."
    )
    exact_sampler = f"the cost rounded to a fine public grid, then {INTEGER_NOISE}"

    norm: str = param(
        "l1",
        "What may change between neighbours: all weights together by the radius, every weight by "
        "the radius at once, all that one person said in a survey, or one weight to any value of "
        "the public range.",
        label="Protected change",
        choices=NORMS | {"one": "One weight within the range"},
    )
    noise: str = param(
        "global",
        "Global: for any weights within the range, and publishable. Smooth: by how well the light "
        "edges join this graph, for exploring.",
        choices={"global": "Global sensitivity", "smooth": "Smooth sensitivity"},
        used=lambda values: bool(values["norm"] == "one"),
    )

    def __post_init__(self) -> None:
        if self.norm == "one" and not self.clip:
            object.__setattr__(self, "clip", True)  # the range is the protected change
        super().__post_init__()

    @property
    def is_smooth(self) -> bool:
        """Whether the noise is that of a smooth bound."""
        return self.norm == "one" and self.noise == "smooth"

    @property
    def largest_change(self) -> float:
        """The most that one weight may change."""
        return self.highest - self.lowest if self.norm == "one" else super().largest_change

    def sensitivity(self, graph: Graph) -> Fraction:
        """The most that neighbouring weights can move the cost, by public facts.

        Examples
        --------
        >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[1.0, 2.0])
        >>> [str(PrivateTreeCost(norm=norm, radius=0.5).sensitivity(path))
        ...  for norm in ("l1", "linf", "one")]
        ['1/2', '1', '10']
        """
        if self.norm == "one":
            return Fraction(self.highest) - Fraction(self.lowest)
        moved = 1 if self.norm == "l1" else max(forest_edges(graph), 1)
        return moved * Fraction(self.largest_change)

    def scale(self, graph: Graph, epsilon: float) -> float:
        """Of the noise, in weight units; with a smooth bound it is as private as the weights."""
        if not self.is_smooth:
            return float(self.sensitivity(graph)) / epsilon
        alpha, beta, _ = smooth_constants("student", epsilon, 0.0, 1)
        shifted = replace(graph, weights=self.clipped(graph) - self.lowest)
        bounds = [
            smooth_cost_bound(part.n, part.edges, part.weights, self.largest_change, beta)
            for part in (
                induced_subgraph(shifted, np.flatnonzero(shifted.components == place))
                for place in range(int(shifted.components.max(initial=-1)) + 1)
            )
            if part.weights is not None and part.m
        ]
        return max(bounds, default=self.largest_change) / alpha

    def _guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for the weights."""
        if not self.is_smooth:
            return self._promise(epsilon)
        return self._promise(
            epsilon,
            sampler=IDEAL_SAMPLER,
            proof="Student's t with 3 degrees of freedom on a smooth bound of the local "
            "sensitivity: half of ε pays for its shift, half for the change of its scale.",
        )

    def _protected(self) -> dict[str, Any]:
        if self.norm != "one":
            return super()._protected()
        return {"relation": NeighbouringRelation.WEIGHT_ONE, "assumptions": PUBLIC_TOPOLOGY}

    @property
    def unpublished(self) -> str:
        """Smooth noise is drawn in floating point."""
        if not self.is_smooth:
            return ""
        return (
            "A cost with smooth noise cannot be published: its noise is drawn in floating point. "
            "Set noise to 'global'."
        )

    def _check(self, graph: Graph, epsilon: float) -> None:
        super()._check(graph, epsilon)
        if self.is_smooth and graph.n > LARGEST_N:
            raise Refused(
                f"The smooth bound of the cost is computed on graphs of at most {LARGEST_N} nodes, "
                f"this one has {graph.n:,}: set noise to 'global', or take a smaller graph."
            )

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Cost:
        if self.is_smooth:
            law = SmoothNoise(
                "cost", epsilon, np.array([float(self._cost(graph))]), "student",
                self.scale(graph, float(epsilon)),
            )  # fmt: skip
            return self._released(draws.draw(law), self.largest_change / float(epsilon))
        sensitivity = self.sensitivity(graph)
        cost = _CostNoise("cost", epsilon, np.zeros(1), sensitivity, cost=self._cost(graph))
        return self._released(draws.draw(cost), float(sensitivity / Fraction(epsilon)))

    def _cost(self, graph: Graph) -> Fraction:
        """Exactly, as the sum of doubles."""
        weights = self.clipped(graph)
        taken = minimum_spanning_forest(graph, weights)
        return sum((Fraction(weight) for weight in weights[taken].tolist()), Fraction(0))

    def _released(self, noisy: Floats, scale: float) -> Cost:
        return Cost(on_a_grid(noisy, scale), (Cost.title,))


@dataclass(frozen=True, eq=False)
class _CostNoise(GridNoise):
    """Noise on a cost that is counted exactly: a sum of doubles may move by more."""

    cost: Fraction = Fraction(0)

    @property
    def steps(self) -> Floats:
        return np.array([float(round(self.cost / Fraction(self.step)))])
