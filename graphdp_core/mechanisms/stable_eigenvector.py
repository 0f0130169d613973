"""Eigenvector centrality where it is stable: a private test counts how far an unstable graph is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.centralities import eigenvector
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import ONE_EDGE_ASSUMPTIONS
from graphdp_core.mechanisms.spectral_release import SEARCHED
from graphdp_core.params import param
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.draws import Budget, Draws, part_of
from graphdp_core.privacy.grids import IDEAL_SAMPLER, on_a_grid
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.privacy.laws import GaussianNoise, IntegerNoise
from graphdp_core.progress import Progress
from graphdp_core.results import Scores
from graphdp_core.sensitivities.eigenvector import spectral_gap

__all__ = ["StableEigenvector", "change_bound", "distance_to_instability", "passing_count"]

SOLVER_ERROR = 1e-10
FAILED = (
    "The private test failed: nothing of the eigenvector is released, and ε is spent. A larger "
    "proposed change, a larger ε or a graph with a larger gap would pass."
)


@dataclass(frozen=True)
class StableEigenvector(Mechanism[Scores]):
    """Propose how far one edge moves the leading eigenvector, test it privately, then add noise.

    With the gap g of the two largest eigenvalues and c the root of the two largest squared
    entries, one edge moves the vector by at most sqrt(2) c/(g - 1) where g > 1 + c^2. How many
    edges at least must change before this bound exceeds the proposed `change` is a whole number
    that one edge moves by at most 1. It gets geometric noise; if it is large enough, the vector is
    released with normal noise for the proposed change, else zeros.

    *Privacy*: (epsilon, delta)-DP for one edge, with one delta. If the bound is above the proposed
    change, the test passes with probability at most delta; if not, the Gaussian mechanism holds
    with delta. It is never both.

    Notes
    -----
    Smooth sensitivity of this vector is called unbounded in Laeuchli, Ramírez-Cruz &
    Trujillo-Rasua (2022); only their bound is: two unit vectors are never farther apart than
    sqrt(2) where both are not negative.

    References
    ----------
    Dwork & Lei, Differential privacy and robust statistics, STOC 2009 (propose, test, release).
    Eigenvector centrality by a test of the distance to instability: arXiv:2505.03858, 2025; bound,
    recursion and proof are given here.

    Examples
    --------
    >>> clique = Graph.from_edges(60, [(u, v) for u in range(60) for v in range(u)])
    >>> made = StableEigenvector(change=0.02)
    >>> scores = made.release(clique, epsilon=8.0, rng=np.random.default_rng(0))
    >>> len(scores.notes), bool(scores.values.any())
    (0, True)
    """

    change: float = param(
        0.02,
        "How far one edge may move the vector of length 1, chosen without looking at the graph: "
        "smaller means less noise, and a test that fails more often.",
        label="Proposed change",
        low=1e-6,
        high=1.5,
    )
    share: float = param(
        0.5, "Share of ε for the test; the rest pays for the noise.",
        label="Share for the test", low=0.05, high=0.95,
    )  # fmt: skip
    delta: float = param(
        1e-6,
        "The chance that a graph slips through the test; far below 1/(number of pairs).",
        low=1e-15,
        high=0.1,
        label="δ",
        term="delta",
    )

    measure = "eigenvector"
    id = "stable_eigenvector"
    title = "Stable eigenvector"
    everyday = "ranking if it is stable"
    summary = (
        "Tests privately whether one edge can move the leading eigenvector by more than is "
        "proposed, and releases it with little noise if not. Usable from a total ε of about 5, on "
        "graphs with a large gap."
    )
    source = (
        "Dwork & Lei, STOC 2009; distance to instability of the eigenvector after "
        "arXiv:2505.03858, 2025, with a tighter bound and a proof of its own"
    )
    procedure = (
        "How many edges must change before one edge could move the leading eigenvector by more "
        "than β is bounded from the gap and the two largest entries.",
        "This whole number gets noise P(x) ∝ e^(−ε₁|x|) and must reach a public threshold τ.",
        "If it does, every entry gets normal noise of deviation β σ and the vector is released,"
        " else zeros.",
    )
    formula = (
        r"B_t = \frac{\sqrt2\, c_t}{g_t - 1},\quad g_{t+1} = g_t - 1 - c_t^2,\quad "
        r"c_{t+1} = c_t + B_t,\quad \varphi = \min\{t : B_t > \beta\};\quad "
        r"\varphi + \mathrm{Geom}(e^{-\varepsilon_1}) \geq \tau \Rightarrow "
        r"v + \mathcal N(0, \beta^2\sigma^2)"
    )
    relation = NeighbouringRelation.EDGE
    returns = Scores
    epsilon_range = (0.01, 20.0)
    from_noisy_numbers = ("notes",)  # that the private test failed

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Scores:
        progress(0.1, "the leading eigenvector and its gap")
        plain = Graph(graph.n, graph.edges)
        vector = eigenvector(plain, debias=False, progress=progress)
        gap = spectral_gap(plain)
        far = distance_to_instability(gap, _reach(vector), change=self.change)
        first = part_of(epsilon, self.share)
        seen = draws.draw(IntegerNoise("distance to instability", first, np.array([far])))
        if float(seen[0]) < passing_count(float(first), self.delta):
            return Scores(np.zeros(graph.n), measure=self.measure, notes=(FAILED,))
        scale = self.change * gaussian_scale(float(epsilon - first), self.delta)
        law = GaussianNoise(
            "eigenvector", epsilon - first, vector, self.change, scale, delta=self.delta
        )
        return Scores(on_a_grid(draws.draw(law), scale), measure=self.measure)

    def guarantee(self, epsilon: float) -> Guarantee:
        """(epsilon, delta)-DP for the presence or absence of one edge."""
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            status=Status.PROVED_APPROX,
            delta=self.delta,
            assumptions=(
                *ONE_EDGE_ASSUMPTIONS,
                "The proposed change is public and was chosen without looking at the graph. That "
                "the test failed is part of the release.",
            ),
            caveat=SEARCHED,
            sampler=IDEAL_SAMPLER,
            proof="The distance to instability moves by at most 1 with one edge. Where the bound "
            "is above the proposed change the test passes with probability at most δ, else the "
            "Gaussian mechanism holds.",
        )


def change_bound(gap: float, reach: float) -> float:
    """How far one edge moves the leading eigenvector at most; inf where the gap does not say.

    Parameters
    ----------
    gap : float
        Between the two largest eigenvalues.
    reach : float
        Root of the sum of the two largest squared entries of the vector.

    Notes
    -----
    The residual of v in the changed matrix is at most `reach`, its second eigenvalue at most 1
    larger, and both vectors are not negative (sin-theta theorem).

    Examples
    --------
    >>> round(change_bound(36.9, 0.129), 4), change_bound(1.0, 0.2)
    (0.0051, inf)
    """
    if gap <= 1.0 + reach**2:
        return math.inf
    return math.sqrt(2.0) * reach / (gap - 1.0) + SOLVER_ERROR


def distance_to_instability(gap: float, reach: float, *, change: float) -> int:
    """How many edges must change at least before one more may move the vector by over `change`.

    With every edge the gap falls by at most 1 + reach^2, and `reach` grows by at most the bound.

    Examples
    --------
    >>> distance_to_instability(36.9, 0.129, change=2 * 0.0051)
    10
    """
    steps = 0
    while (bound := change_bound(gap, reach)) <= change:
        gap, reach = gap - 1.0 - reach**2, min(1.0, reach + bound)
        steps += 1
    return steps


def passing_count(epsilon: float, delta: float) -> int:
    """The least number that noise around 0 reaches with probability at most delta.

    Examples
    --------
    >>> passing_count(1.0, 1e-6), passing_count(2.0, 1e-6)
    (14, 7)
    """
    tau = math.ceil((-math.log(delta) - math.log1p(math.exp(-epsilon))) / epsilon)
    return max(tau, 1)


def _reach(vector: np.ndarray) -> float:
    """The root of the two largest squared entries."""
    return math.sqrt(float(np.sort(vector**2)[-2:].sum()))
