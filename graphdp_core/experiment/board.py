"""The board: which properties of a graph stand side by side, and what a mechanism cannot feed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from graphdp_core.analyses import Analysis
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.feasible import suited
from graphdp_core.experiment.properties import PROPERTIES, Property
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import OFFERED, Mechanism
from graphdp_core.privacy.guarantee import Guarantee, posterior


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
    is_proved : bool
        Whether any of this is a bound, however much it allows; else the beliefs are 1.
    """

    unit: str
    beliefs: Mapping[float, float]
    shown: float
    falsely_shown: float
    delta: float
    is_proved: bool


def tiles(
    graph: Graph,
    mechanism: Mechanism,
    *,
    epsilon: float | None = None,
    properties: Sequence[Property] = PROPERTIES,
) -> dict[str, Tile | Unavailable]:
    """What the board shows for a mechanism, by the id of the property, in the board's order.

    Parameters
    ----------
    epsilon : float, optional
        If given, what the mechanism refuses at this epsilon is unavailable as well; 0 never is.
    properties : sequence of Property
        By default those of the board.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> shown = tiles(gdp.load_graph("karate"), gdp.mechanism("louvain_dp"))
    >>> shown["communities"].analysis.id, shown["shape"].reason
    ('louvain', 'Groups of groups (LouvainDP) releases communities, not a graph.')
    """
    return {item.id: _tile(item, graph, mechanism, epsilon) for item in properties}


def one_edge(guarantee: Guarantee, priors: tuple[float, ...] = (0.5, 0.01)) -> OneEdge:
    """What a release at this guarantee can teach about one unit, from several prior beliefs.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> learnt = one_edge(gdp.mechanism("edge_flip").guarantee(3.0))
    >>> {prior: round(belief, 3) for prior, belief in learnt.beliefs.items()}
    {0.5: 0.953, 0.01: 0.169}
    """
    proved = guarantee.status.is_proved and not guarantee.empty
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
        reason = f"{mechanism.called()} releases {mechanism.releases()}, not a graph."
        return Unavailable(item, reason, _others(item, mechanism))
    if epsilon and (reason := mechanism.refusal(graph, epsilon)):
        return Unavailable(item, reason, _others(item, mechanism))
    return Tile(item, suited(fitting[0], graph, mechanism))


def _others(item: Property, mechanism: Mechanism) -> tuple[str, ...]:
    """Mechanisms with the same relation that can feed the property."""
    return tuple(
        kind.id
        for kind in OFFERED
        if kind.relation is mechanism.relation
        and kind.id != mechanism.id
        and any(compatible(kind, analysis) for analysis in item.analyses)
    )
