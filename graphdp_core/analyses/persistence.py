"""The shape of a graph: persistence diagrams of its spectral embedding."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.point_clouds import (
    alpha_pairs,
    dtm_rips_pairs,
    landmarks,
    rips_pairs,
)
from graphdp_core.arrays import Floats
from graphdp_core.digits import digits, epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.diagram_comparison import DIAGRAM_METRICS, compare_diagrams
from graphdp_core.params import Refused, param
from graphdp_core.progress import SILENT, Progress, Report
from graphdp_core.results import Diagram

ALPHA_CAPS = {4: 300, 5: 80, 6: 40}  # points that still take about half a second
RIPS_CAPS = {0: 1000, 1: 500, 2: 250}  # by the largest homology dimension
LARGEST_H2_DIMENSION = 3
LARGEST_ALPHA_DIMENSION = 6


@dataclass(frozen=True)
class Persistence(Analysis[Diagram]):
    """Components (H0), loops (H1) and voids (H2) of the embedded graph, over all scales.

    Balls around the embedded nodes grow; each component, loop or void leaves a bar from the radius
    at which it appears to the radius at which it is filled. Long bars are shape, short ones noise.

    Notes
    -----
    Alpha diagrams are in radii, Rips diagrams in diameters, weighted or not: their numbers must
    not be mixed. With
    ``dimension=0`` the automatic complex is Rips, whatever dimension is found, so that baseline
    and private diagram always stand on the same scale.

    *Privacy*: on a released graph all of this is post-processing. The landmarks start at node 0
    and the scale is not fitted to the truth. Debiasing by the public noise distribution keeps the
    private embedding on the scale of the baseline; without it the private diagram shrinks
    towards a point as epsilon falls, and the distances measure that shrinking too.

    References
    ----------
    Vishwanath & Hehir, arXiv:2504.17274, 2025. Edelsbrunner & Harer, Computational Topology, 2010.
    """

    id: ClassVar[str] = "persistence"
    title: ClassVar[str] = "Persistence"
    summary: ClassVar[str] = "Which components, loops and voids does the embedded graph have?"
    source: ClassVar[str] = (
        "Vishwanath & Hehir, Signal Recovery from Random Dot-Product Graphs under Local "
        "Differential Privacy, arXiv:2504.17274, 2025"
    )
    formula: ClassVar[str] = (
        r"W_\infty(D, D') = \min_{\gamma : D \cup \Delta \to D' \cup \Delta}\ "
        r"\max_{x} \lVert x - \gamma(x) \rVert_\infty"
    )
    metrics: ClassVar[tuple[Metric, ...]] = DIAGRAM_METRICS
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("normalised_h1", perfect=0.0, nothing=1.0),
        Yardstick("normalised_h0", perfect=0.0, nothing=1.0),
    )

    dimension: int = param(
        3, "Dimension of the spectral embedding; 0 chooses it from the spectrum", low=0, high=6
    )
    flatten: bool = param(
        False,
        "The direction of least spread, mostly the overall density. Without it a sphere of 4 "
        "latent dimensions lies in 3, where voids can be seen.",
        label="Leave out the narrowest direction",
    )
    correction: str = param(
        "debiased",
        "As for the embedding: raw, the shape of a release shrinks as epsilon falls; debiased or "
        "adjusted, it keeps its size.",
        label="Noise correction",
        choices={"debiased": "Debiased", "raw": "Raw", "adjusted": "Adjusted"},
    )
    complex: str = param(
        "auto",
        "How points are joined: alpha (radii, up to 3 dimensions), Rips (diameters, any "
        "dimension), or weighted Rips, where lonely points join late and holes survive more noise",
        choices={
            "auto": "automatic",
            "alpha": "alpha",
            "rips": "Vietoris–Rips",
            "dtm": "weighted Rips (DTM)",
        },
    )
    mass: float = param(
        0.05,
        "Share of all points whose mean distance tells how lonely a point is",
        label="DTM mass",
        low=0.005,
        high=0.5,
        used=lambda values: values["complex"] == "dtm",
    )
    max_homology: int = param(
        1,
        "Largest feature: 0 components, 1 loops, 2 voids (up to 3 dimensions)",
        label="Features up to",
        choices={0: "components (H0)", 1: "loops (H1)", 2: "voids (H2)"},
    )
    max_points: int = param(
        1000,
        "Above this many nodes landmarks stand for all; Rips and alpha above 3 dimensions use "
        "fewer still",
        label="Landmarks at most",
        low=10,
        high=5000,
    )

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Diagram:
        """Embed the graph, choose landmarks where it is large, and compute the diagrams.

        Returns
        -------
        Diagram
            ``pairs[k]`` for k = 0, ..., max_homology; `points` are the embedded landmarks.
        """
        from graphdp_core.analyses.spectral import SpectralEmbedding

        embed = SpectralEmbedding(dimension=self.dimension, correction=self.correction)
        embedding = embed.run(graph, rng=rng, progress=progress.between(0.0, 0.5))
        points = without_narrowest(embedding.points) if self.flatten else embedding.points
        diagram = self.diagram(points, progress=progress.between(0.5, 1.0))
        return replace(diagram, notes=embedding.notes + diagram.notes)

    def diagram(self, points: Floats, *, progress: Report = SILENT) -> Diagram:
        """The diagrams of any point cloud, under these parameters (`dimension` only steers "auto").

        Parameters
        ----------
        points : ndarray of float64, shape (n, d)
        progress : callable, optional

        Raises
        ------
        Refused
            If the alpha complex is asked for in more than 6 dimensions.

        Examples
        --------
        >>> angle = 2 * np.pi * np.arange(100) / 100
        >>> circle = np.column_stack([np.cos(angle), np.sin(angle)])
        >>> Persistence().diagram(circle).pairs[1].round(3).tolist()
        [[0.031, 1.0]]
        """
        n, d = points.shape
        filtration, homology = self._filtration(d), self.max_homology
        if filtration == "alpha" and d > LARGEST_ALPHA_DIMENSION:
            raise Refused(
                f"complex='alpha' takes up to {LARGEST_ALPHA_DIMENSION} dimensions, got {d}: "
                "choose the dimension yourself, or complex='rips'.",
                remedy={"complex": "rips"},
            )
        notes: list[str] = []
        if homology == 2 and d > LARGEST_H2_DIMENSION:
            homology = 1
            notes.append(f"Voids (H2) are left out: the embedding has {d} dimensions, more than 3.")
        chosen, radius = landmarks(
            points,
            count=self._cap(filtration, d, homology),
            progress=Progress.of(progress).between(0.0, 0.3),
        )
        if len(chosen) < n:
            notes.append(
                f"{len(chosen):,} landmarks of {n:,} nodes (each the farthest from those before): "
                f"every node lies within {digits(radius)} of one."
            )
        cloud = points[chosen]
        progress(0.3, f"{filtration} complex of {len(cloud):,} points")
        if filtration == "dtm":
            pairs = dtm_rips_pairs(cloud, max_homology=homology, mass=self.mass)
        else:
            compute = alpha_pairs if filtration == "alpha" else rips_pairs
            pairs = compute(cloud, max_homology=homology)
        progress(1.0, "persistence diagram")
        return Diagram(
            pairs=pairs, filtration=filtration, points=cloud, notes=tuple(notes), nodes=chosen
        )

    def _measure(self, graph: Graph, baseline: Diagram, private: Diagram) -> dict[str, float]:
        """Distances between the two diagrams, nan where a dimension or the scale does not fit."""
        return compare_diagrams(baseline, private, n=graph.n)

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first; voids have theirs where they are looked for."""
        last = "normalised_h2" if self.max_homology == 2 else "stability_bound"
        return ("loops_private", "normalised_h1", "normalised_h0", "shift_invariant_h1", last)

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """What happens to the longest loop, or to the clearest gap where there is no loop."""
        lost, feature = metrics["normalised_h1"], "loop"
        if metrics.get("void_over_loop", 0.0) > 1.0:
            lost, feature = metrics["normalised_h2"], "void"
        if math.isnan(lost):
            lost, feature = metrics["normalised_h0"], "gap between components"
        if math.isnan(lost):
            return f"At {epsilon_label(epsilon)} there is no bar of the baseline to compare."
        if lost >= 1.0:
            return (
                f"At {epsilon_label(epsilon)} the longest {feature} is lost: noise may move "
                f"it {digits(lost)} times as far as would close it."
            )
        doubt = _doubt(metrics) if feature == "loop" else ""
        fate = "has a counterpart" if lost < 0.5 and not doubt else "fades"
        sentence = (
            f"At {epsilon_label(epsilon)} the longest {feature} {fate}. A private bar keeps at "
            f"least {percent(1 - lost, whole=True)} of its length"
        )
        return f"{sentence}{doubt or (_other_loops(metrics) if feature == 'loop' else '')}."

    def _filtration(self, d: int) -> str:
        if self.complex != "auto":
            return self.complex
        known = 1 <= self.dimension - self.flatten <= 3
        return "alpha" if known and d <= 3 else "rips"

    def _cap(self, filtration: str, d: int, homology: int) -> int:
        if filtration in ("rips", "dtm"):
            return min(self.max_points, RIPS_CAPS[homology])
        return self.max_points if d <= 3 else min(self.max_points, ALPHA_CAPS[d])


