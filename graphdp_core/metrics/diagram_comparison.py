"""What two persistence diagrams are measured by: the numbers, and their meaning."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats
from graphdp_core.metrics.diagrams import (
    bottleneck,
    gap_ratio,
    log_diagram,
    longest_bars,
    normalised_bottleneck,
    shift_invariant_bottleneck,
    wasserstein,
)
from graphdp_core.metrics.metric import Metric
from graphdp_core.results import Diagram
from graphdp_core.spectra.scree import procrustes

WASSERSTEIN_BARS = 1000  # more loops take seconds, and their bars are the shortest
SENSITIVITY = {"alpha": 1.0, "rips": 2.0, "dtm": 4.0}
"""By filtration: how much a value changes at most, per unit that a point moves."""

DIAGRAM_METRICS: tuple[Metric, ...] = (
    Metric(
        "normalised_h1",
        "Loop error (1: all lost)",
        "Bottleneck distance of the loops, over half the longest baseline bar. From 0; at 1 "
        "or more the longest loop may be lost altogether.",
        better="lower",
        low=0.0,
        enough=0.5,
    ),
    Metric(
        "normalised_h0",
        "Component error (1: all lost)",
        "Bottleneck distance of the components, over half the longest finite baseline bar. "
        "From 0; at 1 or more the clearest gap between components may be lost.",
        better="lower",
        low=0.0,
        enough=0.5,
    ),
    Metric(
        "normalised_h2",
        "Void error (1: all lost)",
        "Bottleneck distance of the voids, over half the longest baseline bar, where voids are "
        "computed. From 0; at 1 or more the longest void may be lost altogether.",
        better="lower",
        low=0.0,
    ),
    Metric(
        "void_over_loop",
        "Longest void over longest loop",
        "Of the baseline, where voids are computed. Above 1 the void is the shape, as of a sphere.",
        better="neither",
        low=0.0,
    ),
    Metric(
        "runner_up_h1",
        "Second loop over first",
        "Private diagram: length of the second longest loop over the longest. Near 0 one "
        "loop stands out, near 1 none does.",
        better="neither",
        low=0.0,
        high=1.0,
    ),
    Metric(
        "loops_private",
        "Count of clear loops, true or of noise",
        "Loops of the private diagram before the largest gap between the lengths of bars. Noise "
        "has a largest gap too: read it with the second loop over the first.",
        better="neither",
        low=0.0,
    ),
    Metric(
        "loops_baseline",
        "Count of clear loops, without privacy",
        "The same for the baseline.",
        better="neither",
        low=0.0,
    ),
    Metric(
        "extra_loops",
        "Loops of noise as long",
        "Private loops at least as long as the longest loop's counterpart is known to be, beyond "
        "those and the clear ones of the baseline. Above 0 the counterpart may be noise.",
        better="lower",
        low=0.0,
    ),
    Metric(
        "shift_invariant_h1",
        "Loop error at any size",
        "Bottleneck distance of the loops on a log scale, after the best change of size: by which "
        "factor (as a logarithm) births and deaths must still move. Exact to 0.000001. It does not "
        "vanish as graphs grow, except with weighted Rips: births and short bars are noise of its "
        "own size.",
        better="lower",
        low=0.0,
    ),
    Metric(
        "best_scale_h1",
        "Best change of size",
        "Factor by which the baseline's diagram is scaled to come as near as possible: below 1 "
        "the private shape is smaller. The raw embedding shrinks by about the root of 1 - 2 pi.",
        better="neither",
        low=0.0,
    ),
    Metric(
        "stability_bound",
        "Stability bound",
        "No bottleneck distance can be larger: the largest distance between the two positions of "
        "a node after the best rotation, times 1 (alpha), 2 (Rips) or 4 (weighted Rips). Only "
        "without landmarks.",
        better="lower",
        low=0.0,
    ),
    Metric(
        "bottleneck_h1",
        "Bottleneck distance (H1)",
        "Largest move of a loop's bar in the best matching, in units of the embedding.",
        better="lower",
        low=0.0,
    ),
    Metric(
        "bottleneck_h0",
        "Bottleneck distance (H0)",
        "The same for components.",
        better="lower",
        low=0.0,
    ),
    Metric(
        "bottleneck_h2",
        "Bottleneck distance (H2)",
        "Largest move of a void's bar in the best matching; only where H2 is computed.",
        better="lower",
        low=0.0,
    ),
    Metric(
        "wasserstein_h1",
        "Wasserstein-1 H1",
        "Sum of all moves of loops' bars in the cheapest matching: short bars count too, up to "
        "the 1,000 longest of each diagram.",
        better="lower",
        low=0.0,
    ),
    Metric(
        "wasserstein_h0",
        "Wasserstein-1 H0",
        "Sum of all moves of components' bars in the cheapest matching.",
        better="lower",
        low=0.0,
    ),
)
"""Headline first."""


def compare_diagrams(baseline: Diagram, private: Diagram, *, n: int) -> dict[str, float]:
    """All numbers by name; nan where a dimension or the scale of the diagrams does not fit.

    Parameters
    ----------
    baseline, private : Diagram
        Of two embeddings of the same n nodes.
    """
    values: dict[str, float] = {}
    if baseline.filtration == private.filtration:
        values["stability_bound"] = stability_bound(baseline, private, n=n)
        for k, (ours, theirs) in enumerate(zip(baseline.pairs, private.pairs, strict=False)):
            values[f"bottleneck_h{k}"] = bottleneck(ours, theirs).distance
            values[f"normalised_h{k}"] = normalised_bottleneck(ours, theirs)
            if k == 0:
                values["wasserstein_h0"] = wasserstein(ours, theirs)
            if k == 1:
                values |= _loops(ours, theirs)
            if k == 2:
                values["void_over_loop"] = _longest(ours) / (_longest(baseline.pairs[1]) or 1.0)
    return {metric.id: float(values.get(metric.id, math.nan)) for metric in DIAGRAM_METRICS}


def clear_bars(pairs: ArrayLike) -> int:
    """Finite bars before the largest gap between their sorted lengths (the last gap is to 0).

    Examples
    --------
    >>> clear_bars([(0.0, 5.0), (0.0, 0.3), (1.0, 5.5), (0.0, 0.2)])
    2
    """
    bars = longest_bars(pairs, count=WASSERSTEIN_BARS)
    if len(bars) == 0:
        return 0
    lengths = np.append(bars[:, 1] - bars[:, 0], 0.0)
    return 1 + int(np.argmax(lengths[:-1] - lengths[1:]))


def stability_bound(baseline: Diagram, private: Diagram, *, n: int) -> float:
    """Upper bound of all bottleneck distances, from the two-to-infinity distance of the points.

    If every point moves by at most r, a value of the alpha filtration changes by at most r, of
    Rips by 2 r, and of Rips weighted by the distance to measure by 4 r. Neither depends on
    rotations, so r is taken after the best one.

    References
    ----------
    Cohen-Steiner, Edelsbrunner & Harer, Discrete & Computational Geometry 2007. Anai et al.,
    DTM-based filtrations, SoCG 2019.
    """
    if baseline.points is None or private.points is None:
        return math.nan
    if not len(baseline.points) == len(private.points) == n > 0:
        return math.nan
    aligned = procrustes(private.points, baseline.points)
    wide = np.pad(baseline.points, ((0, 0), (0, aligned.shape[1] - baseline.points.shape[1])))
    moved = float(np.linalg.norm(aligned - wide, axis=1).max())
    return SENSITIVITY[baseline.filtration] * moved


def _loops(ours: Floats, theirs: Floats) -> dict[str, float]:
    long, other = (longest_bars(pairs, count=WASSERSTEIN_BARS) for pairs in (ours, theirs))
    best = shift_invariant_bottleneck(log_diagram(ours), log_diagram(theirs))
    return {
        "wasserstein_h1": wasserstein(long, other),
        "runner_up_h1": 1.0 / gap_ratio(theirs),
        "loops_baseline": clear_bars(ours),
        "loops_private": clear_bars(theirs),
        "extra_loops": _extra_bars(ours, theirs),
        "shift_invariant_h1": best.distance,
        "best_scale_h1": math.exp(best.shift),
    }


def _extra_bars(ours: Floats, theirs: Floats) -> int:
    """Private bars of the length that the longest one surely keeps, beyond the baseline's.

    A clear bar of the baseline may be a little shorter: all of these count as its own.
    """
    kept = (1.0 - normalised_bottleneck(ours, theirs)) * _longest(ours)
    if not kept > 0.0:
        return 0
    count = [
        int(np.sum(pairs[:, 1] - pairs[:, 0] >= kept * (1 - 1e-9))) for pairs in (ours, theirs)
    ]
    return max(count[1] - max(count[0], clear_bars(ours)), 0)


def _longest(pairs: Floats) -> float:
    bars = longest_bars(pairs, count=1)
    return float(bars[0, 1] - bars[0, 0]) if len(bars) else 0.0
