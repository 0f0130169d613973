"""Board: which properties of the graph survive, all under one slider."""

from pages.parts import board
from pages.shared import moves

moves.follow(board.show)
