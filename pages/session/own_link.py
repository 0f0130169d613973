"""How an own file is read, as words of an address: names of columns and choices, never data."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from graphdp_core.intake.files.reading import Reading
from graphdp_core.params import Refused
from pages.ground.own_file import Choices

__all__ = ["choices_of", "words_of"]

LONGEST = 1_000
SWITCHES = ("points", "rescale", "numbered")
READING = tuple(field.name for field in fields(Reading))
TRUTHS = ("header", "largest_component", *SWITCHES)
ROLES = ("source", "target", "weight", "label", "time")


def words_of(choices: Choices) -> str:
    """What a person said, as JSON; empty if nothing was, or too much for an address.

    Examples
    --------
    >>> words_of(Choices(Reading(source="Person", header=True)))
    '{"header":true,"source":"Person"}'
    >>> words_of(Choices())
    ''
    """
    said = {**choices.reading.arguments(), **{s: True for s in SWITCHES if getattr(choices, s)}}
    text = json.dumps(said, separators=(",", ":"), ensure_ascii=False) if said else ""
    return text if len(text) <= LONGEST else ""


def choices_of(text: str) -> Choices:
    """What an address says; nothing if it makes no sense.

    Examples
    --------
    >>> choices_of('{"header":true,"source":"Person"}').reading.source
    'Person'
    >>> choices_of('{"source":["Person"]}') == choices_of("nonsense") == Choices()
    True
    """
    try:
        said: Any = json.loads(text[:LONGEST]) if text else {}
    except (ValueError, RecursionError):
        return Choices()
    if not isinstance(said, dict) or not all(_is_meant(*item) for item in said.items()):
        return Choices()
    switches = {name: said.pop(name) for name in SWITCHES if name in said}
    try:
        return Choices(Reading(**said), **switches)
    except Refused:
        return Choices()


def _is_meant(name: str, value: object) -> bool:
    """Whether there is such a choice, and the value is of its kind."""
    if name in TRUTHS:
        return isinstance(value, bool)
    is_role = name in ROLES and type(value) is int
    return name in READING and (is_role or isinstance(value, str))
