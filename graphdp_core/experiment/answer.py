"""The board's first line: what survives and what is betrayed, in one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from graphdp_core.digits import epsilon_label, number_word
from graphdp_core.experiment.board import Unavailable
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.experiment.survival import SURVIVES, Survival, Verdict
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import Guarantee, percent_at_most, posterior
from graphdp_core.vocabulary import COMMUNITIES, TOPICS

Known: TypeAlias = "Survival | Unavailable | None"
"""What is known of a property: how much survives, why it has no answer, or nothing yet."""

NAMED = 2
"""So many names stand in a sentence at most; more are counted."""

ONE_LINE = 105
"""Letters above which two names are counted, too: so many fit beside each other on the page."""


def answer(
    survivals: Mapping[str, Known], epsilon: float, mechanism: Mechanism, graph: Graph
) -> str:
    """One sentence on what survives, and what it betrays.

    Parameters
    ----------
    survivals : mapping of str to Survival, Unavailable or None
        By the id of the property; None is not known yet.
    graph : Graph
        Its classes have their number where they are found.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> flip, karate = gdp.mechanism("edge_flip"), gdp.load_graph("karate")
    >>> def seen(score, verdict):
    ...     return Survival(score, verdict, score, 0.0, 1.0, "ari")
    >>> kept, lost = seen(0.9, Verdict.SURVIVES), seen(0.1, Verdict.LOST)
    >>> answer({"communities": kept, "tree": lost, "top_nodes": lost}, 0.5, flip, karate)
    'At ε = 0.5 the communities survive; whoever is half sure of a tie stays below 62.3% sure.'
    >>> answer({"communities": kept}, 3.0, flip, karate)
    'At ε = 3 the communities survive; whoever is half sure of a tie may be 95.3% sure after.'
    """
    groups = _groups(survivals, graph)
    public = groups[Verdict.PUBLIC]
    if epsilon == 0 and public:
        left = (
            _list(public) if len(public) <= NAMED else f"{_count(public)} of {_count(PROPERTIES)}"
        )
        return f"At ε = 0 only what is public is left: {left}."
    if epsilon == 0:
        return (
            "At ε = 0 what stays is luck, and nobody learns anything: the release ignores the data."
        )
    g = mechanism.guarantee(epsilon)
    for named in (NAMED, 1):
        finding = _finding(groups, mechanism, named)
        price = betrayed(g)
        joint = ", and" if price == OUT else ";"
        line = f"At {epsilon_label(epsilon)} {finding}{joint} {price}."
        if len(line) <= ONE_LINE:
            break
    return line


def betrayed(g: Guarantee) -> str:
    """How sure anybody may become of what is protected, or that it is out.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> betrayed(gdp.mechanism("lnpp").guarantee(1.0))
    'nothing is promised: every secret may be out'
    """
    if not g.status.is_proved or g.empty:
        return "nothing is promised: every secret may be out"
    if g.effective_epsilon > CERTAIN:
        return OUT
    belief = posterior(0.5, g.effective_epsilon)
    whoever = f"whoever is half sure of {g.relation.any_secret}"
    rare = ", rare outcomes apart" if g.delta else ""
    if g.hardly_protects or not g.protects:
        return f"{whoever} may be {percent_at_most(belief)} sure after{rare}"
    return f"{whoever} stays below {percent_at_most(belief)} sure{rare}"


def mark(epsilons: Sequence[float], middle: Sequence[float]) -> float | None:
    """The first stop from which on a property survives at every higher one; None if it never does.

    Parameters
    ----------
    epsilons : sequence of float
        Rising.
    middle : sequence of float
        Median score at each; nan where it is not known yet.

    Examples
    --------
    >>> mark([0.5, 1.0, 2.0, 4.0], [0.1, 0.9, 0.7, 0.95])
    4.0
    """
    lowest = None
    for epsilon, score in sorted(zip(epsilons, middle, strict=True), reverse=True):
        if np.isnan(score):
            continue
        if score < SURVIVES:
            break
        lowest = epsilon
    return lowest


OUT = "every secret is out"
CERTAIN = 9.2
"""Above this epsilon a belief is more than 99.99%."""
_WAITING, _NONE, _USUALLY = "waiting", "none", "usually"
Groups: TypeAlias = Mapping[Verdict | str, list[str]]


def _groups(survivals: Mapping[str, Known], graph: Graph) -> Groups:
    """Names of properties in the board's order: by verdict, waiting, unavailable."""
    keys = (*Verdict, _WAITING, _NONE, _USUALLY)
    groups: dict[Verdict | str, list[str]] = {key: [] for key in keys}
    for item in PROPERTIES:
        if item.id not in survivals:
            continue
        survival = survivals[item.id]
        if survival is None:
            groups[_WAITING].append(item.name)
        elif isinstance(survival, Unavailable):
            groups[_NONE].append(item.name)
        else:
            is_found = item.id == COMMUNITIES.id
            name = _communities(survival, graph) if is_found else item.name
            groups[survival.verdict].append(name)
            if survival.low < SURVIVES:  # in the middle of the draws, not in nine of ten
                groups[_USUALLY].append(name)
    return groups


def _communities(survival: Survival, graph: Graph) -> str:
    """Communities that survive are the known classes, or others: an ARI tells."""
    if survival.is_stable_and_wrong:
        return WRONG
    is_named = survival.verdict is Verdict.SURVIVES and survival.truth >= SURVIVES
    return f"the {number_word(len(graph.label_names))} classes" if is_named else COMMUNITIES.name


WRONG = "stable but wrong communities"


def _finding(groups: Groups, mechanism: Mechanism, named: int) -> str:
    """What follows "At epsilon": by name where few survive, else by their number."""
    kept, blurred, lost = (
        groups[verdict] for verdict in (Verdict.SURVIVES, Verdict.BLURRED, Verdict.LOST)
    )
    judged = kept + blurred + lost
    survive = "usually survive" if set(kept) & set(groups[_USUALLY]) else "survive"
    if groups[_WAITING]:
        return "what survives is being measured"
    if not judged:
        is_public = bool(groups[Verdict.PUBLIC])
        return (
            "all of this is public anyway" if is_public else f"{mechanism.title} shows none of it"
        )
    for alike, fate in ((kept, survive), (blurred, "blurred"), (lost, "lost")):
        if alike == judged:
            return _fate(alike, fate, judged, named)
    if kept:
        return _fate(kept, survive, judged, named)
    return f"{_fate(blurred, 'blurred', judged, 1)}, {_count(lost)} lost"


def _fate(names: list[str], fate: str, judged: list[str], named: int) -> str:
    """What became of these: by name, or how many of all."""
    if len(names) > named:
        of_all = f"{_count(names)} of {_count(judged)}"
        who = f"all {_count(names)} properties" if names == judged else of_all
        return f"{who} {fate if fate.endswith('survive') else f'are {fate}'}"
    is_plural = len(names) > 1 or names[0] not in _SINGULAR
    verb = f"{'are' if is_plural else 'is'} {fate}"
    if fate.endswith("survive"):
        verb = fate if is_plural else f"{fate}s"
    return f"{_list(names)} {verb}"


def _list(names: Sequence[str]) -> str:
    return " and ".join(names)


def _count(names: Sequence[object]) -> str:
    return number_word(len(names))


_SINGULAR = frozenset(topic.name for topic in TOPICS if not topic.is_plural)
