"""How many dimensions carry signal, and hints where a page uses others than the model has.

Part of the view Embedding: which directions can survive.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.spectral import LARGEST_DIMENSION, SpectralEmbedding
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.marks import Figure
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.spectra import cosine_lines, paired_breakdown_plot, scree_pair
from graphdp_core.plots.theme import Theme
from graphdp_core.spectra.scree import (
    breakdown_epsilon,
    bulk_variance,
    flip_deviation,
    noise_edge,
    predicted_cosine,
)
from pages.engine import scenario_cache
from pages.session import session
from pages.ui import page

BREAKDOWN = (
    "ε* = 2 asinh(√n / (2|λ|)): below it, the mark under the slider, the noise is louder than the "
    "direction. Usable pictures need about two to three times ε*. Directions whose predicted "
    "cosine stays 0 do not rise above the graph's own randomness. All this reads the private "
    "spectrum: it is for exploring only and never part of a release."
)
DIRECTIONS = 8  # directions on the breakdown plot


def breakdown(c: Comparison, analysis: SpectralEmbedding) -> None:
    """The breakdown epsilon of every direction, with predicted and observed cosines."""
    if symmetric_noise(c) is None or analysis.matrix != "adjacency":
        return

    n, epsilon = c.graph.n, c.guarantee.effective_epsilon
    values = _scree_values(c, analysis)[0][: max(DIRECTIONS, len(c.baseline.values))]
    page.cached_figure(
        c, lambda theme: paired_breakdown_plot(
            breakdown_epsilon(values, n=n), theme, epsilon=epsilon
        ),
        key="breakdown", alt="Breakdown epsilon of every eigen-direction.",
    )  # fmt: skip

    def drawn(theme: Theme) -> Figure:
        stands_out = np.abs(values) > noise_edge(c.graph)
        bulk = bulk_variance(c.graph.m, n, values[stands_out])
        predicted = predicted_cosine(values, n=n, epsilon=epsilon, bulk=bulk)
        observed = _projections(c.baseline.points, c.private.points)
        return cosine_lines(np.where(stands_out, predicted, 0.0), observed, theme)

    page.cached_figure(
        c, drawn, key="cosines", alt="Cosines of every direction, predicted and observed."
    )


def symmetric_noise(c: Comparison) -> EdgeNoise | None:
    """The release's noise, where it is the symmetric flip that the theory is about."""
    noise = c.release.noise if isinstance(c.release, Graph) else None
    return noise if noise is not None and noise.is_symmetric else None


def _projections(true: np.ndarray, private: np.ndarray) -> np.ndarray:
    """Length of each true direction's projection on the space of the private ones."""
    lengths = np.linalg.norm(true, axis=0)
    directions = np.divide(true, lengths, out=np.zeros_like(true), where=lengths > 0)
    basis, _ = np.linalg.qr(private)
    return np.linalg.norm(basis.T @ directions, axis=0)


PARAMETER = "spectral.dimension"
LINES = (
    "Dotted: a graph without structure reaches up to there; hubs of a sparse graph rise above it "
    "too, but are no dimension. Dashed, where in view: the noise of this ε."
)
LINES_HELP = f"{LINES} {BREAKDOWN}"
SOLID = {
    "persistence.dimension": 4,
    "persistence.flatten": True,
    "persistence.max_homology": "voids (H2)",
}
"""Parameters under which shapes of 4 latent dimensions have their voids."""


def hint(scenario: Scenario, c: Comparison, analysis: SpectralEmbedding) -> None:
    """Offer the dimensions of the model that made the graph, where the elbow finds others.

    The model counts as public, and all else that is read is the release.
    """
    choice = scenario.choice
    model = choice.latent_dimension if choice is not None else None
    used = len(c.private.values)
    if analysis.dimension or model is None or not 2 <= model <= LARGEST_DIMENSION or model == used:
        return
    seen = scenario_cache.get(
        scenario_cache.key(c, "standing out"),
        lambda: _standing_out(page.released_graph(c), c.private.scree, analysis),
    )
    told = (
        f"The elbow of the private spectrum gives {used} dimensions; the model, public, has {model}"
    )
    told += "." if seen is None else f", and {seen} are above the noise."
    _offer(told, f"Use {model} dimensions", {PARAMETER: model})


