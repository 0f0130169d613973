"""Data: the graph in use, what was cleaned, the catalogue, generators, and saving."""

from pages.parts import data_views

data_views.show()
