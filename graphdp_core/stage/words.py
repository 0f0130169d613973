"""What is said of one epsilon beside its picture: the figures, the promise and its odds."""

from __future__ import annotations

from dataclasses import dataclass

from graphdp_core.experiment.board import one_edge
from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.tables import WAYS
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    percent_at_most,
    posterior,
)

__all__ = [
    "Figure",
    "belief",
    "figures",
    "posterior_belief",
    "short_statement",
    "tie_odds",
]


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
    if not g.protects:
        return g.statement()
    exact = "" if g.effective_epsilon == g.epsilon else "exact "
    delta = f", δ = {at_most(g.delta)}" if g.delta else ""
    cost = f"{exact}ε = {at_most(g.effective_epsilon)}{delta}"
    return f"Protects {g.unit}, proved: {cost}. {g.caveat}".strip()


def posterior_belief(g: Guarantee) -> str:
    """What an adversary who is half sure can learn at most, rounded up."""
    edge = one_edge(g)
    if not edge.is_proved:
        return "Nothing is proved here: an adversary may become certain."
    beyond = " Rare outcomes, which δ allows for, may tell more." if g.delta else ""
    return f"{belief(g, '50%', percent_at_most(edge.beliefs[0.5]))}{beyond}"


def belief(g: Guarantee, before: str, after: str) -> str:
    """How sure an adversary is before the release and at most after it, in percent."""
    return (
        f"Someone who knows all the rest and is {before} sure of {g.relation.secret} is at most "
        f"{after} sure after the release."
    )


TIE_STEPS = {
    NeighbouringRelation.EDGE: 1,
    NeighbouringRelation.NODE: 1,
    NeighbouringRelation.NODE_ADD: 2,
}
"""How many steps of a relation the presence of one edge is: a node's change holds all its edges."""


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
    'Nothing is proved: this tie may become certain.'
    """
    if not g.protects:
        return "Nothing is proved: this tie may become certain."
    steps = TIE_STEPS.get(g.relation)
    if steps is None:
        return "Who is joined is not what is protected here."
    high = posterior(0.5, steps * g.effective_epsilon)
    return 1.0 - high, high
