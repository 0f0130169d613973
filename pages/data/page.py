"""Data: the graph in use, what was cleaned, the catalogue, generators, and saving."""

from pages.data import data_views

data_views.show()
