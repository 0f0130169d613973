"""Properties of a graph that may survive: what each is, and what it says of a draw."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from graphdp_core.analyses import Analysis
from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.conclusions import QUESTIONS, ConclusionsAnalysis
from graphdp_core.analyses.degree_distribution import DegreeDistribution
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.mixing import GroupEdges
from graphdp_core.analyses.overview import Overview
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.recognition import Recognition
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts, TreeCost
from graphdp_core.analyses.tree_partitioning import DBMSTClu
from graphdp_core.digits import brief_percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import Mechanism
from graphdp_core.vocabulary import (
    BACKBONE,
    COMMUNITIES,
    DECISIONS,
    LEADERS,
    MAP,
    PATTERNS,
    PERSON,
    SHAPE,
    TIES,
    TOPICS,
    Topic,
)

CAP = 10.0
"""An error above this many times is "more than 10 times off"."""


@dataclass(frozen=True)
class Number:
    """One number in plain words: what is printed large, and what it is of.

    Parameters
    ----------
    value, unit : str
        The figure alone, for a range from one value to another; "" where nothing is known.

    Examples
    --------
    >>> print(Number("2 of 10", "stay", "2"))
    2 of 10 stay
    """

    figure: str
    words: str
    value: str = ""
    unit: str = ""

    def __str__(self) -> str:
        return f"{self.figure} {self.words}"


@dataclass(frozen=True)
class Property:
    """One property of a graph that may survive.

    Parameters
    ----------
    id, title, gloss, name : str
        As in :mod:`graphdp_core.vocabulary`; `title` heads its tile.
    analyses : tuple of Analysis
        The first that can read a release is taken.
    numbers : mapping of str to callable
        What a tile says when it is judged by this metric, from the metrics of a draw: its number
        and its verdict are about the same thing.
    """

    id: str
    title: str
    gloss: str
    name: str
    analyses: tuple[Analysis, ...]
    numbers: Mapping[str, Callable[[Mapping[str, float]], Number]]

    @classmethod
    def of(
        cls,
        topic: Topic,
        analyses: tuple[Analysis, ...],
        numbers: Mapping[str, Callable[[Mapping[str, float]], Number]],
    ) -> Property:
        """What survives of a topic, by these analyses."""
        return cls(topic.id, topic.title, topic.gloss, topic.name, analyses, numbers)

    def number(self, metric: str, metrics: Mapping[str, float]) -> Number:
        """The one number of its tile: the metric that it is judged by, in a draw."""
        return self.numbers[metric](metrics)

    def value_at(self, metric: str, value: float) -> Number:
        """The same of a value that no draw has, such as what guessing gives."""
        others = {m.id: math.nan for analysis in self.analyses for m in analysis.metrics}
        return self.number(metric, {**others, metric: value})


NOTHING = Number("nothing to compare", "")


def _share(share: float, fate: str, words: str) -> Number:
    """A percentage, and what became of it; above `CAP` times it has no number."""
    if math.isnan(share):
        return replace(NOTHING, words=words)
    if share > CAP:
        many = f"more than {CAP:.0f}"
        return Number(f"{many} times {fate}", words, many, " times")
    value = brief_percent(share).removesuffix("%")
    return Number(f"{value}% {fate}", words, value, "%")


def _degrees(metrics: Mapping[str, float]) -> Number:
    return _share(metrics["degree_distance"], "off", "in spread")


def _communities(metrics: Mapping[str, float]) -> Number:
    private, true = metrics["communities_private"], metrics["communities_baseline"]
    if math.isnan(metrics["ari"]):
        return replace(NOTHING, words="too few nodes to compare communities")
    words = f"{private:,.0f} groups" + (f", not {true:,.0f}" if private != true else "")
    return _share(max(metrics["ari"], 0.0), "alike", words)  # below 0 is worse than guessing


def _top_ten(metrics: Mapping[str, float]) -> Number:
    kept = metrics["top10_kept"]
    if math.isnan(kept):
        return Number("no ranking", "all are equal")
    return Number(f"{kept:.0f} of 10", "stay", f"{kept:.0f}")


def _kept(metric: str, of: str) -> Callable[[Mapping[str, float]], Number]:
    return lambda metrics: _share(metrics[metric], "kept", of)


def _off(metric: str, of: str) -> Callable[[Mapping[str, float]], Number]:
    return lambda metrics: _share(metrics[metric], "off", of)


def _places(metrics: Mapping[str, float]) -> Number:
    """How far nodes are off their places; from the size of the whole map on, in words."""
    off = metrics["procrustes_error"]
    if off >= 1.0:
        return Number("off by more", "than the map's size", "100", "%")
    return _share(off, "off", "in place")


def _lost(metric: str, of: str) -> Callable[[Mapping[str, float]], Number]:
    """Of a length that any bar may have lost: from all of it on, it cannot be told from noise."""

    def in_words(metrics: Mapping[str, float]) -> Number:
        lost = metrics[metric]
        if lost >= 1.0:
            return Number("lost", of.rpartition(" ")[2], "100", "%")
        return _share(lost, "lost", of)

    return in_words


PROPERTIES: tuple[Property, ...] = (
    Property.of(TIES, (Overview(),), {"degree_distance": _degrees}),
    Property.of(COMMUNITIES, (Louvain(), DBMSTClu()), {"ari": _communities}),
    Property.of(MAP, (SpectralEmbedding(),), {"procrustes_error": _places}),
    Property.of(
        SHAPE, (Persistence(),),
        {
            "normalised_h1": _lost("normalised_h1", "of the longest loop"),
            "normalised_h0": _lost("normalised_h0", "of the clearest gap"),
        },
    ),
    Property.of(
        BACKBONE, (MinimumSpanningTree(),),
        {"edge_overlap": _kept("edge_overlap", "ties")},
    ),
    Property.of(
        LEADERS, (Centrality(),),
        {"top10_kept": _top_ten, "precision_10": _kept("precision_10", "of the top tenth")},
    ),
    Property.of(
        PATTERNS, (SpectrumAnalysis(),),
        {
            "subspace_overlap": _kept("subspace_overlap", "directions"),
            "eigenvalues_lost": _off("eigenvalues_lost", "in their strengths"),
        },
    ),
)  # fmt: skip
"""In the board's order."""

