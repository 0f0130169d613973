"""Two parts of the embeddings page: what theory predicts, and which directions can survive."""

from __future__ import annotations

import numpy as np
import streamlit as st

from graphdp_core.analyses.spectral import LARGEST_DIMENSION, SpectralEmbedding
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.marks import Figure
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.spectra import breakdown_plot, diameter_curve, theory_pair
from graphdp_core.plots.theme import Theme
from graphdp_core.spectra.rdpg_theory import diameter, private_positions
from graphdp_core.spectra.scree import (
    breakdown_epsilon,
    bulk_variance,
    noise_edge,
    predicted_cosine,
    procrustes,
)
from pages.ui import page, protection

BREAKDOWN = (
    "ε* = 2 asinh(√n / (2|λ|)): below it, the mark under the slider, the noise is louder than the "
    "direction. Usable pictures need about two to three times ε*. Directions whose predicted "
    "cosine stays 0 do not rise above the graph's own randomness. All this reads the private "
    "spectrum: it is for exploring only and never part of a release."
)
FEWEST = 3  # dimensions of the theory's picture where neither person nor model has them
DIRECTIONS = 8  # directions on the breakdown plot


def theory(scenario: Scenario, c: Comparison, analysis: SpectralEmbedding) -> None:
    """The predicted private latent space beside the observed one; made while the box is open."""
    noise = symmetric_noise(c)
    if noise is None or analysis.matrix != "adjacency":
        return
    box = st.expander(
        "What theory predicts", icon=":material/school:", key="theory-box", on_change="rerun"
    )
    if not box.open:
        return
    with box:
        st.markdown(
            "Flipping pairs maps every latent position $x$ to "
            "$\\sqrt{1-2\\pi}\\,x \\oplus \\sqrt{\\pi}$: the shape "
            "shrinks, moves off the origin in one new direction, and at ε = 0 is a single "
            "point of length $\\sqrt{1/2}$. Left, this map of the baseline; right, the raw "
            "embedding of this draw in as many dimensions."
        )
        choice = scenario.choice
        model = (choice.latent_dimension if choice is not None else None) or FEWEST
        d = analysis.dimension or max(min(model, LARGEST_DIMENSION), c.baseline.points.shape[1])
        true = page.compare(scenario, SpectralEmbedding(dimension=d)).baseline.points
        raw = SpectralEmbedding(correction="raw", dimension=min(d + 1, LARGEST_DIMENSION))
        observed = page.compare(scenario, raw).private.points
        predicted = private_positions(true, noise)
        page.figure(
            theory_pair(
                predicted, procrustes(observed, predicted), page.theme(), epsilon=c.epsilon,
                categories=c.graph.labels, category_names=c.graph.label_names, names=c.graph.names,
            ),
            key="theory",
            alt="Predicted private latent positions beside the raw private embedding.",
            nodes=c.graph.n,
        )  # fmt: skip
        whole = diameter(true)
        page.figure(
            diameter_curve(
                whole, page.theme(), epsilon=c.guarantee.effective_epsilon,
                observed=diameter(observed),
            ),
            key="diameter",
            alt="Diameter of the private latent shape against epsilon.",
        )  # fmt: skip
        st.caption(
            f"Diameter {format_number(whole)} without privacy, predicted "
            f"{format_number(diameter(predicted))}, observed {format_number(diameter(observed))}: "
            "what is above the curve is sampling noise, which shrinks as the graph grows. "
            f"{protection.NOT_PRIVATE}"
        )


def breakdown(c: Comparison, analysis: SpectralEmbedding) -> None:
    """The breakdown epsilon of every direction, with predicted and observed cosines."""
    if symmetric_noise(c) is None or analysis.matrix != "adjacency":
        return

    def drawn(theme: Theme) -> Figure:
        n, epsilon = c.graph.n, c.guarantee.effective_epsilon
        values = c.baseline.scree[: max(DIRECTIONS, len(c.baseline.values))]
        stands_out = np.abs(values) > noise_edge(c.graph)
        bulk = bulk_variance(c.graph.m, n, values[stands_out])
        predicted = predicted_cosine(values, n=n, epsilon=epsilon, bulk=bulk)
        return breakdown_plot(
            breakdown_epsilon(values, n=n), np.where(stands_out, predicted, 0.0),
            _projections(c.baseline.points, c.private.points), theme, epsilon=epsilon,
        )  # fmt: skip

    page.cached_figure(
        c, drawn, key="breakdown",
        alt="Breakdown epsilon of every eigen-direction, and cosines predicted and observed.",
    )  # fmt: skip


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
