"""What a release says of the statistics that are asked for, by the kind of release.

Estimates from a graph whose pairs were all flipped independently at public rates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from graphdp_core.estimates.asked import Asked, Given, Groups
from graphdp_core.estimates.by_law import (
    COSTS,
    COUNTED,
    COUNTS,
    DEGREES,
    SMOOTHED,
    SPECTRA,
    WEIGHTS,
    WithNoise,
)
from graphdp_core.estimates.estimate import CLOSED_FORM, Estimate, Estimates, judged
from graphdp_core.estimates.flipped_degrees import BY_DEGREES, ONE_FLIP
from graphdp_core.estimates.flipped_graph import (
    NARROW_COUNT,
    NARROW_SHARE,
    Flipped,
    flip_variance,
    share,
)
from graphdp_core.estimates.flipped_indices import BY_GROUPS, BY_INDICES
from graphdp_core.estimates.flipped_structure import BY_STRUCTURE
from graphdp_core.estimates.integer_noise import noise_of
from graphdp_core.estimates.mixing import MIXING, left_of, ratio_interval
from graphdp_core.estimates.selection import UNSURE
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.common_neighbours import common_neighbours
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.params import Refused
from graphdp_core.progress import Progress, Report
from graphdp_core.results import (
    Cost,
    Counts,
    Degrees,
    Mixing,
    Partition,
    Result,
    Scores,
    SpanningTree,
    Spectrum,
)


def _edges(release: Flipped) -> Iterator[Estimate]:
    yield from _scaled(release, "edges", "Edges", 1.0)


def _density(release: Flipped) -> Iterator[Estimate]:
    yield from _scaled(release, "density", "Density", 1.0 / max(pair_count(release.graph.n), 1))


def _mean_degree(release: Flipped) -> Iterator[Estimate]:
    yield from _scaled(release, "mean_degree", "Mean degree", 2.0 / max(release.graph.n, 1))


def _scaled(release: Flipped, id: str, title: str, scale: float) -> Iterator[Estimate]:
    graph = release.graph
    yield from release.of_both(id, title, graph.m, pair_count(graph.n), scale=scale)


def _wedges(release: Flipped) -> Iterator[Estimate]:
    n = release.graph.n
    yield _product(release, 1, "wedges", "Paths of two ties", 3.0 * math.comb(n, 3))


def _triangles(release: Flipped) -> Iterator[Estimate]:
    yield _product(release, 2, "triangles", "Triangles", float(math.comb(release.graph.n, 3)))


def _product(release: Flipped, place: int, id: str, title: str, most: float) -> Estimate:
    moments = release.moments
    value, variance = float(moments.values[place]), float(moments.covariance[place, place])
    if math.isnan(value):
        return _too_many(release, id, title)
    wider = _stretches(release)[place - 1]
    half = wider * release.z * math.sqrt(max(variance, 0.0))
    made = Estimate(
        id, title, value, value - half, value + half, CLOSED_FORM, level=release.asked.level,
        at_least=wider > 1.0,
    )  # fmt: skip

    def width_at(epsilon: float) -> float:
        other = moments.largest.covariance(flip_variance(epsilon))
        wide = _stretches(release, epsilon)[place - 1]
        return wide * release.z * math.sqrt(max(other[place, place], 0.0))

    later = release.from_here(width_at, half)
    return judged(made, within=(0.0, most), floor=NARROW_COUNT, width_at=later)


def _stretches(release: Flipped, epsilon: float | None = None) -> tuple[float, float]:
    """Of wedges and of triangles; at another epsilon as if a flip made one triangle or none."""
    wedges = release.stretch(*release.jumps_of_degrees, ONE_FLIP, epsilon=epsilon)
    if epsilon is not None:
        ones, pairs = np.ones(1), np.array([release.moments.largest.cc])
        return wedges, release.stretch(ones, pairs, 1.0, epsilon=epsilon)
    graph, common = release.graph, release.moments.common
    if not len(common):
        return wedges, 1.0
    shared = common_neighbours(*graph.neighbours, graph.edges)
    lost = np.bincount(shared, minlength=len(common)).astype(np.float64)
    jumps = np.arange(len(common), dtype=np.float64)
    triangles = release.stretch(np.stack([jumps, -jumps]), np.stack([common - lost, lost]), 1.0)
    return wedges, triangles


def _transitivity(release: Flipped) -> Iterator[Estimate]:
    """3 T/W by Fieller's interval."""
    moments, id, title = release.moments, "transitivity", "Transitivity"
    _, wedges, triangles = moments.values
    if math.isnan(triangles):
        yield _too_many(release, id, title)
        return
    cov, wider = moments.covariance, max(_stretches(release))
    z = wider * release.z
    low, high = ratio_interval(
        3.0 * triangles, wedges, variances=(9.0 * cov[2, 2], cov[1, 1]),
        covariance=3.0 * cov[1, 2], z=z,
    )  # fmt: skip
    value = min(max(3.0 * triangles / wedges, 0.0), 1.0) if wedges > 0.0 else math.nan
    made = Estimate(
        id, title, value, low, high, CLOSED_FORM,
        level=release.asked.level, at_least=wider > 1.0,
    )  # fmt: skip

    least = wedges * left_of(wedges, float(cov[1, 1]))

    def width_at(epsilon: float) -> float:
        other = moments.largest.covariance(flip_variance(epsilon))
        spread = 9.0 * other[2, 2] - 6.0 * value * other[1, 2] + value**2 * other[1, 1]
        wide = max(_stretches(release, epsilon))
        return wide * release.z * math.sqrt(max(spread, 0.0)) / least

    free = 3.0 * triangles / wedges if wedges > 0.0 else 0.0
    pull = 3.0 * cov[2] - free * cov[1]  # covariances with 3 T - t W
    spread = math.sqrt(max(3.0 * float(pull[2]) - free * float(pull[1]), 0.0))

    def moved(t: float) -> tuple[float, float]:
        if not spread > 0.0:
            return share(free), 0.0
        closed, paths = (
            float(3.0 * triangles + t * 3.0 * pull[2] / spread),
            float(wedges + t * pull[1] / spread),
        )
        ends = ratio_interval(
            closed, paths, variances=(9.0 * cov[2, 2], cov[1, 1]), covariance=3.0 * cov[1, 2],
            z=z,
        )  # fmt: skip
        return share(closed / paths) if paths > 0.0 else 0.0, (ends[1] - ends[0]) / 2.0

    yield judged(
        made,
        within=(0.0, 1.0),
        floor=NARROW_SHARE,
        width_at=release.from_here(width_at, (high - low) / 2.0) if least > 0.0 else None,
        moved=moved,
        deviation=UNSURE * (high - low) / 2.0 / z,
    )


