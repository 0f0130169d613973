"""The board: which properties of a graph stand side by side, and what a mechanism cannot feed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from graphdp_core.analyses import Analysis
from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.overview import Overview
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.suited import suited
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import MECHANISMS, Mechanism
from graphdp_core.privacy.guarantee import Guarantee, posterior
from graphdp_core.results import Counts, Degrees, Partition, Scores, SpanningTree, Spectrum

__all__ = [
    "PROPERTIES",
    "Number",
    "OneEdge",
    "Property",
    "Tile",
    "Unavailable",
    "one_edge",
    "tiles",
]

CAP = 10.0
"""An error above this many times is "more than 10 times off"."""


@dataclass(frozen=True)
class Number:
    """One number in plain words: what is printed large, and what it is of.

    Parameters
    ----------
    figure, words : str
    value, unit : str
        The figure alone, for a range from one value to another; "" where nothing is known.

    Examples
    --------
    >>> print(Number("2 of 10", "stay in the top ten", "2"))
    2 of 10 stay in the top ten
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
    id, title : str
        `title` heads its tile.
    gloss : str
        What it is, in everyday words.
    name : str
        In a sentence, with its article.
    page : str
        Address of the page that looks closer.
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
    page: str
    analyses: tuple[Analysis, ...]
    numbers: Mapping[str, Callable[[Mapping[str, float]], Number]]

    def number(self, metric: str, metrics: Mapping[str, float]) -> Number:
        """The one number of its tile: the metric that it is judged by, in a draw."""
        return self.numbers[metric](metrics)


@dataclass(frozen=True)
class Tile:
    """A property that a mechanism can feed, with the analysis that reads its releases."""

    property: Property
    analysis: Analysis


@dataclass(frozen=True)
class Unavailable:
    """Why a property has no picture here, and which mechanisms, by id, would give one."""

    property: Property
    reason: str
    mechanisms: tuple[str, ...] = ()


@dataclass(frozen=True)
class OneEdge:
    """What an adversary can learn of one protected unit.

    Parameters
    ----------
    unit : str
        What is protected, in words.
    beliefs : mapping of float to float
        Prior belief to the largest belief after one release (plus delta, if there is one).
    shown, falsely_shown : float
        Of releases where the unit is there, and where it is not, the shares that the best
        adversary at even odds takes for proof of it.
    delta : float
    is_proved : bool
        Whether any of this is a bound; else the beliefs are 1.
    """

    unit: str
    beliefs: Mapping[float, float]
    shown: float
    falsely_shown: float
    delta: float
    is_proved: bool


def tiles(
    graph: Graph, mechanism: Mechanism, *, epsilon: float | None = None
) -> dict[str, Tile | Unavailable]:
    """What the board shows for a mechanism, by the id of the property, in the board's order.

    Parameters
    ----------
    graph : Graph
    mechanism : Mechanism
    epsilon : float, optional
        If given, what the mechanism refuses at this epsilon is unavailable as well; 0 never is.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> found = tiles(gdp.load_graph("karate"), gdp.mechanism("louvain_dp"))
    >>> found["communities"].analysis.id, found["shape"].reason
    ('louvain', 'LouvainDP releases communities, not a graph.')
    """
    return {item.id: _tile(item, graph, mechanism, epsilon) for item in PROPERTIES}


def one_edge(guarantee: Guarantee, priors: tuple[float, ...] = (0.5, 0.01)) -> OneEdge:
    """What a release at this guarantee can teach about one unit, from several prior beliefs.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> learnt = one_edge(gdp.mechanism("edge_flip").guarantee(3.0))
    >>> {prior: round(belief, 3) for prior, belief in learnt.beliefs.items()}
    {0.5: 0.953, 0.01: 0.169}
    """
    proved = guarantee.protects
    epsilon = guarantee.effective_epsilon
    beliefs = {prior: posterior(prior, epsilon) if proved else 1.0 for prior in priors}
    shown = posterior(0.5, epsilon) if proved else 1.0
    return OneEdge(
        unit=guarantee.unit,
        beliefs=MappingProxyType(beliefs),
        shown=shown,
        falsely_shown=1.0 - shown,
        delta=guarantee.delta,
        is_proved=proved,
    )


def _tile(
    item: Property, graph: Graph, mechanism: Mechanism, epsilon: float | None
) -> Tile | Unavailable:
    fitting = [analysis for analysis in item.analyses if compatible(mechanism, analysis)]
    if not fitting:
        released = _RELEASED.get(mechanism.returns, "something else")
        reason = f"{mechanism.title} releases {released}, not a graph."
        return Unavailable(item, reason, _others(item, mechanism))
    if epsilon and (reason := mechanism.refusal(graph, epsilon)):
        return Unavailable(item, reason, _others(item, mechanism))
    return Tile(item, suited(fitting[0], graph, mechanism))


