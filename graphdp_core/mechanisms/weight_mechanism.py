"""What all mechanisms for private edge weights share: relation, radius, public range, checks."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism, Released_co
from graphdp_core.params import Refused, param, schema
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation

__all__ = ["PUBLIC_TOPOLOGY", "WeightMechanism"]


LARGEST_WEIGHT = 1e12

PUBLIC_TOPOLOGY = (
    "The nodes, their names and the topology are public; only the weights are "
    "protected. This budget cannot be added to one that protects the edges of the same graph.",
    "The relation, its radius, the weight range if one is set, and ε are public.",
    "The seed of the noise stays secret, and every further draw spends its ε again; the random "
    "numbers are statistically sound, not cryptographic.",
)


@dataclass(frozen=True)
class WeightMechanism(Mechanism[Released_co]):
    """A mechanism that protects edge weights on a public topology.

    Two weightings w, w' are neighbours if sum |w_e - w'_e| <= radius (l1), or if
    max |w_e - w'_e| <= radius (l-infinity).
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
        "all of it, or many by a little), or every weight by the radius at once. Mechanisms are "
        "comparable only under the same choice and radius.",
        label="Protected change",
        choices=("l1", "linf"),
        choice_labels=("In total (l1)", "Of every weight (l∞)"),
    )
    radius: float = param(
        1.0,
        "How large that change may be, in the unit of the weights: large enough to hide what "
        "one person, or one error of measurement, may change in them.",
        label="Radius, in weight units",
        term="neighbouring distance",
        low=1e-9,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.clip and not self.lowest < self.highest:
            raise Refused(
                f"highest must be above lowest = {self.lowest:g}, got {self.highest:g}: "
                "set the range of weights that is known to everybody."
            )

    @classmethod
    def defaults_for(cls, width: float | None) -> dict[str, float]:
        """The end of the range and the radius, where weights lie within about 0 to `width`.

        The radius is a hundredth of the width; where none is known, defaults stay.

        Examples
        --------
        >>> WeightMechanism.defaults_for(3.0)
        {'highest': 3.0, 'radius': 0.03}
        """
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
    def change_range(self) -> float:
        """Largest difference between the changes of two edges: radius (l1), 2 radius (l-inf).

        With changes d_e it is the most that max d - min d can be.
        """
        return self.radius * (1.0 if self.norm == "l1" else 2.0)

    @abstractmethod
    def tree_error_bound(self, graph: Graph, *, epsilon: float, gamma: float = 0.05) -> float:
        """Proved bound on w(T) - w(MST), which fails with probability at most `gamma`.

        It depends on the public topology and epsilon only, in the unit of the weights.
        """

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused without weights or with absurd ones.

        *Privacy*: that no weight is absurd is assumed to be known, see :meth:`guarantee_as_set`.
        """
        if graph.weights is None:
            raise Refused(
                f"{self.title} protects edge weights, and this graph has none: pick a weighted "
                "graph, such as Les Misérables, a point cloud or a file with weights."
            )
        if self.clip:
            return  # what is cut to a public range must not be refused for its private size
        if graph.m and max(graph.weights.max(), -graph.weights.min()) > LARGEST_WEIGHT:
            raise Refused(
                f"weights must lie within ±{LARGEST_WEIGHT:g}, and some of this graph do not: "
                "use a larger unit."
            )

    def clipped(self, graph: Graph) -> Floats:
        """The weights, cut to the public range if one is set."""
        if graph.weights is None:
            raise Refused("the graph must have weights: pick a weighted graph.")
        if not self.clip:
            return graph.weights
        cut: Floats = np.clip(graph.weights, self.lowest, self.highest)
        return cut

    def guarantee_as_set(self, base: Guarantee) -> Guarantee:
        """The same guarantee under the chosen relation and radius."""
        from dataclasses import replace

        linf = self.norm == "linf"
        kind = NeighbouringRelation.WEIGHT_LINF if linf else NeighbouringRelation.WEIGHT_L1
        known = "" if self.clip else f"Every weight is known to lie within ±{LARGEST_WEIGHT:g}."
        assumptions = (*PUBLIC_TOPOLOGY, *filter(None, [known]))
        return replace(base, relation=kind, radius=self.radius, assumptions=assumptions)
