"""The calibrations of noise on centralities: for which scores, graphs and edges each exists."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.laws import GaussianNoise, GridNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, IDEAL_SAMPLER, on_a_grid, released_step
from graphdp_core.privacy.smooth_sensitivity import (
    SmoothNoise,
    smooth_constants,
    standard_smooth_noise,
)
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.eigenvector import spectral_gap
from graphdp_core.sensitivities.measures import MEASURES, Measure
from graphdp_core.sensitivities.neighbours import SUPPORTS, ThetaEdges

LAWS = ("laplace", "cauchy", "student")

Notes: TypeAlias = tuple[str, ...]
Scale: TypeAlias = tuple[float, Notes]
Noisy: TypeAlias = tuple[Floats, Notes]


class Drawing(NamedTuple):
    """What noise is drawn with."""

    epsilon: Budget
    draws: Draws
    progress: Progress


@dataclass(frozen=True)
class Asked:
    """What noise is measured out for.

    Parameters
    ----------
    score : {"laplacian", "eigenvector", "closeness"}
    neighbours : ThetaEdges
    epsilon, delta : float
    noise : {"laplace", "cauchy", "student"}
        Where the calibration leaves the law open.
    """

    score: str
    neighbours: ThetaEdges
    epsilon: float
    delta: float
    noise: str = "laplace"

    @property
    def measure(self) -> Measure:
        """The score's formulas and bounds."""
        return MEASURES[self.score]

    def largest(self, n: int) -> float:
        """A public bound of a score in graphs of n nodes."""
        return 1.0 if self.score != "closeness" else 1.0 / (max(n - 1, 1) * self.neighbours.lowest)


class Calibration(ABC):
    """One way to measure out the noise on all scores of a graph.

    Attributes
    ----------
    id, label : str
        In settings and in menus.
    scores : tuple of str
        The scores for which it exists.
    proof : str
        What proves it private.
    sampler : str
        How its noise is drawn.
    not_private : str
        Why it protects nothing; "" where it is proved.
    delta_for : tuple of str
        The laws of the noise with which delta counts.
    searches : bool
        Whether a bound of the eigenvector's gap sets the noise.
    may_fail : bool
        Whether some graphs have no number for its scale, which only computing it tells.
    """

    id: ClassVar[str]
    label: ClassVar[str]
    scores: ClassVar[tuple[str, ...]] = tuple(MEASURES)
    proof: ClassVar[str]
    sampler: ClassVar[str]
    not_private: ClassVar[str] = ""
    delta_for: ClassVar[tuple[str, ...]] = ()
    searches: ClassVar[bool] = False
    may_fail: ClassVar[bool] = False

    @property
    def is_proved(self) -> bool:
        """Whether it is proved private."""
        return not self.not_private

    def needs_delta(self, noise: str) -> bool:
        """Whether delta counts, with this law of the noise."""
        return noise in self.delta_for

    def supports(self, score: str) -> tuple[str, ...]:
        """What may differ between neighbours."""
        return SUPPORTS

    @abstractmethod
    def scale(self, graph: Graph, asked: Asked, progress: Progress = SILENT) -> Scale:
        """Scale of the noise on this graph, and notes on how it was found. *Privacy*: none.

        Raises
        ------
        Refused
            If there is no number for this graph.
        """

    @abstractmethod
    def noisy(self, graph: Graph, values: Floats, asked: Asked, by: Drawing) -> Noisy:
        """The scores with noise, shape (n,), and notes that may be told."""


class _Published(Calibration):
    """Laplace noise whose scale is read off this very graph."""

    proof = "None: the paper itself says that this noise guarantees no privacy."
    sampler = "floating-point noise"

    def noisy(self, graph: Graph, values: Floats, asked: Asked, by: Drawing) -> Noisy:
        """The scores plus floating-point Laplace noise."""
        scale, notes = self.scale(graph, asked, by.progress)
        return values + scale * standard_smooth_noise(
            "laplace", graph.n, rng=by.draws.unlawful()
        ), notes


