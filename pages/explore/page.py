"""Explore: one graph under one slider, in every view; a node stays the same dot in all of them."""

from pages.explore import screen

screen.show()