def _others(item: Property, mechanism: Mechanism) -> tuple[str, ...]:
    """Mechanisms with the same relation that can feed the property."""
    return tuple(
        kind.id
        for kind in MECHANISMS
        if kind.relation is mechanism.relation
        and kind.id != mechanism.id
        and any(compatible(kind, analysis) for analysis in item.analyses)
    )


_RELEASED = {
    Counts: "a count",
    Degrees: "a degree distribution",
    Partition: "communities",
    Scores: "scores of the nodes",
    SpanningTree: "a spanning tree",
    Spectrum: "a spectrum",
}


UNKNOWN = Number("unknown", "")


def _percent(share: float) -> str:
    """With one digit below ten percent, without its sign."""
    return f"{share * 100:.1f}" if share < 0.0995 else f"{share * 100:.0f}"


def _share(share: float, fate: str, words: str) -> Number:
    """A percentage, and what became of it; above `CAP` times it has no number."""
    if math.isnan(share):
        return replace(UNKNOWN, words=words)
    if share > CAP:
        many = f"more than {CAP:.0f}"
        return Number(f"{many} times {fate}", words, many, " times")
    value = _percent(share)
    return Number(f"{value} % {fate}", words, value, " %")


def _degrees(metrics: Mapping[str, float]) -> Number:
    edges = _share(metrics["edges_error"], "off", "")
    return _share(metrics["degree_distance"], "apart", f"in links each; total {edges.figure}")


def _communities(metrics: Mapping[str, float]) -> Number:
    private, true = metrics["communities_private"], metrics["communities_baseline"]
    if math.isnan(metrics["ari"]):
        return replace(UNKNOWN, words="too few nodes to compare communities")
    value = f"{metrics['ari']:.2f}".replace("-0.00", "0.00")
    words = f"agreement; {private:,.0f} found, {true:,.0f} without privacy"
    return Number(f"{value} of 1", words, value)


def _top_ten(metrics: Mapping[str, float]) -> Number:
    kept = metrics["top10_kept"]
    if math.isnan(kept):
        return replace(UNKNOWN, words="of the top ten")
    return Number(f"{kept:.0f} of 10", "stay in the top ten", f"{kept:.0f}")


def _kept(metric: str, of: str) -> Callable[[Mapping[str, float]], Number]:
    return lambda metrics: _share(metrics[metric], "kept", of)


def _off(metric: str, of: str) -> Callable[[Mapping[str, float]], Number]:
    return lambda metrics: _share(metrics[metric], "off", of)


def _lost(metric: str, of: str) -> Callable[[Mapping[str, float]], Number]:
    """Of a length: what is more than all of it counts as all."""

    def in_words(metrics: Mapping[str, float]) -> Number:
        lost = metrics[metric]
        if lost >= 1.0:
            return Number("all lost", of, "100", " %")
        return _share(lost, "lost", of)

    return in_words


PROPERTIES: tuple[Property, ...] = (
    Property(
        "degrees", "Edges and degrees", "who has how many links", "the degrees", "overview",
        (Overview(),),
        {"degree_distance": _degrees},
    ),
    Property(
        "communities", "Communities", "who belongs together", "the communities", "clusters",
        (Louvain(), DBMSTClu()),
        {"ari": _communities},
    ),
    Property(
        "positions", "Positions", "who is near whom on a map", "the positions", "embeddings",
        (SpectralEmbedding(),),
        {"procrustes_error": _off("procrustes_error", "of the map's size")},
    ),
    Property(
        "spectrum", "Spectrum", "how strong the main patterns are", "the spectrum", "spectrum",
        (SpectrumAnalysis(),),
        {
            "subspace_overlap": _kept("subspace_overlap", "of the main patterns"),
            "eigenvalues_lost": _off("eigenvalues_lost", "in their strengths"),
        },
    ),
    Property(
        "top_nodes", "Top nodes", "who is most central", "the top nodes", "centrality",
        (Centrality(),),
        {"top10_kept": _top_ten, "precision_10": _kept("precision_10", "of the top tenth")},
    ),
    Property(
        "tree", "Spanning tree", "the fewest links that join all", "the spanning tree",
        "spanning-tree", (MinimumSpanningTree(),),
        {"edge_overlap": _kept("edge_overlap", "of the tree's edges")},
    ),
    Property(
        "shape", "Shape", "which holes and clumps there are", "the shape", "persistence",
        (Persistence(),),
        {
            "normalised_h1": _lost("normalised_h1", "of the longest loop"),
            "normalised_h0": _lost("normalised_h0", "of the clearest gap"),
        },
    ),
)  # fmt: skip
"""In the board's order."""
