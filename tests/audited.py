"""Which settings of which mechanisms the audits try, found without their authors' help."""

import itertools

import graphdp_core as gdp
from graphdp_core.params import Refused, schema

__all__ = ["PROVED", "claim_of", "proved_settings", "settings"]


def settings(kind):
    """Every setting of a mechanism that changes what it claims, or what it runs.

    The choices and switches that change the claim at epsilon = 1 (relation, radius, epsilon,
    delta, status) stand in every combination; the others one at a time, as does each share that
    is 0 by default and sets something more to be released, at half of its range. Where one
    choice decides what another offers, all choices are combined.
    """
    claiming, others = {}, {}
    depends = any(parameter.offered for parameter in schema(kind))
    for parameter in schema(kind):
        values = _values(parameter)
        made = [m for value in values if (m := _made(kind, {parameter.name: value}))]
        changes = any(claim_of(m) != claim_of(kind()) for m in made)
        together = changes or (depends and parameter.choices)
        (claiming if together else others)[parameter.name] = values
    found = []
    for values in itertools.product(*claiming.values()):
        found.append(_made(kind, dict(zip(claiming, values, strict=True))))
    for name, values in others.items():
        found += [_made(kind, {name: value}) for value in values]
    return list(dict.fromkeys(m for m in found if m is not None))


def claim_of(mechanism):
    g = mechanism.guarantee(1.0)
    return g.relation, g.radius, g.radius_text, g.effective_epsilon, g.delta, g.status, g.empty


def proved_settings():
    """All that say they are proved, and protect something, of settings that are not refused."""
    return [
        made
        for kind in gdp.MECHANISMS
        for made in settings(kind)
        if made.guarantee(1.0).protects and _is_offered(made)
    ]


def _is_offered(made):
    """Whether every value is one that its parameter offers beside the others, and has effect."""
    values = {parameter.name: getattr(made, parameter.name) for parameter in schema(made)}
    return all(
        (parameter.offered is None or values[parameter.name] in parameter.offered(values))
        and (parameter.is_used(values) or values[parameter.name] == parameter.default)
        for parameter in schema(made)
    )


def _values(parameter):
    if parameter.choices:
        return parameter.choices
    if parameter.type is bool:
        return (False, True)
    if parameter.type is float and parameter.default == parameter.low == 0.0:
        return (0.0, parameter.high / 2.0)
    return (parameter.default,)


def _made(kind, values):
    """The mechanism with these settings, or None where they do not go together."""
    try:
        return kind(**values)
    except Refused:
        return None


PROVED = proved_settings()
