"""The board that a first visitor meets: measured before anybody asks, and shown with the page."""

from __future__ import annotations

from concurrent.futures import wait
from functools import cache

import graphdp_core as gdp
from graphdp_core.data import EXAMPLES
from graphdp_core.experiment.cells import file_store
from graphdp_core.stage.board import STOPS, Board
from pages.parts import board_curves
from pages.parts.board_curves import BoardCurves
from pages.server.first_still import picture
from pages.server.stages import STAGES, STILLS, Busy, Staged, name_of
from pages.session.stage_position import USUAL

LOOK_S = 1.0
NOW = name_of(USUAL)
PARTS = (NOW, *(f"{NOW}{ending}" for ending in STILLS))


@cache
def first_board() -> Board:
    """The board of the first example with the first mechanism."""
    return Board(EXAMPLES[0].load(), gdp.MECHANISMS[0](), 0, STOPS)


def prepare() -> None:
    """Measure the usual epsilon; a visitor who asks meanwhile waits for the same work."""
    staged = _staged()
    for part in PARTS:
        while work := STAGES.ask(staged, part, visitor=""):
            wait([work.done], timeout=LOOK_S)


def finish() -> None:
    """Begin no more measurements for anybody."""
    board_curves.stop_all()


def first_picture() -> str:
    """What the first page shows before its script has run, as HTML; "" until it is measured."""
    staged = _staged()
    try:
        waits = [STAGES.ask(staged, part, visitor="") for part in PARTS]
    except Busy:
        return ""
    if any(waits):
        return ""
    return picture(staged, NOW)


def _staged() -> Staged:
    board = first_board()
    key = STAGES.open(board, behind=BoardCurves(board, file_store()))
    staged = STAGES.find(key, visitor="")
    if staged is None:
        raise RuntimeError("the stage that was just opened is not there.")
    return staged
