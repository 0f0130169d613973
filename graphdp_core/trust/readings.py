"""The guarantees that a mechanism can state beside its usual one, by its settings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Param, Refused, schema

__all__ = ["readings"]


def readings(kind: type[Mechanism], epsilon: float = 1.0) -> list[tuple[str, Mechanism]]:
    """What is set otherwise, in words, and the mechanism so set: what it then states is new.

    One or two choices are changed, as few as will do, until every neighbouring relation, status
    and proof that it can state has been met. What protects nothing is left out.

    Parameters
    ----------
    kind : type of Mechanism
    epsilon : float
        Nominal, within its range.

    Examples
    --------
    >>> from graphdp_core.mechanisms.node_degrees import NodeDegrees
    >>> [(words, made.neighbours) for words, made in readings(NodeDegrees)]
    [('One node: It joins or leaves', 'join')]
    """
    usual = kind()
    seen = _stated(usual, epsilon)
    found = []
    for words, made in _varied(usual):
        new = _stated(made, epsilon) - seen
        if new:
            seen |= new
            found.append((words, made))
    return found


def _stated(mechanism: Mechanism, epsilon: float) -> set[object]:
    """Relation, status and proof; nothing where nothing is protected."""
    guarantee = mechanism.guarantee(epsilon)
    if not guarantee.protects:
        return set()
    return {guarantee.relation, guarantee.status, guarantee.proof}


def _varied(usual: Mechanism) -> Iterator[tuple[str, Mechanism]]:
    """With one other choice, then with two, where these go together."""
    every = [parameter for parameter in schema(usual) if parameter.choices]
    for count in (1, 2):
        for changed in combinations(every, count):
            others = [_others(usual, parameter) for parameter in changed]
            for chosen in product(*others):
                made = _made(usual, every, dict(chosen))
                if made is not None:
                    yield _words(changed, dict(chosen)), made


def _others(usual: Mechanism, parameter: Param) -> list[tuple[str, Any]]:
    now = getattr(usual, parameter.name)
    return [(parameter.name, choice) for choice in parameter.choices if choice != now]


def _made(usual: Mechanism, every: list[Param], chosen: dict[str, Any]) -> Mechanism | None:
    """The mechanism with these choices; None where one is not offered beside the others."""
    values = {p.name: getattr(usual, p.name) for p in schema(usual)} | chosen
    for parameter in every:
        offered = parameter.given(values)
        if values[parameter.name] not in offered.choices:
            if parameter.name in chosen:
                return None
            values[parameter.name] = offered.default
        if parameter.name in chosen and not parameter.is_used(values):
            return None
    try:
        return type(usual)(**values)
    except Refused:
        return None


def _words(changed: tuple[Param, ...], chosen: dict[str, Any]) -> str:
    said = []
    for parameter in changed:
        labels = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
        said.append(f"{parameter.label}: {labels[chosen[parameter.name]]}")
    return ", ".join(said)
