"""The board: what survives, one tile a property."""
