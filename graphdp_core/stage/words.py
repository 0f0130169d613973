"""What is said of one epsilon beside its picture: the figures, the promise and its odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphdp_core.experiment.board import one_edge
from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.tables import WAYS
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    posterior,
    sure_after,
)
from graphdp_core.results import SpanningTree

__all__ = [
    "Figure",
    "belief",
    "figures",
    "notes",
    "posterior_belief",
    "rest_of_tie",
    "short_statement",
    "tie_odds",
]

TOPOLOGY = (
    "The topology is public here and released as it is: what reads the edges but not their weights "
    "is the same on both sides, and nothing protects it."
)
SYNTHETIC = (
    "This release is a graph made anew from private numbers: an edge in both graphs came out "
    "again, it was not copied. It has no known noise on single edges to correct for."
)


@dataclass(frozen=True)
class Figure:
    """One number as people read it.

    Parameters
    ----------
    label, value : str
    chance : str
        What a release that ignores the graph gives; "" where that is not known.
    reading : str
        Which way is better; "" where neither is.
    help : str
        What it measures.
    """

    label: str
    value: str
    chance: str = ""
    reading: str = ""
    help: str = ""


def figures(c: Comparison, *, headline: bool = False) -> list[Figure]:
    """The comparison's metrics, or those that its analysis shows first, in their order."""
    chances = c.analysis.chances(c.graph.n)
    by_id = {metric.id: metric for metric in c.analysis.metrics}
    chosen = c.analysis.headline(c.graph) if headline else by_id
    return [
        Figure(
            metric.label,
            format_number(c.metrics.get(metric.id), percent=metric.percent),
            format_number(level, percent=metric.percent)
            if (level := chances.get(metric.id)) is not None
            else "",
            WAYS[metric.better],
            metric.help,
        )
        for metric in (by_id[id] for id in chosen)
    ]


def short_statement(g: Guarantee) -> str:
    """What is protected, in a few words, and its limits; what protects nothing says why."""
    if g.status.is_proved and not g.empty and not g.protects:
        return f"Not private: ε = {at_most(g.effective_epsilon)} hides no change of {g.unit}."
    if not g.protects:
        return g.statement()
    verb = "Hardly protects" if g.hardly_protects else "Protects"
    exact = "" if g.effective_epsilon == g.epsilon else "exact "
    delta = f", δ = {at_most(g.delta)}" if g.delta else ""
    cost = f"{exact}ε = {at_most(g.effective_epsilon)}{delta}"
    return f"{verb} {g.unit}, proved: {cost}. {g.caveat}".strip()


def posterior_belief(g: Guarantee) -> str:
    """What an adversary who is half sure can learn at most, rounded up."""
    edge = one_edge(g)
    if not edge.is_proved:
        return "Nothing is proved here: an adversary may become certain."
    beyond = " Rare outcomes, which δ allows for, may tell more." if g.delta else ""
    return f"{belief(g, '50%', edge.beliefs[0.5])}{beyond}"


def belief(g: Guarantee, before: str, after: float) -> str:
    """How sure an adversary is before the release and at most after it, in percent."""
    return (
        f"Someone who knows all the rest and is {before} sure of {g.relation.secret} "
        f"{sure_after(after)} after the release."
    )


TIE_STEPS = {
    NeighbouringRelation.EDGE: 1,
    NeighbouringRelation.NODE: 1,
    NeighbouringRelation.NODE_ADD: 2,
}
"""How many steps of a relation the presence of one edge is.

A node's change may be that of one of its edges; a node that only joins or leaves has to leave with
the edge and come again without it.
"""


def tie_odds(g: Guarantee) -> tuple[float, float] | str:
    """Between which beliefs somebody ends who knows all else and was half sure of one tie.

    A sentence in their place where nothing limits what is learnt of a tie.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> low, high = tie_odds(gdp.mechanism("edge_flip").guarantee(3.0))
    >>> round(low, 3), round(high, 3)
    (0.047, 0.953)
    >>> tie_odds(gdp.mechanism("lnpp").guarantee(3.0))
    'nothing is proved, this tie may become certain.'
    """
    if g.protects and g.relation in TIE_STEPS:
        high = posterior(0.5, TIE_STEPS[g.relation] * g.effective_epsilon)
        return 1.0 - high, high
    if g.relation.edges_are_public:
        promise = "; the promise is about weights" if g.protects else ""
        return f"who is joined with whom is public here{promise}."
    if not g.protects:
        return "nothing is proved, this tie may become certain."
    return (
        f"the promise is about weights; a tie is hidden only where its weight is at most "
        f"{g.protected_radius}."
    )


def rest_of_tie(g: Guarantee, release: Any) -> str:
    """What the odds of one tie leave unsaid: rare outcomes, and what is not released."""
    odds = g.protects and g.relation in TIE_STEPS
    return " ".join(
        sentence
        for sentence, holds in (
            (f"Rare outcomes may tell more (δ = {at_most(g.delta)}).", odds and g.delta > 0),
            ("What is released lists no ties.", not isinstance(release, (Graph, SpanningTree))),
        )
        if holds
    )


def notes(c: Comparison) -> list[str]:
    """What must be said of a comparison beside its figures, each sentence once.

    Of both results what was left out or approximated; of the release what it is no protection for.
    """
    said = [c.mechanism.said_of(c.graph, c.epsilon), *c.baseline.notes, *c.private.notes]
    is_graph = c.mechanism.returns is Graph
    if is_graph and c.guarantee.relation.edges_are_public:
        said.insert(0, TOPOLOGY)
    is_of_edges = c.guarantee.relation is NeighbouringRelation.EDGE
    if is_of_edges and isinstance(c.release, Graph) and c.release.noise is None:
        said.insert(0, SYNTHETIC)
    return list(dict.fromkeys(filter(None, said)))
