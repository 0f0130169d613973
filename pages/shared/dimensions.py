"""Part of the embeddings page: how many dimensions carry signal, and a hint where that is not d."""

from __future__ import annotations

import numpy as np
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.spectral import LARGEST_DIMENSION, SpectralEmbedding
from graphdp_core.experiment import Comparison
from graphdp_core.graph import Graph
from graphdp_core.metrics.breakdown import noise_edge
from pages.shared import layout, state

__all__ = ["hint", "scree"]

KNOB = "spectral.dimension"


def hint(c: Comparison, analysis: SpectralEmbedding) -> None:
    """Offer the dimensions of the model that made the graph, where the elbow finds others.

    The model counts as public, and all else that is read is the release.
    """
    choice = state.current().choice
    model = choice.latent_dimension if choice is not None else None
    used = len(c.private.values)
    if analysis.dimension or model is None or not 2 <= model <= LARGEST_DIMENSION or model == used:
        return
    seen = _standing_out(c.release, c.private.scree, analysis)
    told = (
        f"{used} dimensions were taken from the elbow of the private spectrum; the model that "
        f"made this graph, public here, has {model}"
    )
    told += "." if seen is None else f", of which {min(seen, model)} stand out of the noise."
    with st.container(horizontal=True, vertical_alignment="center", key="dimension-hint"):
        st.caption(f":material/info: {told}", width="content")
        st.button(
            f"Use {model} dimensions", key="use-dimension",
            on_click=state.show_choice, args=(KNOB, model),
        )  # fmt: skip


def scree(c: Comparison, analysis: SpectralEmbedding) -> None:
    """Both spectra with the magnitude that noise alone reaches."""
    sides = ((c.graph, c.baseline), (c.release, c.private))
    edges = tuple(_edge(graph, analysis) for graph, _ in sides)
    layout.figure(
        plots.scree_pair(
            c.baseline.scree, c.private.scree, layout.theme(), epsilon=c.epsilon,
            d_left=len(c.baseline.values), d_right=len(c.private.values),
            edges=None if None in edges else edges,
        ),
        key="scree",
        alt="Eigenvalues by falling magnitude, with the chosen number of dimensions.",
    )  # fmt: skip
    counts = [_standing_out(graph, result.scree, analysis) for graph, result in sides]
    if None not in counts:
        st.caption(
            f"Above the dotted line, up to which a graph without structure reaches, stand "
            f"{counts[0]} values without privacy and {counts[1]} with privacy. Hubs of a sparse "
            "graph stand out too, without being a dimension."
        )


def _standing_out(graph: Graph, values: np.ndarray, analysis: SpectralEmbedding) -> int | None:
    edge = _edge(graph, analysis)
    return None if edge is None else int(np.sum(np.abs(values) > edge))


def _edge(graph: Graph, analysis: SpectralEmbedding) -> float | None:
    """None for the Laplacian, whose noise has another law."""
    if analysis.matrix != "adjacency":
        return None
    return noise_edge(graph, debias=analysis.correction != "raw")
