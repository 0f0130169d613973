"""Part of the view Embedding: which directions can survive."""

from __future__ import annotations

import numpy as np

from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.marks import Figure
from graphdp_core.plots.spectra import cosine_lines, paired_breakdown_plot
from graphdp_core.plots.theme import Theme
from graphdp_core.spectra.scree import (
    breakdown_epsilon,
    bulk_variance,
    noise_edge,
    predicted_cosine,
)
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
    values = c.baseline.scree[: max(DIRECTIONS, len(c.baseline.values))]
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
