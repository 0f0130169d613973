"""The board's first line: what survives, in one plain sentence, and from which epsilon on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.board import Unavailable
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.experiment.survival import SURVIVES, Survival, Verdict
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import MUCH, Guarantee
from graphdp_core.vocabulary import TOPICS

Known: TypeAlias = "Survival | Unavailable | None"
"""What is known of a property: how much survives, why it has no answer, or nothing yet."""

MANY = 3
"""From so many names on, the last group of a sentence is "the rest"."""


def answer(survivals: Mapping[str, Known], epsilon: float, mechanism: Mechanism) -> str:
    """One sentence on what survives.

    Parameters
    ----------
    survivals : mapping of str to Survival, Unavailable or None
        By the id of the property; None is not known yet.
    epsilon : float
    mechanism : Mechanism

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> flip = gdp.mechanism("edge_flip")
    >>> def seen(score, verdict):
    ...     return Survival(score, verdict, score, 0.0, 1.0, "ari")
    >>> kept, lost = seen(0.9, Verdict.SURVIVES), seen(0.1, Verdict.LOST)
    >>> answer({"communities": kept, "tree": lost, "top_nodes": lost}, 2.0, flip)
    'At ε = 2 the communities survive; the backbone and the leaders do not.'
    >>> answer({"communities": kept}, 3.0, flip)
    'At ε = 3 the communities survive. It hardly protects one edge.'
    """
    groups = _groups(survivals)
    if epsilon == 0 and groups[Verdict.PUBLIC]:
        return f"At ε = 0 only what is public is left: {_list(groups[Verdict.PUBLIC])}."
    if epsilon == 0:
        return "At ε = 0 nothing survives: the release ignores the data."
    at = f"At {epsilon_label(epsilon)} "
    g = mechanism.guarantee(epsilon)
    promise = "" if g.status.is_proved else f"{mechanism.title} promises no privacy. "
    if groups[_KNOWN]:
        finding = f"{_finding(groups, is_private=g.protects and not g.hardly_protects)}.{_price(g)}"
        return f"{promise}{at}{finding}{_remarks(survivals, groups, mechanism)}"
    if groups[_WAITING]:
        return f"{promise}What survives when this graph is released at {epsilon_label(epsilon)}?"
    return f"{promise}{at}{mechanism.title} can show none of these properties here."


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


_KNOWN, _WAITING, _NONE = "known", "waiting", "none"


def _groups(survivals: Mapping[str, Known]) -> dict[Verdict | str, list[str]]:
    """Names of properties in the board's order: by verdict, known at all, waiting, unavailable."""
    groups: dict[Verdict | str, list[str]] = {
        key: [] for key in (*Verdict, _KNOWN, _WAITING, _NONE)
    }
    for item in PROPERTIES:
        if item.id not in survivals:
            continue
        survival = survivals[item.id]
        if survival is None:
            groups[_WAITING].append(item.name)
        elif isinstance(survival, Unavailable):
            groups[_NONE].append(item.name)
        else:
            groups[survival.verdict].append(item.name)
            if survival.verdict is not Verdict.UNDEFINED:
                groups[_KNOWN].append(item.name)
    return groups


def _price(g: Guarantee) -> str:
    """What all of it costs, where that is next to all there is to hide; else ""."""
    if g.empty or not g.status.is_proved or (g.protects and not g.hardly_protects):
        return ""
    if g.effective_epsilon > MUCH:
        return " Every secret is out."
    return f" It hardly protects {g.relation.secret}."


def _finding(groups: Mapping[Verdict | str, list[str]], *, is_private: bool) -> str:
    """What follows "At epsilon"; "everything" and "the rest" are said of whole boards only."""
    kept, blurred, lost = (
        groups[verdict] for verdict in (Verdict.SURVIVES, Verdict.BLURRED, Verdict.LOST)
    )
    if not kept and not blurred and not lost:
        return f"{_list(groups[Verdict.PUBLIC])} {_is(groups[Verdict.PUBLIC])} public anyway"
    is_whole = len(groups[_KNOWN]) > 1 and not (
        groups[_WAITING] or groups[_NONE] or groups[Verdict.PUBLIC] or groups[Verdict.UNDEFINED]
    )
    everything = "everything" if is_private else "all of this graph"
    short = _of_everything(everything, kept, blurred, lost) if is_whole else ""
    return short or _group_by_group(kept, blurred, lost, rest=is_whole and len(lost) >= MANY)


def _of_everything(everything: str, kept: list[str], blurred: list[str], lost: list[str]) -> str:
    """What can be said of all properties at once, or ""."""
    for all_of_them, others, verb in (
        (kept, blurred + lost, "survives"), (blurred, kept + lost, "is blurred"),
    ):  # fmt: skip
        if all_of_them and not others:
            return f"{everything} {verb}"
    if not kept and not blurred:
        return "nothing survives"
    if len(kept) <= MANY or (blurred and lost):
        return ""
    fate = f", which {_is(blurred)} blurred" if blurred else ""
    return f"{everything} survives but {_list(blurred or lost)}{fate}"


def _group_by_group(kept: list[str], blurred: list[str], lost: list[str], *, rest: bool) -> str:
    """Survivors first, then what is blurred, then what is lost: by name, or as "the rest"."""
    parts = []
    if kept:
        parts.append(f"{_list(kept)} {_do(kept, 'survive')}")
    if blurred:
        parts.append(f"{_list(blurred)} {_is(blurred)} blurred")
    if lost and kept and not blurred and not rest:
        parts.append(f"{_list(lost)} {_do(lost, 'do')} not")
    elif lost:
        parts.append("the rest is lost" if rest else f"{_list(lost)} {_is(lost)} lost")
    return "; ".join(parts)


def _remarks(
    survivals: Mapping[str, Known],
    groups: Mapping[Verdict | str, list[str]],
    mechanism: Mechanism,
) -> str:
    """What must be said after the sentence."""
    public = groups[Verdict.PUBLIC]
    text = ""
    if public and public != groups[_KNOWN]:
        text += f" {_list(public).capitalize()} {_is(public)} public anyway."
    if groups[_WAITING]:
        text += " The rest is being found out."
    elif groups[_NONE]:
        text += f" {mechanism.title} tells nothing of the rest."
    communities = survivals.get("communities")
    if isinstance(communities, Survival) and communities.is_stable_and_wrong:
        text += " The communities are stable, but they are not the known classes."
    return text


def _list(names: Sequence[str]) -> str:
    """Names with commas and an "and".

    Examples
    --------
    >>> _list(["the map", "the shape", "the backbone"])
    'the map, the shape and the backbone'
    """
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


_PLURAL = frozenset(topic.name for topic in TOPICS if topic.is_plural)


def _is(names: Sequence[str]) -> str:
    return "are" if len(names) > 1 or names[0] in _PLURAL else "is"


def _do(names: Sequence[str], verb: str) -> str:
    """The verb in its plural form, or turned to the singular."""
    return verb if _is(names) == "are" else {"do": "does"}.get(verb, f"{verb}s")