class PublishedLocal(_Published):
    """The exact local sensitivity over epsilon; weights may rise without limit."""

    id = "published_local"
    label = "Published: local sensitivity"
    not_private = (
        "The size of the noise is the sensitivity of this very graph: it differs "
        "between neighbours and tells them apart."
    )

    def scale(self, graph: Graph, asked: Asked, progress: Progress = SILENT) -> Scale:
        """L / epsilon."""
        neighbours = asked.neighbours.as_published
        sensitivity = asked.measure.local_sensitivity(graph, neighbours, progress=progress)
        return sensitivity.value / asked.epsilon, (sensitivity.note,) if sensitivity.note else ()


class PublishedBound(_Published):
    """The paper's bound of the local sensitivity over epsilon."""

    id = "published_bound"
    label = "Published: its bound"
    may_fail = True
    not_private = (
        "The size of the noise is computed from this very graph and differs "
        "between neighbours; for Laplacian and closeness centrality the bound is false as well."
    )

    def scale(self, graph: Graph, asked: Asked, progress: Progress = SILENT) -> Scale:
        """B / epsilon."""
        bound = asked.measure.published_bound(graph, asked.neighbours.theta)
        return _usable(bound) / asked.epsilon, ()


class PublishedSmooth(_Published):
    """The paper's "smooth" bound, its beta taken from the paper's delta."""

    id = "published_smooth"
    delta_for = LAWS  # beta follows from it
    label = "Published: smooth bound"
    may_fail = True
    scores = ("laplacian", "closeness")
    not_private = (
        "The bound is not smooth, its theorem rests on a false one, and the "
        "claimed δ does not follow."
    )

    def scale(self, graph: Graph, asked: Asked, progress: Progress = SILENT) -> Scale:
        """2 S / epsilon."""
        bound = asked.measure.published_smooth
        if bound is None:
            raise Refused(
                f"the paper gives no smooth bound for {asked.score} centrality: set calibration "
                "to 'sound_smooth', or to one of the other published ones."
            )
        beta = published_beta(asked.epsilon, asked.delta, graph.n)
        return 2 * _usable(bound(graph, asked.neighbours.theta, beta)) / asked.epsilon, ()


def published_beta(epsilon: float, delta: float, n: int) -> float:
    """The beta at which the paper's delta = exp(-epsilon / (sqrt(n) beta)) has this value.

    Examples
    --------
    >>> round(published_beta(2.0, 1e-6, 100), 4)
    0.0145
    """
    return epsilon / (math.sqrt(max(n, 1)) * math.log(1 / delta))


def _usable(bound: float) -> float:
    """The bound, if noise can be scaled by it."""
    if math.isfinite(bound) and bound >= 0:
        return bound
    said = "undefined" if math.isnan(bound) else f"{bound:.4g}"
    raise Refused(
        f"the published bound is {said} on this graph, which is no size for noise: choose another "
        "calibration or another graph."
    )


class ProposeTestRelease(Calibration):
    """Half of the budget buys a lower bound of the gap, the other half pays for the noise.

    The gap moves by at most 2 theta between neighbours. Half of epsilon buys a value that is
    below the true gap but for delta/2. If it is above 2 theta, the l2 sensitivity is at most
    2 sqrt 2 theta / gap, else sqrt 2; the other half pays for Gaussian noise on it.

    Notes
    -----
    *Privacy*: (epsilon, delta); proved by composition.

    References
    ----------
    Dwork & Lei (2009), STOC; Yu, Wang & Samworth (2015), Biometrika, Corollary 1.
    """

    id = "propose_test_release"
    delta_for = LAWS  # test and release share it
    label = "Propose-test-release"
    scores = ("eigenvector",)
    proof = (
        "A private lower bound of the gap (it moves by at most 2θ), then the "
        "Gaussian mechanism on the sensitivity that follows from it."
    )
    sampler = IDEAL_SAMPLER
    searches = True

    def scale(self, graph: Graph, asked: Asked, progress: Progress = SILENT) -> Scale:
        """The standard deviation that the true gap would give."""
        theta = asked.neighbours.theta
        sensitivity = 2 * math.sqrt(2) * theta / max(spectral_gap(graph), 2 * theta)
        return sensitivity * gaussian_scale(asked.epsilon / 2, asked.delta / 2), ()

    def noisy(self, graph: Graph, values: Floats, asked: Asked, by: Drawing) -> Noisy:
        """The leading eigenvector with noise, on a public grid, and how the test went."""
        theta, delta = asked.neighbours.theta, asked.delta
        half, scale = by.epsilon / 2, 2 * theta / (float(by.epsilon) / 2)
        seen = by.draws.draw(
            SmoothNoise("gap", half, np.array([spectral_gap(graph)]), "laplace", scale)
        )
        at_least = _sure(float(on_a_grid(seen, scale)[0]), scale, delta)
        sensitivity = math.sqrt(2)
        note = "The propose-test-release test failed: the noise is that of the worst case."
        if at_least > 2 * theta:
            sensitivity *= 2 * theta / at_least
            note = f"The propose-test-release test passed: the gap is at least {at_least:.4g}."
        deviation = sensitivity * gaussian_scale(float(half), delta / 2)
        law = GaussianNoise("scores", half, values, sensitivity, deviation, delta=delta / 2)
        return on_a_grid(by.draws.draw(law), deviation), (note,)