def _too_many(release: Flipped, id: str, title: str) -> Estimate:
    nothing = math.nan
    return Estimate(
        id, title, nothing, nothing, nothing, CLOSED_FORM, level=release.asked.level,
        why="counting its triangles would take minutes: the release has too many edges.",
    )  # fmt: skip


FLIPPED: dict[str, Callable[[Flipped], Iterator[Estimate]]] = {
    "edges": _edges,
    "density": _density,
    "mean_degree": _mean_degree,
    "wedges": _wedges,
    "triangles": _triangles,
    "transitivity": _transitivity,
    **BY_DEGREES,
    **BY_STRUCTURE,
    **BY_GROUPS,
    **BY_INDICES,
}
"""What is estimated from flips, by its id."""


Readers = dict[str, Callable[[Any], Iterator[Estimate]]]


def estimates_from(
    given: Given,
    asked: Asked,
    statistics: Sequence[str] | None = None,
    *,
    progress: Report | None = None,
) -> Estimates:
    """Every statistic with its interval, or the reason why it cannot be known.

    Parameters
    ----------
    statistics : sequence of str, optional
        Ids; all that can be told from what is given, if absent.
    progress : callable, optional
        ``progress(fraction, text)`` of what is drawn many times; may raise to stop.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    for id in statistics or ():
        if id not in STATISTICS:
            raise Refused(f"statistics must be among {', '.join(STATISTICS)}; got {id!r}.")
    if given.parts:
        return _of_all(given, asked, statistics, progress)
    asked = _with_own_groups(given, asked)
    readers, release, holds = _kind(given, asked, Progress.of(progress))
    wanted = statistics or [
        id for id, known in STATISTICS.items()
        if id in readers and (not known.needs or getattr(asked, known.needs))
    ]  # fmt: skip
    rows: list[Estimate] = []
    for id in wanted:
        needs = STATISTICS[id].needs
        if needs and not getattr(asked, needs):
            raise Refused(f"{id} needs {needs}: give them beside the release.")
        if id in readers:
            rows += readers[id](release)
        else:
            rows.append(_not_held(id, holds, asked.level))
    if not rows:
        rows.append(_not_held("edges", holds, asked.level))
    return Estimates(tuple(rows))


def _of_all(
    given: Given, asked: Asked, statistics: Sequence[str] | None, progress: Report | None
) -> Estimates:
    """What each of several releases tells; unknown is what none of them tells."""
    rows: dict[str, Estimate] = {}
    for part in given.parts:
        try:
            told = estimates_from(part, asked, statistics, progress=progress)
        except Refused:  # it needs what another part has
            continue
        for row in told:
            if row.is_known or row.key not in rows:
                rows[row.key] = row
    edges, scale = rows.get("edges"), 2.0 / max(given.n, 1)
    if edges is not None and edges.is_known and not statistics and "mean_degree" not in rows:
        rows["mean_degree"] = replace(
            edges, statistic="mean_degree", title="Mean degree", value=scale * edges.value,
            low=scale * edges.low, high=scale * edges.high,
        )  # fmt: skip
    return Estimates(tuple(rows.values()))


def _kind(given: Given, asked: Asked, progress: Progress) -> tuple[Readers, Any, str]:
    """The readers of this kind of release, what they read, and what it holds in words."""
    released = given.released
    if isinstance(released, Graph) and released.noise is not None:
        flipped = Flipped(released, asked)
        flipped.check()
        return FLIPPED, flipped, "a graph"
    if isinstance(released, Partition):
        return {}, None, "communities"
    if isinstance(released, SpanningTree):
        return {}, None, "which edges the tree takes"
    readers, holds = _with_law(released, given)
    noise = noise_of(given)
    if noise is None:
        raise Refused(_no_law(given))
    return readers, WithNoise(given, noise, asked, progress), holds


def _with_own_groups(given: Given, asked: Asked) -> Asked:
    """The question, with the groups that a table of edges between groups names itself."""
    released = given.released
    if not isinstance(released, Mixing):
        return asked
    labels = np.repeat(np.arange(len(released.groups)), released.sizes)
    return replace(asked, groups=Groups(labels, released.groups))


def _with_law(released: Graph | Result, given: Given) -> tuple[Readers, str]:
    """The readers of numbers with noise of a known law."""
    if isinstance(released, Graph):
        if not isinstance(given.mechanism, WeightLaplace):
            raise Refused(_no_rates(given))
        return WEIGHTS, "weights"
    if isinstance(released, Cost):
        return COSTS, "the cost of a tree"
    if isinstance(released, Mixing):
        return MIXING, "edges between groups"
    if isinstance(released, Counts):
        counted = {COUNTED.get(name, "count") for name in released.names}
        return {id: COUNTS[id] for id in counted}, released.names[0]
    if isinstance(released, Spectrum) and not released.vectors.size:
        return SPECTRA, "eigenvalues"
    is_smooth = isinstance(released, Degrees) and isinstance(given.mechanism, DKSeries)
    if is_smooth or (isinstance(released, Scores) and released.measure == "degree"):
        return (SMOOTHED, "smoothed degrees") if is_smooth else (DEGREES, "degrees")
    raise Refused(_no_law(given))


def _no_law(given: Given) -> str:
    made = given.mechanism
    if made is None or given.epsilon is None:
        return "the release does not say how it was made: give its mechanism and its epsilon."
    if getattr(made, "noise", "") == "global":
        return (
            f"the scale of the noise of {made.title}, as it was set, rests on how many nodes or "
            "edges there are, which these numbers do not say: give the zip of the release."
        )
    return (
        f"the law of the noise of {made.title}, as it was set, depends on the private graph or is "
        "not known: nothing can be bounded. Ask for integer noise of a public scale."
    )


def _no_rates(given: Given) -> str:
    if isinstance(given.mechanism, WeightMechanism):
        return (
            f"the noise of {given.mechanism.title} is not read: intervals are known of noise in "
            "whole steps. Ask for Laplace on weights."
        )
    if given.mechanism is not None:
        return (
            f"a graph by {given.mechanism.title} has no rates: its edges were drawn from a model, "
            "and the law of what that leaves out is not known. Ask for a graph by edgeFlip, or for "
            "the number itself."
        )
    return (
        "the graph carries no noise rates, so nothing can be corrected or bounded: give the zip of "
        "the release, or set the graph's noise to its public rates."
    )


def _not_held(id: str, holds: str, level: float) -> Estimate:
    nothing = math.nan
    return Estimate(
        id, STATISTICS[id].title, nothing, nothing, nothing, CLOSED_FORM, level=level,
        why=f"it holds {holds} alone.",
    )  # fmt: skip
