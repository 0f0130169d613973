"""What a recommendation rests on: what to keep, by which mechanisms, on what public graph."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from graphdp_core.analyses import Analysis
from graphdp_core.data import load_graph
from graphdp_core.experiment.compare import compare, compatible
from graphdp_core.experiment.feasible import suited
from graphdp_core.experiment.properties import EPIDEMIC, MEASURED, Property
from graphdp_core.experiment.targets import Target
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.results import Counts

TRIED = 5.0  # the epsilon at which is seen what a release can be measured by


@dataclass(frozen=True)
class Wish:
    """What a release should keep, and the mechanisms that could."""

    target: Target
    mechanisms: tuple[Mechanism, ...]


def wishes(mechanisms: Sequence[Mechanism]) -> tuple[Property, ...]:
    """What releases of at least one of the mechanisms can be asked to keep.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> [item.id for item in wishes([gdp.mechanism("pamst"), gdp.mechanism("node_degrees")])]
    ['communities', 'tree', 'degree_distribution']
    """
    return tuple(
        item
        for item in (*MEASURED, EPIDEMIC)
        if any(compatible(made, analysis) for made in mechanisms for analysis in item.analyses)
    )


def first_wish(mechanism: Mechanism, offered: Sequence[Property]) -> Property:
    """The property that a mechanism's releases are about; the first for a whole graph.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> count = gdp.mechanism("private_count")
    >>> first_wish(count, wishes([count])).title
    'Count'
    """
    about = "tree" if mechanism.protects_weights else "communities"
    if not issubclass(mechanism.returns, Graph):
        about = mechanism.returns.wish
    return next((item for item in offered if item.id == about), offered[0])


def wish(
    item: Property, mechanism: Mechanism, mechanisms: Sequence[Mechanism], graph: Graph
) -> Wish:
    """The property's usual aim, by the analysis that most of the mechanisms feed.

    Counts are compared with counts of the same kind only, those of `mechanism`, and by what its
    releases have a value for.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> made = [gdp.mechanism("node_count"), gdp.mechanism("private_count")]
    >>> wished = wish(wishes(made)[0], made[0], made, gdp.load_graph("karate"))
    >>> wished.target.in_words, [m.id for m in wished.mechanisms]
    ('Counts: error of the count at most 20%', ['node_count'])
    """
    analysis = max(item.analyses, key=lambda a: sum(compatible(made, a) for made in mechanisms))
    fit = tuple(made for made in mechanisms if compatible(made, analysis))
    judge = mechanism if mechanism in fit else fit[0]
    read = suited(analysis, graph, judge)
    if judge.returns is Counts:
        fit = tuple(made for made in fit if suited(analysis, graph, made) == read)
    measured = EPIDEMIC.id if item is EPIDEMIC else _measurable(read, judge)
    metric = next(metric for metric in analysis.metrics if metric.id == measured)
    return Wish(Target(analysis, metric, 0.0 if metric.aim is None else metric.aim), fit)


def even_weights(graph: Graph, mechanism: Mechanism) -> Graph:
    """The same public topology with weights that are spread evenly over the stated range.

    Nothing is read but what is public where a mechanism protects weights: who is joined with whom,
    the questions of a survey, and the range that the person has stated.

    Parameters
    ----------
    mechanism : Mechanism
        One that protects weights, with its public range.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> ring = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)], weights=[5.0, 5.0, 7.0])
    >>> made = gdp.mechanism("pamst", clip=True, lowest=0.0, highest=10.0)
    >>> sorted(even_weights(ring, made).weights.tolist())
    [0.0, 5.0, 10.0]
    """
    if mechanism.weight_range is None:
        raise Refused(
            "Nothing can be recommended without a public range of the weights: turn on 'Public "
            "weight range' beside the page and state it; ε is then looked for with weights that "
            "are spread evenly over it."
        )
    low, high = mechanism.weight_range
    order = np.random.default_rng(0).permutation(graph.m)
    return replace(graph, weights=np.linspace(low, high, graph.m)[order])


@lru_cache(maxsize=256)
def _measurable(analysis: Analysis, mechanism: Mechanism) -> str:
    """The first yardstick that releases have a value for, as a small public graph shows."""
    first = analysis.yardsticks[0].metric
    if len(analysis.yardsticks) == 1:
        return first
    club = load_graph("karate")
    low, high = mechanism.epsilon_range
    try:
        metrics = compare(club, mechanism, analysis, epsilon=min(max(TRIED, low), high)).metrics
    except Refused:
        return first
    known = (y.metric for y in analysis.yardsticks if not math.isnan(metrics[y.metric]))
    return next(known, first)
