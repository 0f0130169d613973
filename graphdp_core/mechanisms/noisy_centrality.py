"""Centrality scores plus noise: the paper's three calibrations, and those that are private."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.centrality_calibrations import (
    CALIBRATIONS,
    Asked,
    Drawing,
    calibration_of,
    calibrations_for,
    check_calibration,
    needs_delta,
    supports_for,
)
from graphdp_core.mechanisms.mechanism import ONE_EDGE_ASSUMPTIONS, PUBLIC_BY_ASSUMPTION, Mechanism
from graphdp_core.mechanisms.spectral_release import SEARCHED
from graphdp_core.params import Refused, param
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.progress import SILENT, Progress
from graphdp_core.results import Scores
from graphdp_core.sensitivities.measures import MEASURES
from graphdp_core.sensitivities.neighbours import ThetaEdges


def _has_range(values: Mapping[str, Any]) -> bool:
    """Whether the public range of the weights counts: the paper has none."""
    return calibration_of(values).is_proved


@dataclass(frozen=True)
class NoisyCentrality(Mechanism[Scores]):
    """Eigenvector, Laplacian or closeness centrality plus independent noise on every node.

    The neighbours are graphs whose weight on one pair differs by at most theta. A graph without
    weights has weight 1 on every edge; with theta = 1 and edges that may vanish this is the
    protection of one edge. Where no two graphs are neighbours, as with theta below every possible
    weight, there is nothing to protect, and what is proved is refused. The calibrations:

    - published_local, published_bound, published_smooth: Laplace noise of the paper's scales
      L/epsilon, B/epsilon and 2 S/epsilon, with L the exact local sensitivity (weights may rise
      without limit, as in the paper), B its published bound and S the published "smooth" bound,
      its beta taken from the paper's delta = exp(-epsilon / (sqrt(n) beta)). None is private.
    - sound_smooth: noise of scale S/alpha on a proved beta-smooth bound S.
    - global: Laplace noise of scale (global sensitivity)/epsilon.
    - propose_test_release (eigenvector): half of the budget buys a lower bound of the spectral
      gap, the other half pays for Gaussian noise on the l2 sensitivity 2 sqrt 2 theta / gap that
      follows from it, and on sqrt 2 where the bound is too small to help.

    *Privacy*: as `guarantee` says; the sensitivities are proved in
    :mod:`graphdp_core.sensitivities`, the constants in
    :mod:`graphdp_core.privacy.smooth_sensitivity`.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    sections 4 to 7.
    Nissim, Raskhodnikova & Smith (2007), STOC (smooth sensitivity).
    Dwork & Lei (2009), STOC (propose, test, release).
    Yu, Wang & Samworth (2015), Biometrika, Corollary 1.

    Examples
    --------
    >>> import numpy as np
    >>> ring = Graph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)])
    >>> mechanism = NoisyCentrality(calibration="global")
    >>> scores = mechanism.release(ring, epsilon=1.0, rng=np.random.default_rng(0))
    >>> scores.measure, scores.values.shape
    ('laplacian', (5,))
    """

    score: str = param(
        "laplacian",
        "Which centrality is released",
        label="Measure",
        choices={"laplacian": "Laplacian", "eigenvector": "Eigenvector", "closeness": "Closeness"},
    )
    calibration: str = param(
        "sound_smooth",
        "How the noise is measured out; the published ones are kept for study and not private",
        offered=calibrations_for,
        choices={id: one.label for id, one in CALIBRATIONS.items()},
    )
    noise: str = param(
        "laplace",
        "Distribution of the noise for the proved smooth sensitivity; Cauchy and Student need no δ",
        used=lambda values: values.get("calibration") == "sound_smooth",
        choices={
            "laplace": "Laplace (ε, δ)",
            "cauchy": "Cauchy, pure ε",
            "student": "Student t, pure ε",
        },
    )
    support: str = param(
        "vanish",
        "What may differ between neighbours: weights of public edges only, or also whether an "
        "edge is there, in connected graphs or in all",
        label="Edges",
        offered=supports_for,
        choices={
            "fixed": "Public, weights private",
            "connected": "May vanish, stay connected",
            "vanish": "May vanish",
        },
    )
    theta: float = param(
        1.0,
        "Largest weight difference between neighbours",
        low=1e-3,
        high=1e6,
        label="Step θ",
        term="neighbouring distance",
    )
    lowest: float = param(
        1.0,
        "Least weight of an edge (public)",
        low=0.0,
        high=1e6,
        label="Lowest weight",
        used=_has_range,
    )
    highest: float = param(
        1.0,
        "Largest weight of an edge (public)",
        low=1e-3,
        high=1e6,
        label="Highest weight",
        used=_has_range,
    )
    delta: float = param(
        1e-6, "Where the guarantee is not pure.", low=1e-15, high=0.1,
        label="δ", term="delta",
        used=needs_delta,
    )  # fmt: skip

    id = "noisy_centrality"
    title = "Noisy centrality"
    everyday = "noise on every score"
    summary = (
        "The centralities themselves get noise. As published the noise follows the sensitivity of "
        "this very graph, which betrays it; the proved calibrations need more noise."
    )
    source = (
        "Laeuchli, Ramírez-Cruz & Trujillo-Rasua, Analysis of centrality measures under "
        "differential privacy models, Applied Mathematics and Computation, 2022; repaired after "
        "Nissim, Raskhodnikova & Smith, STOC 2007"
    )
    procedure = (
        "The centrality of every node is computed.",
        "S bounds how much one edge can move all of them: a smooth bound, which differs between "
        "neighbours by a factor of at most e^β, or a global one.",
        "Every score gets independent noise of scale S/α: Laplace, Cauchy or Student's t; α and"
        " β are public and follow from ε and δ.",
    )
    formula = (
        r"\tilde c_i = c_i + \frac{S(G)}{\alpha} Z_i,\qquad "
        r"S(G) \ge LS(G),\quad S(G) \le e^{\beta} S(G')\ \text{ for neighbours } G, G'"
    )
    relation = NeighbouringRelation.THETA_EDGE
    epsilon_range = (0.01, 20.0)
    from_noisy_numbers = ("notes",)  # the noisy lower bound of the gap

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lowest > self.highest:
            raise Refused(
                f"lowest must not be above highest = {self.highest:g}, got {self.lowest:g}."
            )

    @property
    def neighbours(self) -> ThetaEdges:
        """The neighbouring relation that the parameters describe."""
        return ThetaEdges(self.theta, self.support, self.lowest, self.highest)

    def _asked(self, epsilon: float) -> Asked:
        return Asked(self.score, self.neighbours, epsilon, self.delta, self.noise)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Scores:
        values, by = self.exact(graph, progress=progress), Drawing(epsilon, draws, progress)
        asked = self._asked(float(epsilon))
        noisy, notes = CALIBRATIONS[self.calibration].noisy(graph, values, asked, by)
        return Scores(noisy, measure=self.measure_of(graph), notes=notes)

    def exact(self, graph: Graph, *, progress: Progress = SILENT) -> Floats:
        """The scores without noise, which are not private, shape (n,)."""
        return MEASURES[self.score].scores(graph, progress=progress)

    def scale(
        self, graph: Graph, epsilon: float, *, progress: Progress = SILENT
    ) -> tuple[float, tuple[str, ...]]:
        """Scale of the noise on this graph and notes on how it was found.

        *Privacy*: for the published calibrations and the smooth one it depends on the true graph.

        Raises
        ------
        Refused
            If the calibration does not exist for the score or gives no number here.
        """
        asked = self._asked(epsilon)
        return CALIBRATIONS[self.calibration].scale(graph, asked, progress)

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused if epsilon is out of range, weights leave the public range, or the
        calibration gives no noise for this score or graph.

        What is proved private refuses by public facts only (number of nodes, range of the
        weights, edges where these are public). The published calibrations refuse by the graph.
        """
        check_calibration(graph, CALIBRATIONS[self.calibration], self._asked(epsilon))

    def _guarantee(self, epsilon: float) -> Guarantee:
        """What the release protects: nothing proved as published, epsilon (and delta) repaired.

        A pure guarantee has no delta, whatever was asked for.
        """
        calibration, neighbours = CALIBRATIONS[self.calibration], self.neighbours
        status, delta = Status.PROVED_PURE, 0.0
        if not calibration.is_proved:
            status = Status.AS_PUBLISHED_NOT_DP
        elif calibration.needs_delta(self.noise):
            status, delta = Status.PROVED_APPROX, self.delta
        doubts = []
        if self.support == "connected":
            doubts.append("An edge without which the graph falls apart is not protected.")
        if self.score == "eigenvector" and calibration.searches:
            doubts.append(SEARCHED)
        is_fixed = self.support == "fixed"
        return self._promise(
            epsilon,
            status=status,
            delta=delta,
            radius=self.theta,
            relation=NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT if is_fixed else self.relation,
            assumptions=(
                PUBLIC_BY_ASSUMPTION[0],
                f"Every edge weight is known to lie between {self.lowest:g} and {self.highest:g}.",
                f"θ = {self.theta:g} was chosen without looking at the graph.",
                neighbours.assumption,
                *ONE_EDGE_ASSUMPTIONS[1:],
            ),
            sampler=calibration.sampler,
            proof=calibration.proof,
            empty=neighbours.why_none() if calibration.is_proved else "",
            caveat=calibration.not_private or " ".join(doubts),
        )

    def measure_of(self, graph: Graph) -> str:
        """The score, weighted where the public range holds more than one weight.

        *Privacy*: parameters alone name it, as whether a graph has weights may be private. The
        published calibrations know no range: there the graph names it, and nothing is promised.
        """
        if CALIBRATIONS[self.calibration].is_proved:
            weighted = self.lowest < self.highest
        else:
            weighted = graph.weights is not None
        return f"weighted {self.score}" if weighted else self.score
