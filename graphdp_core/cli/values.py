"""Reads NAME=VALUE texts as the parameters of a generator, mechanism, analysis or reproduction."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from graphdp_core.params import Refused, checked_seed, schema
from graphdp_core.privacy.amounts import amount_of


def number(text: str) -> float:
    """The value of an option that is a number, such as 0.5 or 1/3."""
    try:
        return float(amount_of(text, name="it"))
    except Refused as refused:
        raise argparse.ArgumentTypeError(str(refused).rstrip(".")) from None


def whole(text: str) -> int:
    """The value of an option that is an integer."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"it must be an integer, got {text!r}") from None


def seed(text: str) -> int:
    """The value of an option that is a seed."""
    try:
        return checked_seed(whole(text))
    except Refused as refused:
        raise argparse.ArgumentTypeError(str(refused).rstrip(".")) from None


def values_for(members: Sequence[Any], id: str, texts: Sequence[str]) -> dict[str, Any]:
    """The values in the types of the parameters of the member with this id.

    An unknown name stays text, and an unknown id takes no values: whoever makes the member says
    which ones there are.

    Raises
    ------
    Refused
        If a text is not NAME=VALUE, or a value has the wrong type.
    """
    owner = next((member for member in members if member.id == id), None)
    if owner is None:
        return {}
    types = {name: p.type for p in schema(owner) for name in (p.name, p.formerly)}
    values = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise Refused(f"a parameter is written NAME=VALUE, got {text!r}.")
        values[name] = _cast(name, value, types.get(name, str))
    return values


def series_for(owners: Sequence[Any], texts: Sequence[str]) -> dict[str, list[Any]]:
    """Several values of each parameter, from NAME=VALUE,VALUE,...; a name nobody has stays text.

    Raises
    ------
    Refused
        If a text is not written so, or a value has the wrong type.
    """
    types = {p.name: p.type for owner in owners for p in schema(type(owner))}
    series: dict[str, list[Any]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        if not sign:
            raise Refused(f"vary is written NAME=VALUE,VALUE,..., got {text!r}.")
        series[name] = [_cast(name, value, types.get(name, str)) for value in values.split(",")]
    return series


def _cast(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise Refused(f"{name} must be true or false, got {text!r}.")
        return text.lower() == "true"
    try:
        return kind(text)
    except ValueError:
        words = "an integer" if kind is int else "a number"
        raise Refused(f"{name} must be {words}, got {text!r}.") from None
