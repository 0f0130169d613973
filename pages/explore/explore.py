"""Explore: one graph under one slider, in every view; a node stays the same dot in all of them."""

from pages.explore import stage
from pages.shared import moves

moves.follow(stage.show, slider=stage.KEY, keeps_address=True)
