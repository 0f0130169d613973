"""The board that a first visitor meets, measured before anybody asks for it."""

from __future__ import annotations

import graphdp_core as gdp
from graphdp_core.datasets import EXAMPLES
from graphdp_core.experiment.scenario import Scenario
from pages.parts import board_curves
from pages.parts.board_tiles import Desk
from pages.shared.sidebar import USUAL

__all__ = ["finish", "first_desk", "prepare"]


def first_desk() -> Desk:
    """The work behind the first example with the first mechanism at the usual epsilon."""
    example = EXAMPLES[0]
    return Desk(Scenario(example.load(), example.title, gdp.MECHANISMS[0](), USUAL, 0))


def prepare() -> None:
    """Begin in the background; what a visitor asks for meanwhile goes on from there."""
    desk = first_desk()
    desk.shop.ask("the server", desk.id, desk.work(USUAL, only=True))


def finish() -> None:
    """Begin no more measurements for anybody."""
    board_curves.stop_all()
