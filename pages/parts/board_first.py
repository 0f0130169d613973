"""The board that a first visitor meets, measured before anybody asks for it."""

from __future__ import annotations

from concurrent.futures import wait

import graphdp_core as gdp
from graphdp_core.datasets import EXAMPLES
from graphdp_core.experiment.cells import file_store
from graphdp_core.stage.board import STOPS, Board
from pages.parts import board_curves
from pages.parts.board_curves import BoardCurves
from pages.shared.stages import STAGES, name_of
from pages.shared.stand import USUAL

__all__ = ["finish", "first_board", "prepare"]

LOOK_S = 1.0


def first_board() -> Board:
    """The board of the first example with the first mechanism."""
    return Board(EXAMPLES[0].load(), gdp.MECHANISMS[0](), 0, STOPS)


def prepare() -> None:
    """Measure the usual epsilon; a visitor who asks meanwhile waits for the same work."""
    board = first_board()
    key = STAGES.open(board, behind=BoardCurves(board, file_store()))
    staged = STAGES.find(key, visitor="")
    while staged and (work := STAGES.ask(staged, name_of(USUAL), visitor="")):
        wait([work.done], timeout=LOOK_S)


def finish() -> None:
    """Begin no more measurements for anybody."""
    board_curves.stop_all()
