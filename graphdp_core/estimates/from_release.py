"""What a release says of the statistics that are asked for, by the kind of release."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from graphdp_core.estimates.asked import Asked, Groups
from graphdp_core.estimates.by_law import (
    COSTS,
    COUNTED,
    COUNTS,
    DEGREES,
    SPECTRA,
    WEIGHTS,
    WithNoise,
)
from graphdp_core.estimates.estimate import CLOSED_FORM, Estimate, Estimates
from graphdp_core.estimates.flipped import FLIPPED
from graphdp_core.estimates.flipped_graph import Flipped
from graphdp_core.estimates.given import Given
from graphdp_core.estimates.integer_noise import noise_of
from graphdp_core.estimates.mixing import MIXING
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.params import Refused
from graphdp_core.progress import Progress, Report
from graphdp_core.results import (
    Cost,
    Counts,
    Mixing,
    Partition,
    Result,
    Scores,
    SpanningTree,
    Spectrum,
)

__all__ = ["estimates_from"]

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
    given : Given
    asked : Asked
    statistics : sequence of str, optional
        Ids; all that can be told from what is given, if absent.
    progress : callable, optional
        ``progress(fraction, text)`` of what is drawn many times; may raise to stop.

    Raises
    ------
    Refused
        If an id is unknown, something that it needs is missing, or the release has no law that is
        known: nothing is computed then.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    for id in statistics or ():
        if id not in STATISTICS:
            raise Refused(f"statistics must be among {', '.join(STATISTICS)}; got {id!r}.")
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
    if isinstance(released, Scores) and released.measure == "degree":
        return DEGREES, "degrees"
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
