"""Attacks on releases, each beside the bound that differential privacy gives: the ordered list."""

from __future__ import annotations

from typing import cast

from graphdp_core.lab.audits.attacks.answers import Differencing, LastBits, ManyAnswers
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim
from graphdp_core.lab.audits.attacks.edges import ManyEdges, Membership, OneEdge
from graphdp_core.lab.audits.attacks.people import Recognise
from graphdp_core.lab.audits.attacks.releases import SharedNoise, Structure
from graphdp_core.params import by_id

__all__ = ["ATTACKS", "Attack", "Finding", "Line", "Victim", "attack"]

ATTACKS: tuple[type[Attack], ...] = (
    OneEdge,
    Membership,
    ManyEdges,
    Structure,
    Recognise,
    SharedNoise,
    Differencing,
    ManyAnswers,
    LastBits,
)
"""In the order of the page: from what is promised to what no promise covers, then mistakes."""


def attack(id: str) -> type[Attack]:
    """The attack of this name."""
    return cast("type[Attack]", by_id("attack", ATTACKS, id))
