"""Data: the graph in use, what was cleaned, the catalogue, generators, and saving."""

from graphdp_core.datasets import DATASETS, GENERATORS
from pages.parts import data_views
from pages.shared import page, protection, session
from pages.shared.sections import section

now = session.current()
graph = now.graph

page.heading(
    "Which graph is this, and which others are there?",
    f"All on this page reads the true graph. {protection.NOT_PRIVATE}",
)
data_views.cards(graph)
data_views.origin(now)
data_views.pictures(graph)
data_views.save(now)

section(data_views.pieces(graph), lambda: data_views.structure(graph), key="structure")
section(f"Published graphs: {len(DATASETS)} to choose from", data_views.catalogue, key="published")
section(f"Make a graph: {len(GENERATORS)} generators", data_views.generator_form, key="make")
