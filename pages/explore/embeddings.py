"""Embeddings: where the nodes lie with and without privacy."""

from functools import partial

from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from pages.parts import dimensions, growth, live_pair, theory
from pages.shared import moves, page, widgets

AXES = (
    "Widest: the plane in which the baseline spreads most; both sides are turned the same way. "
    "Numbers are eigen-dimensions by falling magnitude."
)

TURNED = (
    "The right side is turned and reflected to lie on the left one (Procrustes). Colours: the "
    "graph's own labels."
)

GROWN = ("two_to_infinity_error", "procrustes_error", "neighbour_overlap")

page.question(
    "Do the nodes stay where they belong?",
    "A spectral embedding places nodes so that inner products tell how likely an edge is. "
    "Mark nodes with the lasso on one side to find them on the other.",
)
views = {"Widest": None, "1 × 2": (0, 1), "2 × 3": (1, 2), "3-D": (0, 1, 2)}
ids = ("widest", "12", "23", "123")
axes = widgets.choose("Axes", views, key="axes", help=AXES, ids=ids, by_the_slider=True)
analysis = widgets.settings(SpectralEmbedding)
live_pair.offer_repeats(SpectralEmbedding)
signal = moves.box("How many dimensions carry signal?", key="signal", help=dimensions.LINES_HELP)
grown = moves.box(growth.TITLE, key="growth-box")


def _signal(scenario: Scenario, c: Comparison) -> None:
    dimensions.scree(c, analysis)
    theory.breakdown_plot(c, analysis)
    theory.theory(scenario, c, analysis)


def draw(scenario: Scenario) -> Comparison:
    """The pair, and what its spectrum says."""
    c = page.begin(scenario, analysis)
    ranges = live_pair.show(c, page.headline_cards, axes=axes)
    hint = partial(dimensions.hint, scenario, c, analysis)
    page.conclusion(c, ranges=ranges, words=(TURNED,), more=hint)
    theory.under_the_slider(c, analysis)
    signal.show(_signal, scenario, c)
    grown.show(growth.growth, c, GROWN)
    return c


page.follow(draw, SpectralEmbedding)
