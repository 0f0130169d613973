"""The calibrations of noise on centralities, and for which scores, graphs and edges each exists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.calibration import Asked, Calibration
from graphdp_core.mechanisms.propose_test_release import ProposeTestRelease
from graphdp_core.mechanisms.proved_calibrations import GlobalNoise, SoundSmooth
from graphdp_core.mechanisms.published_calibrations import (
    PublishedBound,
    PublishedLocal,
    PublishedSmooth,
)
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.measures import MEASURES

__all__ = [
    "CALIBRATIONS",
    "calibration_of",
    "calibrations_for",
    "check_calibration",
    "needed_scales",
    "needs_delta",
    "supports_for",
]

QUICK_NODES = 1_500
CHOICES: tuple[Calibration, ...] = (
    SoundSmooth(), GlobalNoise(), ProposeTestRelease(), PublishedLocal(), PublishedBound(),
    PublishedSmooth(),
)  # fmt: skip
CALIBRATIONS = {one.id: one for one in CHOICES}
"""By id, the proved ones first."""


def calibration_of(values: Mapping[str, Any]) -> Calibration:
    """The calibration that settings name, or the usual one."""
    return CALIBRATIONS.get(values.get("calibration", ""), CHOICES[0])


def calibrations_for(values: Mapping[str, Any]) -> tuple[str, ...]:
    """The calibrations that exist for the score of settings, the usual one first.

    Examples
    --------
    >>> calibrations_for({"score": "closeness"})[:2]
    ('global', 'sound_smooth')
    """
    score = values.get("score", "laplacian")
    ids = [one.id for one in CHOICES if score in one.scores]
    if score == "closeness":  # whose smooth bound asks for public edges
        ids.sort(key="global".__ne__)
    return tuple(ids)


def supports_for(values: Mapping[str, Any]) -> tuple[str, ...]:
    """What may differ between neighbours, by score and calibration."""
    return calibration_of(values).supports(values.get("score", ""))


def needs_delta(values: Mapping[str, Any]) -> bool:
    """Whether delta counts: not where the guarantee, or the published noise, is without one."""
    return calibration_of(values).needs_delta(values.get("noise", "laplace"))


def check_calibration(graph: Graph, calibration: Calibration, asked: Asked) -> None:
    """Raise Refused if a calibration gives no noise for this score, these neighbours or graph.

    What is proved private refuses by public facts only (number of nodes, range of the weights,
    edges where these are public). The published calibrations refuse by the graph.
    """
    is_proved, neighbours = calibration.is_proved, asked.neighbours
    (neighbours if is_proved else neighbours.as_published).check(graph)
    if asked.score not in calibration.scores:
        own = calibrations_for({"score": asked.score})
        raise Refused(
            f"{calibration.id!r} does not exist for the score {asked.score!r}: set calibration to "
            f"one of {', '.join(map(repr, own))}, or set score to "
            f"{' or '.join(repr(score) for score in MEASURES if score in calibration.scores)}."
        )
    nothing = neighbours.why_none()
    if nothing and is_proved:
        raise Refused(
            f"{nothing} Nothing would be protected: set theta to at least the lowest weight and "
            "let edges vanish, or take a graph with weights and set lowest and highest to their "
            "public range."
        )
    if asked.score == "closeness":
        _check_closeness(graph, calibration, asked)
    if calibration.may_fail:
        calibration.scale(graph, asked)


def _check_closeness(graph: Graph, calibration: Calibration, asked: Asked) -> None:
    is_proved, support = calibration.is_proved, asked.neighbours.support
    is_bounded = asked.neighbours.lowest > 0 and support in calibration.supports("closeness")
    if is_proved and not is_bounded:
        raise Refused(
            "closeness has a proved bound only where every weight is at least a public number "
            "above 0, and a smooth one only where edges are public: raise lowest, and set support "
            "to 'fixed' or calibration to 'global'."
        )
    if (not is_proved or support == "fixed") and graph.n > 1 and graph.components.any():
        raise Refused(
            "closeness is 0 for every node of a disconnected graph: take its largest component, "
            "as a public choice, or another measure."
        )


def needed_scales(graph: Graph, asked: Asked, *, progress: Progress = SILENT) -> dict[str, float]:
    """Scales of the noise of all calibrations that give one on this graph, by calibration.

    The local sensitivity of eigenvector and closeness centrality is left out above 1,500 nodes,
    where it takes long. *Privacy*: reads the true graph; for study only.
    """
    found: dict[str, float] = {}
    for id in calibrations_for({"score": asked.score}):
        slow = id == PublishedLocal.id and asked.score != "laplacian"
        if slow and graph.n > QUICK_NODES:
            continue
        try:
            found[id], _ = CALIBRATIONS[id].scale(graph, asked, progress=progress)
        except Refused:
            continue  # this calibration has no number for this graph
    return found
