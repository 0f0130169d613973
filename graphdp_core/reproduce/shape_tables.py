"""What the reproductions about shapes share: their source, and tables of means with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from graphdp_core.analyses.point_clouds.filtrations import dtm_rips_pairs
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.arrays import Floats
from graphdp_core.experiment.compare import ANALYSIS_SEED
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.shifted_diagrams import log_diagram
from graphdp_core.progress import Progress
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Table

__all__ = [
    "INTERVAL",
    "MASS",
    "POSTER",
    "embedded",
    "mean_of",
    "means_by_name",
    "own_size",
    "shape_table",
    "weighted_bars",
    "with_progress",
]

Job = TypeVar("Job")

POSTER = (
    "Vishwanath and Hehir, The Shape of Edge Differential Privacy (poster); in full "
    "arXiv:2504.17274, 2025"
)
INTERVAL = "mean ± half-width of the 95% interval of the mean, over the repeats"
MASS = 0.05  # of the distance to measure


def means_by_name(found: dict[str, list[float]]) -> dict[str, str]:
    """Mean and half-width of its 95% interval, by name.

    Examples
    --------
    >>> means_by_name({"H1": [1.0, 2.0, 3.0]})
    {'H1': '2.0000 ± 2.4841'}
    """
    both = {name: mean_with_interval(values) for name, values in found.items()}
    return {name: f"{mean:.4f} ± {half:.4f}" for name, (mean, half) in both.items()}


def mean_of(cell: str) -> float:
    """The mean in such a text.

    Examples
    --------
    >>> mean_of("2.00 ± 2.48")
    2.0
    """
    return float(cell.partition(" ± ")[0])


def embedded(graph: Graph, analysis: SpectralEmbedding) -> Floats:
    """The points of the embedding, shape (n, d)."""
    return analysis.run(graph, rng=np.random.default_rng(ANALYSIS_SEED)).points


def weighted_bars(points: Floats, feature: int, most: int) -> Floats:
    """Logarithms of the bars of evenly spaced rows, the same for every embedding of n nodes.

    Rips, weighted by the distance to measure, on `most` rows at most.
    """
    rows = np.linspace(0, len(points) - 1, min(len(points), most)).astype(np.int64)
    return log_diagram(dtm_rips_pairs(points[rows], max_homology=feature, mass=MASS)[feature])


def own_size(points: Floats) -> Floats:
    """The points, shape (n, d), centred and scaled to root mean square radius 1."""
    centred = points - points.mean(axis=0)
    return np.asarray(centred / np.sqrt(np.square(centred).sum(axis=1).mean()))


def shape_table(rows: list[dict[str, Any]], columns: dict[str, str], *notes: str) -> Table:
    """A table whose columns of sizes and epsilons explain themselves."""
    import pandas as pd

    frame = pd.DataFrame(rows)
    fixed = {"n": "nodes", "ε": "privacy loss of edgeFlip", "ε = ln n": "privacy loss"}
    known = {name: fixed[name] for name in frame.columns if name in fixed}
    return Table(frame, known | columns, notes)


def with_progress(jobs: Sequence[Job], progress: Progress) -> Iterator[Job]:
    """The jobs in turn, each reported before it begins."""
    for done, job in enumerate(jobs):
        progress(done / len(jobs), f"setting {done + 1} of {len(jobs)}")
        yield job
