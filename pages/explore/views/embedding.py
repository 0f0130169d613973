"""Embedding: where the nodes lie in a spectral embedding, with and without privacy."""

from functools import partial

from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.plots.kinds.drawn import pair_of
from graphdp_core.stage import LARGE
from graphdp_core.vocabulary import MAP
from pages.explore.sections import dimensions, large_pair
from pages.explore.view import Choice, Section, View, is_large, offered
from pages.session import session
from pages.ui import widgets

AXES = (
    "Widest: the plane in which the baseline spreads most; both sides are turned the same way. "
    "Numbers are eigen-dimensions by falling magnitude. The right side is turned and reflected to "
    "lie on the left one (Procrustes)."
)


def _choose(now: Scenario) -> Choice:
    views = {"Widest": None, "1 × 2": (0, 1), "2 × 3": (1, 2), "3-D": (0, 1, 2)}
    ids = ("widest", "12", "23", "123")
    axes = widgets.choose("Axes", views, key="axes", help=AXES, ids=ids, by_the_slider=True)
    analysis = widgets.settings(SpectralEmbedding)
    if axes is None or now.graph.n > LARGE:
        return offered(Choice(analysis), now)
    return offered(Choice(analysis, partial(pair_of, axes=axes), f"axes {axes}"), now)


def _usual(now: Scenario) -> Choice:
    return Choice(SpectralEmbedding())


def _signal(c: Comparison) -> None:
    now, analysis = session.current(), c.analysis
    if not isinstance(analysis, SpectralEmbedding):
        raise TypeError(f"the view embeds graphs, not {analysis.id}")
    dimensions.scree(c, analysis)
    dimensions.breakdown(c, analysis)
    dimensions.hint(now, c, analysis)


VIEW = View(
    MAP.view, MAP.title, "Do the nodes stay where they belong?", _choose, _usual,
    (
        Section("How many dimensions carry signal?", "signal", _signal,
                help=dimensions.LINES_HELP),
        Section("The graph in summary", "parts-box", large_pair.show, wanted=is_large),
    ),
)  # fmt: skip