def _doubt(metrics: Mapping[str, float]) -> str:
    """Why the counterpart of the longest loop may be noise, if it may."""
    extra = metrics.get("extra_loops", 0.0)
    if extra > 0.0:
        more = f"{extra:.0f} more loop{'s' if extra > 1 else ''} of the release"
        return f", but {more} {'are' if extra > 1 else 'is'} that long: it may be noise"
    half = metrics.get("bottleneck_h1", 0.0) / (metrics["normalised_h1"] or math.inf)
    if 0.0 < half <= metrics.get("bottleneck_h0", 0.0):
        return ", but gaps between nodes change by as much: it may be noise"
    return ""


def _other_loops(metrics: Mapping[str, float]) -> str:
    """How many loops stand out, or how near the second comes to the first."""
    loops, wanted = metrics.get("loops_private"), metrics.get("loops_baseline")
    if loops and wanted and loops != wanted:
        return (
            f", but {loops:.0f} {'stands' if loops == 1 else 'stand'} out instead of {wanted:.0f}"
        )
    if loops and wanted and wanted > 1:
        return f", and as many stand out as without privacy ({wanted:.0f})"
    runner_up = metrics["runner_up_h1"]
    return (
        f", but another is {percent(runner_up, whole=True)} as long as the longest"
        if runner_up > 0.5
        else ""
    )


def without_narrowest(points: Floats) -> Floats:
    """The centred points on all their principal axes but the last; the first axis always stays.

    *Privacy*: of an embedded release, post-processing.

    Examples
    --------
    >>> tilted = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])
    >>> np.abs(without_narrowest(tilted)).ravel().round(3).tolist()
    [1.414, 0.0, 1.414]
    """
    if points.shape[1] < 2 or len(points) == 0:
        return points[:, :1]
    centred = points - points.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    return np.asarray(centred @ axes[: points.shape[1] - 1].T)
