"""What pages call chance is the mean of answers that ignore the graph; four deviations each.

A right level fails with probability 6e-5 an analysis, and the seeds are fixed.
"""

from collections.abc import Callable

import numpy as np
import pytest

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.metrics.embedding import neighbour_overlap
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.metrics.rankings import precision_at, top_kept
from graphdp_core.metrics.spectra import subspace_overlap

N, REPEATS = 40, 200


def _frame(rng: np.random.Generator, k: int) -> np.ndarray:
    return np.linalg.qr(rng.normal(size=(N, k)))[0]


DRAWS: dict[str, tuple[object, str, Callable[[np.random.Generator], float]]] = {
    "neighbours": (
        SpectralEmbedding(), "neighbour_overlap",
        lambda rng: neighbour_overlap(rng.normal(size=(N, 2)), rng.normal(size=(N, 2))),
    ),
    "directions": (
        SpectrumAnalysis(k=5), "subspace_overlap",
        lambda rng: subspace_overlap(_frame(rng, 5), _frame(rng, 5)),
    ),
    "top share": (
        Centrality(), "precision_10",
        lambda rng: precision_at(rng.random(N), rng.random(N), 0.1),
    ),
    "top ten": (
        Centrality(), "top10_kept",
        lambda rng: top_kept(rng.random(N), rng.random(N)),
    ),
    "communities": (
        Louvain(), "ari",
        lambda rng: Overlaps.of(rng.integers(0, 4, N), rng.integers(0, 4, N)).adjusted_rand(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWS)
def test_the_level_of_chance_is_what_answers_without_the_graph_give(name: str) -> None:
    analysis, metric, draw = DRAWS[name]
    rng = np.random.default_rng(7)
    values = np.array([draw(rng) for _ in range(REPEATS)])
    level = analysis.chances(N)[metric]  # type: ignore[attr-defined]
    assert abs(values.mean() - level) < 4 * values.std() / np.sqrt(REPEATS)


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_tiny_graphs_have_no_level_beyond_its_metric(n: int) -> None:
    for analysis in (SpectralEmbedding(), SpectrumAnalysis(), Centrality(), Louvain()):
        assert all(0.0 <= level <= 1.0 for level in analysis.chances(n).values())
