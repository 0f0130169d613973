"""Which settings of which mechanisms are audited, found without their authors' help.

The guarantees that a mechanism can state beside its usual one, by its settings.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Param, Refused, schema


def every_setting() -> list[Any]:
    """All proved settings of all mechanisms, and each mechanism without one as it is by default."""
    proved = proved_settings()
    others = {kind.id for kind in MECHANISMS} - {made.id for made in proved}
    return proved + [kind() for kind in MECHANISMS if kind.id in others]


def proved_settings(kinds: Sequence[Callable[..., Any]] | None = None) -> list[Any]:
    """All that say they are proved, and protect something, of settings that are not refused.

    Of all mechanisms, or of some `kinds`.

    One that protects nothing because of a number, as where all weights are public, is taken with
    the first number whose double does.
    """
    every = [_protecting(made) for kind in kinds or MECHANISMS for made in settings(kind)]
    return [made for made in every if made is not None and _is_offered(made)]


def settings(kind: Callable[..., Any]) -> list[Any]:
    """Every setting of a mechanism that changes what it claims, or what it runs.

    The choices and switches that change the claim at epsilon = 1 (relation, radius, epsilon,
    delta, status) stand in every combination; the others one at a time, as does each share that
    is 0 by default and sets something more to be released, at half of its range. Where one
    choice decides what another offers, all choices are combined.
    """
    claiming: dict[str, Sequence[Any]] = {}
    others: dict[str, Sequence[Any]] = {}
    depends = any(parameter.offered for parameter in schema(kind))
    for parameter in schema(kind):
        values = _values(parameter)
        made = [m for value in values if (m := _made(kind, {parameter.name: value})) is not None]
        changes = any(claim_of(m) != claim_of(kind()) for m in made)
        together = changes or (depends and parameter.choices)
        (claiming if together else others)[parameter.name] = values
    tried = []
    for chosen in itertools.product(*claiming.values()):
        tried.append(_made(kind, dict(zip(claiming, chosen, strict=True))))
    for name, values in others.items():
        tried += [_made(kind, {name: value}) for value in values]
    return list(dict.fromkeys(m for m in tried if m is not None))


def claim_of(mechanism: Any) -> tuple[Any, ...]:
    """What tells the claims of two settings apart, at epsilon = 1."""
    g = mechanism.guarantee(1.0)
    return g.relation, g.radius, g.radius_text, g.effective_epsilon, g.delta, g.status, g.empty


def _protecting(made: Any) -> Any | None:
    """The same setting, where it protects something, or with one number doubled; else None."""
    guarantee = made.guarantee(1.0)
    if guarantee.protects:
        return made
    if not guarantee.status.is_proved:
        return None
    numbers = (p.name for p in schema(made) if p.type is float)
    doubled = (_made(partial(replace, made), {name: 2.0 * getattr(made, name)}) for name in numbers)
    return next((m for m in doubled if m is not None and m.guarantee(1.0).protects), None)


def _is_offered(made: Any) -> bool:
    """Whether every value is one that its parameter offers beside the others, and has effect."""
    values = {parameter.name: getattr(made, parameter.name) for parameter in schema(made)}
    return all(
        (parameter.offered is None or values[parameter.name] in parameter.offered(values))
        and (parameter.is_used(values) or values[parameter.name] == parameter.default)
        for parameter in schema(made)
    )


def _values(parameter: Param) -> Sequence[Any]:
    if parameter.choices:
        return parameter.choices
    if parameter.type is bool:
        return (False, True)
    if parameter.type is float and parameter.default == parameter.low == 0.0:
        return (0.0, (parameter.high or 0.0) / 2.0)
    return (parameter.default,)


def _made(kind: Callable[..., Any], values: dict[str, Any]) -> Any | None:
    """The mechanism with these settings, or None where they do not go together."""
    try:
        return kind(**values)
    except Refused:
        return None


def readings(kind: type[Mechanism], epsilon: float = 1.0) -> list[tuple[str, Mechanism]]:
    """What is set otherwise, in words, and the mechanism so set: what it then states is new.

    As few choices are changed as will do, until every neighbouring relation, status and proof
    that it can state has been met. What protects nothing is left out.
    """
    usual = kind()
    seen, named = _stated(usual, epsilon), []
    for made in sorted(proved_settings((kind,)), key=lambda made: len(_changed(usual, made))):
        new = _stated(made, epsilon) - seen
        if new and _changed(usual, made):
            seen |= new
            named.append((", ".join(map(_words, _changed(usual, made))), made))
    return named


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
