"""What a release of noisy centralities protects, for each calibration of its noise."""

from __future__ import annotations

from graphdp_core.mechanisms.calibration import PUBLISHED
from graphdp_core.mechanisms.noisy_degrees import ONE_EDGE_ASSUMPTIONS
from graphdp_core.mechanisms.spectral_release import SEARCHED
from graphdp_core.privacy.grids import DISCRETE_SAMPLER, IDEAL_SAMPLER
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.sensitivities.neighbours import ThetaEdges

__all__ = ["centrality_guarantee"]

WHY_NOT_PRIVATE = {
    "published_local": "The size of the noise is the sensitivity of this very graph: it differs "
    "between neighbours and tells them apart.",
    "published_bound": "The size of the noise is computed from this very graph and differs "
    "between neighbours; for Laplacian and closeness centrality the bound is false as well.",
    "published_smooth": "The bound is not smooth, its theorem rests on a false one, and the "
    "claimed δ does not follow.",
}

PROOFS = {
    "published": "None: the paper itself says that this noise guarantees no privacy.",
    "global": "Laplace mechanism on the global l1 sensitivity.",
    "sound_smooth": "Smooth sensitivity with the exact cost of scaling the noise, then of "
    "shifting it.",
    "propose_test_release": "A private lower bound of the gap (it moves by at most 2θ), then the "
    "Gaussian mechanism on the sensitivity that follows from it.",
}


def centrality_guarantee(
    neighbours: ThetaEdges,
    *,
    score: str,
    calibration: str,
    noise: str,
    epsilon: float,
    delta: float,
) -> Guarantee:
    """Nothing proved where the noise is the published one, epsilon (and delta) where it is not.

    Parameters
    ----------
    neighbours : ThetaEdges
    score, calibration, noise : str
        Those of :class:`graphdp_core.mechanisms.noisy_centrality.NoisyCentrality`.
    epsilon, delta : float
        Nominal ones; a pure guarantee has no delta.
    """
    fixed, published = neighbours.support == "fixed", calibration in PUBLISHED
    relation = (
        NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT if fixed else NeighbouringRelation.THETA_EDGE
    )
    approximate = calibration == "propose_test_release" or (
        calibration == "sound_smooth" and noise == "laplace"
    )
    status = Status.PROVED_APPROX if approximate else Status.PROVED_PURE
    return Guarantee(
        relation=relation,
        epsilon=epsilon,
        status=Status.AS_PUBLISHED_NOT_DP if published else status,
        delta=delta if approximate else 0.0,
        radius=neighbours.theta,
        assumptions=_assumptions(neighbours),
        sampler=_sampler(calibration),
        empty="" if published else neighbours.why_none(),
        caveat=WHY_NOT_PRIVATE.get(calibration) or _doubts(neighbours, score, calibration),
        proof=PROOFS["published" if published else calibration],
    )


def _assumptions(neighbours: ThetaEdges) -> tuple[str, ...]:
    low, high = neighbours.lowest, neighbours.highest
    return (
        "The nodes and their names are public, and so are the mechanism and its ε.",
        f"Every edge weight is known to lie between {low:g} and {high:g}.",
        f"θ = {neighbours.theta:g} was chosen without looking at the graph.",
        neighbours.assumption,
        *ONE_EDGE_ASSUMPTIONS[1:],
    )


def _doubts(neighbours: ThetaEdges, score: str, calibration: str) -> str:
    doubts = []
    if neighbours.support == "connected":
        doubts.append("An edge without which the graph falls apart is not protected.")
    if score == "eigenvector" and calibration != "global":  # the gap sets the noise
        doubts.append(SEARCHED)
    return " ".join(doubts)


def _sampler(calibration: str) -> str:
    if calibration == "global":
        return f"scores, computed to half a step, rounded to a public grid; {DISCRETE_SAMPLER}"
    return "floating-point noise" if calibration in PUBLISHED else IDEAL_SAMPLER
