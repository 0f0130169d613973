"""Board: which properties of the graph survive, all under one slider."""

from pages.board import board

board.show()
