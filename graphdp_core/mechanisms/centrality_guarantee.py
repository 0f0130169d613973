"""What a release of noisy centralities protects, for each calibration of its noise."""

from __future__ import annotations

from graphdp_core.mechanisms.calibration import Asked, Calibration
from graphdp_core.mechanisms.noisy_degrees import ONE_EDGE_ASSUMPTIONS
from graphdp_core.mechanisms.spectral_release import SEARCHED
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.sensitivities.neighbours import ThetaEdges

__all__ = ["centrality_guarantee"]


def centrality_guarantee(calibration: Calibration, asked: Asked) -> Guarantee:
    """Nothing proved where the noise is the published one, epsilon (and delta) where it is not.

    A pure guarantee has no delta, whatever was asked for.
    """
    neighbours, is_proved = asked.neighbours, calibration.is_proved
    fixed, approximate = neighbours.support == "fixed", calibration.needs_delta(asked.noise)
    status = Status.PROVED_APPROX if approximate else Status.PROVED_PURE
    return Guarantee(
        relation=(
            NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT
            if fixed
            else NeighbouringRelation.THETA_EDGE
        ),
        epsilon=asked.epsilon,
        status=status if is_proved else Status.AS_PUBLISHED_NOT_DP,
        delta=asked.delta if approximate and is_proved else 0.0,
        radius=neighbours.theta,
        assumptions=_assumptions(neighbours),
        sampler=calibration.sampler,
        empty=neighbours.why_none() if is_proved else "",
        caveat=calibration.not_private or _doubts(calibration, asked),
        proof=calibration.proof,
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


def _doubts(calibration: Calibration, asked: Asked) -> str:
    doubts = []
    if asked.neighbours.support == "connected":
        doubts.append("An edge without which the graph falls apart is not protected.")
    if asked.score == "eigenvector" and calibration.searches:
        doubts.append(SEARCHED)
    return " ".join(doubts)