def _sure(gap: float, scale: float, delta: float) -> float:
    """A value above the true gap with probability at most delta/2, though the gap was rounded."""
    return gap - released_step(scale) / 2.0 - scale * math.log(1.0 / delta)


FINE = 2.0**-20  # of the largest score: the public grid is a thousandth of it


class SoundSmooth(Calibration):
    """Noise of scale S/alpha on a proved beta-smooth bound S."""

    id = "sound_smooth"
    delta_for = ("laplace",)
    label = "Smooth sensitivity, proved"
    proof = "Smooth sensitivity with the exact cost of scaling the noise, then of shifting it."
    sampler = IDEAL_SAMPLER
    searches = True

    def supports(self, score: str) -> tuple[str, ...]:
        """Closeness has a proved smooth bound only where edges are public."""
        return ("fixed",) if score == "closeness" else SUPPORTS

    def scale(self, graph: Graph, asked: Asked, progress: Progress = SILENT) -> Scale:
        """S / alpha."""
        constants = smooth_constants(asked.noise, asked.epsilon, asked.delta, graph.n)
        bound = asked.measure.smooth_bound(graph, asked.neighbours, constants.beta)
        return bound / constants.alpha, ()

    def noisy(self, graph: Graph, values: Floats, asked: Asked, by: Drawing) -> Noisy:
        """The scores with smooth noise, on a public grid."""
        scale, notes = self.scale(graph, asked, by.progress)
        delta = asked.delta if self.needs_delta(asked.noise) else 0.0
        law = SmoothNoise("scores", by.epsilon, values, asked.noise, scale, delta=delta)
        return on_a_grid(by.draws.draw(law), FINE * asked.largest(graph.n)), notes


class GlobalNoise(Calibration):
    """Laplace noise on the global l1 sensitivity."""

    id = "global"
    label = "Global sensitivity"
    proof = "Laplace mechanism on the global l1 sensitivity."
    sampler = f"scores, computed to half a step, rounded to a public grid; {DISCRETE_SAMPLER}"

    def scale(self, graph: Graph, asked: Asked, progress: Progress = SILENT) -> Scale:
        """(Global sensitivity) / epsilon."""
        return asked.measure.global_bound(graph.n, asked.neighbours) / asked.epsilon, ()

    def noisy(self, graph: Graph, values: Floats, asked: Asked, by: Drawing) -> Noisy:
        """The scores with noise on a public grid; as they are where no step moves any."""
        sensitivity = asked.measure.global_bound(graph.n, asked.neighbours)
        if sensitivity <= 0.0:
            return values, ()
        return by.draws.draw(
            GridNoise("scores", by.epsilon, values, sensitivity, is_inexact=True)
        ), ()


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
    scales: dict[str, float] = {}
    for id in calibrations_for({"score": asked.score}):
        slow = id == PublishedLocal.id and asked.score != "laplacian"
        if slow and graph.n > QUICK_NODES:
            continue
        try:
            scales[id], _ = CALIBRATIONS[id].scale(graph, asked, progress=progress)
        except Refused:
            continue  # this calibration has no number for this graph
    return scales
