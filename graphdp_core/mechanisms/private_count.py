"""A private count: edges, triangles, stars, triangles on one edge or cliques of four."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import count_name, count_param, size_param
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.ladder_draw import LadderChoice
from graphdp_core.mechanisms.mechanism import ONE_EDGE_ASSUMPTIONS, EdgeMechanism
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, Law
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, IDEAL_SAMPLER
from graphdp_core.privacy.smooth_sensitivity import SmoothNoise
from graphdp_core.progress import Progress
from graphdp_core.results import Counts
from graphdp_core.sensitivities.ladders import Ladder, check_ladder, ladder

__all__ = ["PrivateCount"]

STUDENT_SLOPE = 2.0 / math.sqrt(3.0)  # (nu + 1)/(2 sqrt nu) at nu = 3
WIDE_SHARE = 0.3  # of epsilon that pays for the scale, where ladders rise steeply
NARROW_SHARE = 0.1

PROOFS = {
    "global": "Geometric mechanism: one edge changes the count of any graph by at most GS.",
    "ladder": "The number of a whole number's rung changes by at most 1 between neighbours, as "
    "their ladders interlock; exponential mechanism on it.",
    "smooth": "Student's t with 3 degrees of freedom on a smooth bound: 2/√3 of the shift and 3 "
    "times the change of the scale add up to ε; their shares are public.",
}


def _has_choice(values: Any) -> bool:
    return bool(values["count"] != "edges")


@dataclass(frozen=True)
class PrivateCount(EdgeMechanism[Counts]):
    """Release one count with noise that fits how much one edge can change it.

    - global: two-sided geometric noise for GS, the most that one edge changes any graph's count.
    - ladder: the exponential mechanism over all whole numbers, by their rung on the ladder of the
      graph (:func:`graphdp_core.sensitivities.ladders.ladder`).
    - smooth: Student's t with 3 degrees of freedom, of scale S/alpha, rounded. S is the largest
      e^(-beta t) I_t of the ladder. beta is public: 3 beta is a tenth of epsilon for triangles
      and stars, 3 tenths for the others.

    The number of edges needs noise 1/epsilon only, and has it whatever is chosen.

    *Privacy*: pure epsilon-DP for one edge. How much an edge matters in this graph is hidden as
    well.

    References
    ----------
    Zhang, Cormode, Procopiuc, Srivastava & Xiao (2015), SIGMOD (ladder; proved anew, with one
    more term for k-triangles). Nissim, Raskhodnikova & Smith (2007), STOC (smooth sensitivity).
    Bun & Steinke (2019), NeurIPS (Student's t).

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)])
    >>> released = PrivateCount().release(kite, epsilon=20.0, rng=np.random.default_rng(0))
    >>> released.names, released.values.tolist()
    (('triangles',), [2.0])
    """

    id = "private_count"
    title = "Private count"
    everyday = "one number"
    summary = (
        "Releases one number: how many edges, triangles, stars or cliques there are. Its noise "
        "fits how much one edge can matter in this graph, and hides that as well."
    )
    source = (
        "Zhang, Cormode, Procopiuc, Srivastava and Xiao, Private Release of Graph Statistics Using "
        "Ladder Functions, SIGMOD 2015"
    )
    procedure = (
        "What is asked for is counted, and how much one edge can change it: Iₜ bounds that for "
        "all graphs t edges away.",
        "Every whole number y has a rung t(y): how many edges must change at least, by these "
        "bounds, before the count could be y.",
        "y is released with probability proportional to e^(−ε t(y)/2). The number of edges has "
        "P(x) ∝ e^(−ε|x|) instead; the other settings of the noise scale it by a global or a "
        "smooth bound.",
    )
    formula = (
        r"P(y) \propto e^{-\varepsilon t(y)/2}, \quad "
        r"I_0 + \dots + I_{t-2} < |y - f(G)| \le I_0 + \dots + I_{t-1}"
    )
    assumptions = ONE_EDGE_ASSUMPTIONS
    exact_sampler = f"{INTEGER_NOISE}; of a ladder by comparison with bounds of its exact chances"

    count: str = count_param()
    k: int = size_param()
    noise: str = param(
        "ladder",
        "Ladder: by how an edge can change this graph's count, with ε alone, and publishable. "
        "Smooth: a little less noise, for exploring. Global: by what an edge can do to any graph.",
        choices={
            "ladder": "Ladder",
            "smooth": "Smooth sensitivity",
            "global": "Global sensitivity",
        },
        used=_has_choice,
    )

    def scale(self, found: Ladder, epsilon: float) -> float:
        """S/alpha, the scale of smooth noise; it is as private as the graph.

        Examples
        --------
        >>> round(PrivateCount(noise="smooth").scale(Ladder(0, 4, lambda t: 4), 1.0), 2)
        5.13
        """
        alpha, beta = student_constants(self.count, epsilon)
        return found.smooth(beta) / alpha

    def guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for the presence or absence of one edge."""
        law = self._law
        samplers = {
            "global": DISCRETE_SAMPLER,
            "ladder": "whole numbers, proved with ideal uniform numbers and drawn with ones of 106 "
            "bits",
            "smooth": IDEAL_SAMPLER,
        }
        return self._promise(epsilon, sampler=samplers[law], proof=PROOFS[law])

    @property
    def unpublished(self) -> str:
        """Smooth noise is drawn in floating point."""
        if self._law != "smooth":
            return ""
        return (
            "A count with smooth noise cannot be published: its noise is drawn in floating point. "
            "Set noise to 'ladder' or 'global'."
        )

    @property
    def _law(self) -> str:
        return "global" if self.count == "edges" else self.noise

    def _check(self, graph: Graph, epsilon: float) -> None:
        check_ladder(graph.n, self.count, self.k)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Counts:
        rungs = ladder(graph, self.count, self.k)
        law: Law
        match self._law:
            case _ if rungs.limit == 0:
                return self._released(rungs.count)
            case "global":
                law = IntegerNoise(
                    "count", epsilon, np.array([rungs.count]), sensitivity=rungs.limit, fact="scale"
                )
            case "ladder":
                law = LadderChoice("count", epsilon, rungs)
            case _:
                scale = self.scale(rungs, float(epsilon))
                law = SmoothNoise(
                    "count", epsilon, np.array([float(rungs.count)]), "student", scale
                )
        return self._released(round(float(draws.draw(law)[0])))

    def _released(self, drawn: int) -> Counts:
        return Counts(np.array([float(drawn)]), (count_name(self.count, self.k),))


def student_constants(count: str, epsilon: float) -> tuple[float, float]:
    """(alpha, beta) of the noise on a smooth bound: 2/sqrt(3) alpha + 3 beta = epsilon.

    Examples
    --------
    >>> alpha, beta = student_constants("triangles", 1.0)
    >>> round(1.1547 * alpha + 3 * beta, 4)
    1.0
    """
    steep = count in ("k_triangles", "four_cliques")
    share = WIDE_SHARE if steep else NARROW_SHARE
    return (1.0 - share) * epsilon / STUDENT_SLOPE, share * epsilon / 3.0
