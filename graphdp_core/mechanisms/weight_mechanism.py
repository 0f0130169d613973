"""What all mechanisms for private edge weights share: relation, radius, public range, checks.

What all mechanisms that release a spanning tree of private weights share.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.answers import Answers
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import disconnected_param, forest_edges, parts_of
from graphdp_core.mechanisms.mechanism import Mechanism, Released_co
from graphdp_core.params import Refused, param, schema
from graphdp_core.privacy.draws import Budget, Draws, Law, part_of
from graphdp_core.privacy.guarantee import OF_THE_SEED, Guarantee, NeighbouringRelation
from graphdp_core.privacy.laws import GridNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, geometric_noise, on_a_grid, signed_tails
from graphdp_core.progress import Progress
from graphdp_core.results import SpanningTree

LARGEST_WEIGHT = 1e12
PERSONS = ("person_added", "person_replaced")
"""Choices of the protected change for a survey, whatever the radius is."""

NORMS = {
    "l1": "In total (l1)",
    "linf": "Of every weight (l∞)",
    "person_added": "A person joins or leaves",
    "person_replaced": "A person's answers change",
}
"""Choices of the protected change, with their labels."""

RELATIONS = {
    "l1": NeighbouringRelation.WEIGHT_L1,
    "linf": NeighbouringRelation.WEIGHT_LINF,
    "person_added": NeighbouringRelation.PERSON_ADD,
    "person_replaced": NeighbouringRelation.PERSON_REPLACE,
}

PUBLIC_TOPOLOGY = (
    "The nodes, their names and the topology are public; only the weights are "
    "protected. This budget cannot be added to one that protects the edges of the same graph.",
    "The relation, its radius, the weight range if one is set, and ε are public.",
    *OF_THE_SEED,
)
_QUESTIONS_PUBLIC = (
    "The questions, their names and the scale of the answers are public; all pairs of questions "
    "are joined, whatever is answered. A missing answer counts as no.",
)
ANSWERS_PUBLIC = {
    "person_added": (
        *_QUESTIONS_PUBLIC,
        "How many people took part is not public: do not state it beside the release.",
        *PUBLIC_TOPOLOGY[1:],
    ),
    "person_replaced": (
        *_QUESTIONS_PUBLIC,
        "How many people took part is public.",
        *PUBLIC_TOPOLOGY[1:],
    ),
}


@dataclass(frozen=True)
class WeightMechanism(Mechanism[Released_co]):
    """A mechanism that protects edge weights on a public topology.

    Two weightings w, w' are neighbours if sum |w_e - w'_e| <= radius (l1), or if
    max |w_e - w'_e| <= radius (l-infinity). Weights counted from a survey have neighbours of their
    own: one person's answers are added or removed, or replaced by others.
    """

    relation = NeighbouringRelation.WEIGHT_L1
    epsilon_range = (1e-4, 20.0)
    protects_weights = True
    range_parameters = ("clip", "lowest", "highest")

    clip: bool = param(
        False,
        "Cut every weight to a range that is public, known without looking at this graph.",
        label="Public weight range",
    )
    lowest: float = param(0.0, "Smallest weight of the public range.", label="Range from")
    highest: float = param(10.0, "Largest weight of the public range.", label="Range to")
    norm: str = param(
        "l1",
        "What may change between neighbours: all weights together by the radius (one edge by "
        "all of it, or many by a little), or every weight by the radius at once; for the answers "
        "of a survey, all that one person said. Mechanisms are comparable only under the same "
        "choice and radius.",
        label="Protected change",
        choices=NORMS,
    )
    radius: float = param(
        1.0,
        "How large that change may be, in the unit of the weights: large enough to hide what "
        "one person, or one error of measurement, may change in them.",
        label="Radius, in weight units",
        term="neighbouring distance",
        low=1e-9,
        used=lambda values: values["norm"] in ("l1", "linf"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.clip and not self.lowest < self.highest:
            raise Refused(
                f"highest must be above lowest = {self.lowest:g}, got {self.highest:g}: "
                "set the range of weights that is known to everybody."
            )

    @classmethod
    def defaults_for(cls, width: float | None, answers: Answers | None = None) -> dict[str, Any]:
        """The end of the range and the radius, where weights lie within about 0 to `width`.

        The radius is a hundredth of the width; where none is known, defaults stay. Of a survey,
        what one person said is protected.

        Examples
        --------
        >>> WeightMechanism.defaults_for(3.0)
        {'highest': 3.0, 'radius': 0.03}
        """
        if answers is not None:
            return {"norm": "person_added"}
        return {} if width is None else {"highest": width, "radius": width / 100.0}

    @property
    def weight_range(self) -> tuple[float, float] | None:
        """The public range that weights are cut to, if one is set."""
        return (self.lowest, self.highest) if self.clip else None

    def beside(self, kind: type[Mechanism], *, width: float | None = None) -> Mechanism:
        """Another mechanism; one for weights under the same relation, radius and public range.

        Examples
        --------
        >>> from graphdp_core.mechanisms.pamst import PAMST
        >>> from graphdp_core.mechanisms.weight_laplace import WeightLaplace
        >>> PAMST(norm="linf", radius=0.5).beside(WeightLaplace).change_range
        1.0
        """
        if not kind.protects_weights:
            return super().beside(kind, width=width)
        same: dict[str, Any] = {p.name: getattr(self, p.name) for p in schema(WeightMechanism)}
        return kind(**same)

    @property
    def largest_change(self) -> float:
        """The most that one weight may change: the radius; by one person 1."""
        return 1.0 if self.norm in PERSONS else self.radius

    @property
    def change_range(self) -> float:
        """Largest difference between the changes of two edges: radius (l1), 2 radius (l-inf).

        With changes d_e it is the most that max d - min d can be. A person who joins changes all
        weights in one direction, by up to 1; one whose answers change, in both.
        """
        one_way = self.norm in ("l1", "person_added")
        return self.largest_change * (1.0 if one_way else 2.0)

    def total_change(self, m: int, answers: Answers | None = None) -> float:
        """The most that m weights may change in total (l1).

        Parameters
        ----------
        m : int
            Of all weights, or of some of them.
        answers : Answers, optional
            What is known of a survey with m pairs of questions.
        """
        return self._full_changes(m, answers) * self.largest_change

    def euclidean_change(self, m: int, answers: Answers | None = None) -> float:
        """The most that m weights may change as a vector (l2).

        Examples
        --------
        >>> from graphdp_core.mechanisms.weight_gaussian import WeightGaussian
        >>> WeightGaussian(norm="person_replaced").euclidean_change(1225, Answers("agree"))
        25.0
        """
        return self.largest_change * math.sqrt(self._full_changes(m, answers))

    def _full_changes(self, m: int, answers: Answers | None) -> int:
        """How many of m weights can change as far as one may: no change is larger in any norm."""
        if self.norm == "l1":
            return 1
        if self.norm in PERSONS and answers is not None:
            questions = (1 + math.isqrt(1 + 8 * m)) // 2
            return answers.total(questions, replaced=self.norm == "person_replaced")
        return max(m, 1)

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused without weights, or where a survey is asked for and this is none."""
        if graph.weights is None:
            raise Refused(
                f"{self.title} protects edge weights, and this graph has none: pick a weighted "
                "graph, such as Les Misérables, a point cloud or a file with weights."
            )
        if self.norm in PERSONS and graph.answers is None:
            raise Refused(
                "This graph does not come from the answers of a survey: take 'in total' or 'of "
                "every weight' for the protected change, or bring a table of answers."
            )

    def clipped(self, graph: Graph) -> Floats:
        """The weights, cut to the public range, or to what can be computed with: never refused.

        Cutting brings no two weights further apart, so that no change grows.
        """
        if graph.weights is None:
            raise Refused("the graph must have weights: pick a weighted graph.")
        ends = (self.lowest, self.highest) if self.clip else (-LARGEST_WEIGHT, LARGEST_WEIGHT)
        cut: Floats = np.clip(graph.weights, *ends)
        return cut

    def _protected(self) -> dict[str, Any]:
        """Relation, radius and public facts, by the protected change."""
        relation = RELATIONS[self.norm]
        if self.norm in PERSONS:
            return {"relation": relation, "assumptions": ANSWERS_PUBLIC[self.norm]}
        cut = () if self.clip else (f"Weights beyond ±{LARGEST_WEIGHT:g} are cut to that.",)
        public = (*PUBLIC_TOPOLOGY, *cut)
        return {"relation": relation, "radius": self.radius, "assumptions": public}

    def _promise(self, epsilon: float, **decided: Any) -> Guarantee:
        """The declared guarantee, of the protected change."""
        return super()._promise(epsilon, **self._protected(), **decided)


@dataclass(frozen=True)
class TreeMechanism(WeightMechanism[SpanningTree]):
    """Release which edges form a light spanning tree; their noisy weights only from a budget.

    A subclass draws the tree. The weights of its edges, if a share of epsilon is set aside for
    them, get noise of their own: the release then costs the sum of both (adaptive composition).
    """

    sampler = "exact, with 53-bit random numbers"

    disconnected: str = disconnected_param(" The parts are public.")
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
        lengths = -weights if graph.large_is_near else weights  # as far moved by any change
        taken = draws.draw(self._tree(graph, lengths, steps, own, progress))
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
        parts_of(graph, self.disconnected)

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
