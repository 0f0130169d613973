"""Board: which properties of the graph survive, all under one slider."""

from pages.parts import board, board_widget
from pages.shared import moves

moves.follow(board.show, slider=board_widget.KEY)
