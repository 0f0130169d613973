"""The guarantees that a mechanism can state beside its usual one, by its settings."""

from __future__ import annotations

from graphdp_core.lab.audits.settings import proved_settings
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Param, schema

__all__ = ["readings"]


def readings(kind: type[Mechanism], epsilon: float = 1.0) -> list[tuple[str, Mechanism]]:
    """What is set otherwise, in words, and the mechanism so set: what it then states is new.

    As few choices are changed as will do, until every neighbouring relation, status and proof
    that it can state has been met. What protects nothing is left out.

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
    seen, found = _stated(usual, epsilon), []
    for made in sorted(proved_settings((kind,)), key=lambda made: len(_changed(usual, made))):
        new = _stated(made, epsilon) - seen
        if new and _changed(usual, made):
            seen |= new
            found.append((", ".join(map(_words, _changed(usual, made))), made))
    return found


def _stated(mechanism: Mechanism, epsilon: float) -> set[object]:
    """Relation, status and proof; nothing where nothing is protected."""
    guarantee = mechanism.guarantee(epsilon)
    if not guarantee.protects:
        return set()
    return {guarantee.relation, guarantee.status, guarantee.proof}


def _changed(usual: Mechanism, made: Mechanism) -> list[tuple[Param, object]]:
    """The parameters that are not as usual, with their values."""
    return [
        (parameter, value)
        for parameter in schema(usual)
        if (value := getattr(made, parameter.name)) != getattr(usual, parameter.name)
    ]


def _words(change: tuple[Param, object]) -> str:
    parameter, value = change
    if isinstance(value, bool):
        return f"{parameter.label}: {'on' if value else 'off'}"
    labels = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    return f"{parameter.label}: {labels.get(value, value)}"
