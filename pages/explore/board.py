"""Board: which properties of the graph survive, all under one slider."""

from pages.parts import board

board.show()
