"""Graph: the graph twice, which of the edges shown are real, and what is learnt about one."""

from dataclasses import replace
from functools import partial

from graphdp_core.analyses.overview import Overview
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.plots.kinds.drawn import pair_of
from graphdp_core.stage import LARGE, layout_of, matrix_of
from graphdp_core.vocabulary import TIES
from pages.explore.sections import large_pair, released_edges
from pages.explore.view import Choice, Section, View, is_large, offered
from pages.ui import widgets

FULL = 8_000  # edges whose drawing is a blot
DRAWING, MATRIX, EVERY = "Drawing", "Matrix", "All nodes"
HELP = (
    "A drawing of many ties shows only a part; a matrix counts every one. Its rows and "
    "columns are the nodes by true community, largest first: squares on the diagonal are "
    "communities, an even grey is noise."
)


def _choose(now: Scenario) -> Choice:
    """Matrices where lines would blot, or as the person likes; such a graph has its own choice."""
    is_full = now.graph.m >= FULL
    views = {EVERY if now.graph.n > LARGE else DRAWING: False, MATRIX: True}
    is_matrix = widgets.choose(
        "Ties", views, key="edges.many" if is_full else "edges", ids=("drawing", "matrix"),
        first=int(is_full), by_the_slider=True, formerly="edges" if is_full else "", help=HELP,
    )  # fmt: skip
    if is_matrix:
        return Choice(Overview(), matrix_of, "matrix")
    chosen = offered(Choice(Overview()), now)
    if now.graph.n > LARGE:
        return replace(chosen, draw=partial(pair_of, places=layout_of), id="every")
    return chosen


def _usual(now: Scenario) -> Choice:
    if now.graph.m >= FULL:
        return Choice(Overview(), matrix_of, "matrix")
    return Choice(Overview())


VIEW = View(
    TIES.view, TIES.title, "How many of the ties shown are real?", _choose, _usual,
    (
        Section("What could someone learn about one tie?", "one-edge",
                released_edges.learnt_about_one_edge, holds="belief"),
        Section("Do the degrees survive?", "degrees-box", released_edges.degrees),
        Section("Communities, one neighbourhood and the top", "parts-box", large_pair.show,
                wanted=is_large),
    ),
)  # fmt: skip
