"""The board of a first visit is the one that is measured before it."""

from pages.parts import board_first, board_tiles
from pages.table import TABLE


def test_what_is_prepared_is_what_a_first_visitor_sees(visitor):
    visitor.open(TABLE[0].path).check()
    desk = board_first.first_desk()
    assert board_tiles.Desk(visitor.at.session_state["scenario"]).id == desk.id
    assert visitor.at.session_state["scenario"].epsilon == desk.scenario.epsilon
