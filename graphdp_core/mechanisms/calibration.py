"""Scales of the noise on centralities: as published, and as proved."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.smooth_sensitivity import smooth_constants
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities import eigenvector
from graphdp_core.sensitivities.measures import MEASURES
from graphdp_core.sensitivities.neighbours import SUPPORTS, ThetaEdges

__all__ = [
    "PUBLISHED",
    "SETTINGS",
    "check_calibration",
    "is_repaired",
    "needed_scales",
    "needs_delta",
    "noise_scale",
    "published_beta",
    "supports_for",
]

QUICK_NODES = 1_500

PUBLISHED = ("published_local", "published_bound", "published_smooth")

SETTINGS: dict[str, tuple[str, ...]] = {
    "laplacian": ("sound_smooth", "global", *PUBLISHED),
    "eigenvector": (
        "sound_smooth", "global", "propose_test_release", "published_local", "published_bound",
    ),
    "closeness": ("global", "sound_smooth", *PUBLISHED),
}  # fmt: skip
"""The calibrations that exist for each score."""

WITH_DELTA = ("sound_smooth", "propose_test_release", "published_smooth")


def supports_for(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Closeness has a proved smooth bound only where edges are public."""
    smooth = values.get("score") == "closeness" and values.get("calibration") == "sound_smooth"
    return ("fixed",) if smooth else SUPPORTS


def is_repaired(values: Mapping[str, Any]) -> bool:
    """Whether the public range of the weights counts: the paper has none."""
    return values.get("calibration") not in PUBLISHED


def needs_delta(values: Mapping[str, Any]) -> bool:
    """Whether delta counts: not where the guarantee, or the published noise, is without one."""
    is_pure = values.get("calibration") == "sound_smooth" and values.get("noise") != "laplace"
    return values.get("calibration") in WITH_DELTA and not is_pure


def check_calibration(
    graph: Graph, neighbours: ThetaEdges, *, score: str, calibration: str
) -> None:
    """Raise Refused if a calibration gives no noise for this score, these neighbours or graph.

    What is proved private refuses by public facts only (number of nodes, range of the weights,
    edges where these are public). The published calibrations refuse by the graph.
    """
    published = calibration in PUBLISHED
    (neighbours.as_published if published else neighbours).check(graph)
    if calibration not in SETTINGS[score]:
        others = " or ".join(repr(other) for other, own in SETTINGS.items() if calibration in own)
        raise Refused(
            f"{calibration!r} does not exist for the score {score!r}: set calibration to one of "
            f"{', '.join(map(repr, SETTINGS[score]))}, or set score to {others}."
        )
    nothing = neighbours.why_none()
    if nothing and not published:
        raise Refused(
            f"{nothing} Nothing would be protected: set theta to at least the lowest weight and "
            "let edges vanish, or take a graph with weights and set lowest and highest to their "
            "public range."
        )
    if score == "closeness":
        _check_closeness(graph, neighbours, calibration)


def _check_closeness(graph: Graph, neighbours: ThetaEdges, calibration: str) -> None:
    published, fixed = calibration in PUBLISHED, neighbours.support == "fixed"
    if not published and (neighbours.lowest == 0 or not (fixed or calibration == "global")):
        raise Refused(
            "closeness has a proved bound only where every weight is at least a public number "
            "above 0, and a smooth one only where edges are public: raise lowest, and set support "
            "to 'fixed' or calibration to 'global'."
        )
    if (published or fixed) and graph.n > 1 and graph.components.any():
        raise Refused(
            "closeness is 0 for every node of a disconnected graph: take its largest component, "
            "as a public choice, or another measure."
        )


def noise_scale(
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    score: str,
    calibration: str,
    noise: str,
    epsilon: float,
    delta: float,
    progress: Progress = SILENT,
) -> tuple[float, tuple[str, ...]]:
    """Scale of the noise of one calibration, and notes.

    Parameters
    ----------
    graph : Graph
    neighbours : ThetaEdges
    score : {"laplacian", "eigenvector", "closeness"}
    calibration : str
        One of those of :class:`graphdp_core.mechanisms.noisy_centrality.NoisyCentrality`.
    noise : {"laplace", "cauchy", "student"}
        For "sound_smooth".
    epsilon, delta : float
    progress : callable, optional

    Returns
    -------
    scale : float
        For "propose_test_release" the standard deviation that the true gap would give.
    notes : tuple of str

    Raises
    ------
    Refused
        If the calibration does not exist for the score or gives no number on this graph.
    """
    measure = MEASURES[score]
    match calibration:
        case "published_local":
            found = measure.local_sensitivity(graph, neighbours.as_published, progress=progress)
            return found.value / epsilon, (found.note,) if found.note else ()
        case "published_bound":
            return _usable(measure.published_bound(graph, neighbours.theta)) / epsilon, ()
        case "published_smooth":
            beta = published_beta(epsilon, delta, graph.n)
            return 2 * _usable(
                _published_smooth(score, graph, neighbours.theta, beta)
            ) / epsilon, ()
        case "sound_smooth":
            constants = smooth_constants(noise, epsilon, delta, graph.n)
            return measure.smooth_bound(graph, neighbours, constants.beta) / constants.alpha, ()
        case "global":
            return measure.global_bound(graph.n, neighbours) / epsilon, ()
    gap = max(eigenvector.spectral_gap(graph), 2 * neighbours.theta)
    sensitivity = 2 * math.sqrt(2) * neighbours.theta / gap
    return sensitivity * gaussian_scale(epsilon / 2, delta / 2), ()


def needed_scales(
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    score: str,
    epsilon: float,
    delta: float,
    progress: Progress = SILENT,
) -> dict[str, float]:
    """Scales of the noise of all calibrations that give one on this graph, by calibration.

    The local sensitivity of eigenvector and closeness centrality is left out above 1,500 nodes,
    where it takes long. *Privacy*: reads the true graph; for study only.
    """
    found: dict[str, float] = {}
    for calibration in SETTINGS[score]:
        slow = calibration == "published_local" and score != "laplacian"
        if slow and graph.n > QUICK_NODES:
            continue
        try:
            found[calibration], _ = noise_scale(
                graph, neighbours, score=score, calibration=calibration, noise="laplace",
                epsilon=epsilon, delta=delta, progress=progress,
            )  # fmt: skip
        except Refused:
            continue  # this calibration has no number for this graph
    return found


def published_beta(epsilon: float, delta: float, n: int) -> float:
    """The beta at which the paper's delta = exp(-epsilon / (sqrt(n) beta)) has this value.

    Examples
    --------
    >>> round(published_beta(2.0, 1e-6, 100), 4)
    0.0145
    """
    return epsilon / (math.sqrt(max(n, 1)) * math.log(1 / delta))


def _published_smooth(score: str, graph: Graph, theta: float, beta: float) -> float:
    bound = MEASURES[score].published_smooth
    if bound is None:
        raise Refused(
            f"the paper gives no smooth bound for {score} centrality: set calibration to "
            "'sound_smooth', or to one of the other published ones."
        )
    return bound(graph, theta, beta)


def _usable(bound: float) -> float:
    """The bound, if noise can be scaled by it."""
    if math.isfinite(bound) and bound >= 0:
        return bound
    said = "undefined" if math.isnan(bound) else f"{bound:.4g}"
    raise Refused(
        f"the published bound is {said} on this graph, which is no size for noise: choose another "
        "calibration or another graph."
    )