NUMBERS: tuple[Property, ...] = (
    Property(
        "count", "Count", "how many there are", "the count", (SubgraphCounts(),),
        {"relative_error": _off("relative_error", "of the count")},
    ),
    Property(
        "degree_distribution", "Degree distribution", "how many have how many ties",
        "the degree distribution", (DegreeDistribution(),),
        {
            "l1": lambda metrics: _share(metrics["l1"] / 2.0, "of the nodes", "in wrong places"),
            "largest_gap": _off("largest_gap", "at most"),
        },
    ),
    Property(
        "mixing", "Edges between groups", "whether like meets like", "the edges between groups",
        (GroupEdges(),),
        {
            "mixing_error": _off("mixing_error", "of the ties"),
            "homophily_error": _off("homophily_error", "in homophily"),
        },
    ),
    Property(
        "tree_cost", "Cost of the tree", "what it costs to join all", "the cost of the tree",
        (TreeCost(),),
        {"relative_error": _off("relative_error", "of the cost")},
    ),
)  # fmt: skip
"""What has no tile on the board: numbers, which some mechanisms release by themselves."""

RECOGNISED = Property.of(
    PERSON, (Recognition(),),
    {"recognised": lambda metrics: Number(
        f"{metrics['recognised'] * metrics['people']:,.0f} of {metrics['people']:,.0f}",
        f"recognised from {Recognition().knows}",
    )},
)  # fmt: skip
"""What an attack on a released graph gets: it has a tile, and nobody asks for it to survive."""

CONCLUDED = Property.of(
    DECISIONS, (ConclusionsAnalysis(),),
    {"same": lambda metrics: Number(
        f"{sum(metrics[one.id] == 1.0 for one in QUESTIONS)} of "
        f"{sum(not math.isnan(metrics[one.id]) for one in QUESTIONS)}",
        "decisions stay",
    )},
)  # fmt: skip
"""What people decide by a released graph."""

EPIDEMIC = Property(
    "epidemic", "How far an epidemic gets", "small, large, or most",
    "the size of an epidemic", CONCLUDED.analyses,
    {"epidemic": lambda metrics: _share(metrics["epidemic_number"], "fall ill", "")},
)  # fmt: skip
"""A conclusion that a recommendation can be asked for."""

BESIDES = (RECOGNISED, CONCLUDED)
"""Tiles that are judged by themselves, and not by what guessing gives."""

MEASURED = (*PROPERTIES, *NUMBERS)

MEASURES = {topic: item for topic in TOPICS for item in MEASURED if item.id == topic.id}
"""By topic, in their order: what is measured of it first."""


def properties_of(mechanism: Mechanism) -> tuple[Property, ...]:
    """Those that are measured of a mechanism: of a released number itself, else the board's.

    Examples
    --------
    >>> from graphdp_core.mechanisms.private_count import PrivateCount
    >>> [item.id for item in properties_of(PrivateCount())]
    ['count', 'degree_distribution', 'mixing', 'tree_cost']
    """
    kind = mechanism.returns
    return PROPERTIES if issubclass(kind, Graph) or not kind.is_number else NUMBERS
