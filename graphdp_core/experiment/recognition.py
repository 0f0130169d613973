"""How many people can be recognised in a release without names, and by what knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label, in_ten
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.signatures import MEASURES, unique_share
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.names_off import NamesOff
from graphdp_core.metrics.recognition import by_number, check_people, interval, right_by_ties
from graphdp_core.params import Refused, refuse_strangers

KNOWS = {
    "degree": "the number of a person's ties",
    "circle": "the numbers of a person's ties and triangles",
    "friends": "the numbers of ties of a person's friends",
}
NOT_PRIVATE = (
    "Whether an attack succeeded is read off the true graph: these numbers are not private."
)


@dataclass(frozen=True)
class Attacker:
    """One attacker: what is known, and how many people are recognised.

    Parameters
    ----------
    id : str
        "degree", "circle" or "friends" for an attacker with these numbers; "ties" for most ties.
    knows : str
        In words.
    share : float
        Of the people who are recognised, over all draws; those known by name beforehand apart.
    low, high : float
        About where the share lies for 95 of 100 groups and draws like these.
    chance : float
        The share of whoever guesses.
    people : ndarray, shape (n,)
        How often each person is recognised, from 0 to 1; nan for those known by name throughout.
    """

    id: str
    knows: str
    share: float
    low: float
    high: float
    chance: float
    people: Floats


@dataclass(frozen=True)
class Recognition:
    """Who can be recognised in a graph as a mechanism releases it; not private.

    Parameters
    ----------
    unique : mapping of str to float
        The share of people in the true graph whom nobody resembles, by measure.
    epsilon : float or None
        None where the mechanism reads none.
    """

    graph: str
    n: int
    mechanism: str
    epsilon: float | None
    draws: int
    unique: Mapping[str, float]
    attackers: tuple[Attacker, ...]

    def __getitem__(self, id: str) -> Attacker:
        """The attacker of this name."""
        return next(one for one in self.attackers if one.id == id)

    def sentence(self) -> str:
        """The answer: what the attacker knows stands in it, and what guessing gives."""
        ties = self["ties"]
        at = "" if self.epsilon is None else f" at {epsilon_label(self.epsilon)}"
        return (
            f"{self.mechanism}{at}: somebody who knows {ties.knows} recognises "
            f"{per_hundred(ties.share)} of 100 people (from {per_hundred(ties.low)} to "
            f"{per_hundred(ties.high)}); guessing gets {per_hundred(ties.chance)}."
        )


def recognition(
    graph: Graph,
    mechanism: Mechanism | None = None,
    *,
    epsilon: float | None = None,
    ties_known: float = 0.9,
    named: int = 10,
    draws: int = 3,
    seed: int = 0,
) -> Recognition:
    """Attack a graph as a mechanism releases it, and count who is recognised.

    Parameters
    ----------
    graph : Graph
        The true graph: the attackers know parts of it, and it says who was right.
    mechanism : Mechanism, optional
        By default the names are taken off and nothing else.
    epsilon : float, optional
        Of the release; what people practise without a promise needs none.
    ties_known : float
        The share of the true ties that the second attacker knows, each as likely.
    named : int
        How many people the second attacker knows by name in the release, among the hundred best
        connected.
    draws : int
        Of the release and of what is known.
    seed : int

    Raises
    ------
    Refused
        If the graph has fewer than 3 nodes, no ties or too many nodes; if the mechanism releases
        no graph, or needs an epsilon and got none; if what is known is out of range.

    Notes
    -----
    *Privacy*: the numbers compare with the true graph: they are not private.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> count = recognition(gdp.load_graph("karate"), draws=1)
    >>> round(count.unique["circle"], 2), round(count["circle"].share, 2)
    (0.44, 0.56)
    """
    refuse_strangers(graph=graph, mechanism=mechanism)
    made = NamesOff() if mechanism is None else mechanism
    _check(graph, made, epsilon)
    _check_known(graph.n, ties_known, named, draws)
    rates: dict[str, list[Floats]] = {id: [] for id in (*MEASURES, "ties")}
    for draw in range(draws):
        asked = 1.0 if epsilon is None else epsilon
        release = cast("Graph", made.release(graph, epsilon=asked, rng=noise_stream(seed, draw)))
        for measure in MEASURES:
            rates[measure].append(by_number(graph, release, measure))
        rates["ties"].append(right_by_ties(
            graph, release, ties_known=ties_known, named=named,
            knowing=np.random.default_rng([seed, draw, 47]), seed=draw,
        ).rates)  # fmt: skip
    many = f"{in_ten(ties_known)} ties and {named} people by name"
    attackers = [_attacker(id, KNOWS.get(id, many), rates[id], graph.n) for id in rates]
    return Recognition(
        graph.title, graph.n, made.title, epsilon if made.reads_epsilon else None, draws,
        MappingProxyType({measure: unique_share(graph, measure) for measure in MEASURES}),
        tuple(attackers),
    )  # fmt: skip


def per_hundred(share: float) -> str:
    """How many of 100, in as many digits as tell a few from none.

    Examples
    --------
    >>> per_hundred(0.634), per_hundred(0.004), per_hundred(0.0001)
    ('63', '0.4', 'fewer than 0.1')
    """
    if 0 < share < 0.001:
        return "fewer than 0.1"
    return f"{100 * share:.0f}" if share >= 0.02 or share == 0 else f"{100 * share:.1g}"


def unnamed_sentence(graph: Graph) -> str:
    """For an own file: how many would be unique without names; "" where nobody is there.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> unnamed_sentence(gdp.load_graph("karate"))[:49]
    'Without names 44 of 100 people would be unique by'
    """
    if graph.n < 3 or not graph.m:
        return ""
    try:
        share = per_hundred(unique_share(graph, "circle"))
    except Refused:
        return ""
    return (
        f"Without names {share} of 100 people would be unique by their number of contacts and of "
        "contacts who know each other."
    )


def _attacker(id: str, knows: str, draws: list[Floats], n: int) -> Attacker:
    every = np.array(draws)
    shares = np.nanmean(every, axis=1)
    asked = np.isfinite(every).sum(axis=0)
    people: Floats = np.where(asked > 0, np.nansum(every, axis=0) / np.maximum(asked, 1), np.nan)
    others = int(np.isfinite(every[0]).sum())
    low, high = interval(shares, others)
    return Attacker(id, knows, float(shares.mean()), low, high, 1.0 / others, people)


def _check(graph: Graph, made: Mechanism, epsilon: float | None) -> None:
    if made.returns is not Graph or made.protects_weights:
        raise Refused(
            f"{made.title} releases {made.releases()}: people are recognised in graphs whose ties "
            "are released, so take a mechanism for those, such as edgeFlip."
        )
    check_people(graph)
    if epsilon is None and made.reads_epsilon:
        raise Refused(f"{made.title} needs an ε: say epsilon, such as 4.")


def _check_known(n: int, ties_known: float, named: int, draws: int) -> None:
    if not 0.0 <= ties_known <= 1.0:
        raise Refused(f"ties_known must lie in 0 to 1, got {ties_known}.")
    if not 0 <= named < n:
        raise Refused(
            f"named must be 0 to {n - 1:,}, fewer than the people of the graph, got {named}."
        )
    if draws < 1:
        raise Refused(f"draws must be at least 1, got {draws}.")