def void_hint(scenario: Scenario, analysis: Persistence) -> None:
    """Offer the view in which shapes of 4 latent dimensions, such as the sphere, are whole."""
    choice = scenario.choice
    if choice is None or choice.latent_dimension != SOLID[f"{analysis.id}.dimension"]:
        return
    if analysis.dimension != 3:
        return
    _offer(
        "The model, public, has 4 dimensions, one of them the density. The diagrams stand on 3.",
        "Use 4 without the density",
        SOLID,
    )


def scree(c: Comparison, analysis: SpectralEmbedding) -> None:
    """Both spectra with the magnitude that noise alone reaches."""
    page.cached_figure(
        c,
        lambda theme: _scree_figure(c, analysis, theme),
        key="scree",
        alt="Eigenvalues by falling magnitude, with the chosen number of dimensions.",
    )
    key = scenario_cache.key(c, "scree words")
    if words := scenario_cache.get(key, lambda: _scree_words(c, analysis)):
        st.caption(words)


def _scree_values(c: Comparison, analysis: SpectralEmbedding) -> tuple[np.ndarray, np.ndarray]:
    """Those of the graph and of the release, computed once."""
    return scenario_cache.get(
        scenario_cache.key(c, "scree values"),
        lambda: (
            analysis.scree(c.graph, c.baseline),
            analysis.scree(page.released_graph(c), c.private),
        ),
    )


def _scree_figure(c: Comparison, analysis: SpectralEmbedding, theme: Theme) -> Figure:
    left, right = _edge(c.graph, analysis), _edge(page.released_graph(c), analysis)
    return scree_pair(
        *_scree_values(c, analysis), theme, sides=Sides.of(c),
        d_left=len(c.baseline.values), d_right=len(c.private.values),
        edges=None if left is None or right is None else (left, right),
        noise_edge=_noise_edge(c, analysis),
    )  # fmt: skip


def _scree_words(c: Comparison, analysis: SpectralEmbedding) -> str:
    graphs = (c.graph, page.released_graph(c))
    values = _scree_values(c, analysis)
    counts = [_standing_out(*side, analysis) for side in zip(graphs, values, strict=True)]
    if None in counts:
        return ""
    words = f"{counts[0]} values stand above the dotted line without privacy, {counts[1]} with it."
    edge = _noise_edge(c, analysis)
    if edge is None:
        return words
    return f"{words} Left, what is below {format_number(edge)} is below the noise of this ε."


def _noise_edge(c: Comparison, analysis: SpectralEmbedding) -> float | None:
    """s sqrt(n), s the deviation of a debiased pair: the eigenvalue that breaks down here."""
    noise = symmetric_noise(c)
    if noise is None or noise.contrast <= 0.0:
        return None
    if analysis.matrix != "adjacency":
        return None
    return flip_deviation(c.guarantee.effective_epsilon) * float(np.sqrt(c.graph.n))


def _offer(told: str, label: str, parameters: Mapping[str, Any]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="dimension-hint"):
        st.caption(f":material/info: {told}", width="content")
        st.button(label, key="use-dimension", on_click=session.set_standing, args=(parameters,))


def _standing_out(graph: Graph, values: np.ndarray, analysis: SpectralEmbedding) -> int | None:
    edge = _edge(graph, analysis)
    return None if edge is None else int(np.sum(np.abs(values) > edge))


def _edge(graph: Graph, analysis: SpectralEmbedding) -> float | None:
    """None for the Laplacian, whose noise has another distribution."""
    if analysis.matrix != "adjacency":
        return None
    return noise_edge(graph, debias=analysis.correction != "raw")
