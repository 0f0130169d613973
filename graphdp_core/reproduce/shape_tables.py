"""What the reproductions about shapes share: their source, and tables of means with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.progress import Progress
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Table

__all__ = [
    "INTERVAL",
    "POSTER",
    "mean_of",
    "means_by_name",
    "own_size",
    "shape_table",
    "with_progress",
]

Job = TypeVar("Job")

POSTER = (
    "Vishwanath and Hehir, The Shape of Edge Differential Privacy (poster); in full "
    "arXiv:2504.17274, 2025"
)
INTERVAL = "mean ± half-width of the 95% interval of the mean, over the repeats"


def means_by_name(found: dict[str, list[float]], *, digits: int = 4) -> dict[str, str]:
    """Mean and half-width of its 95% interval, by name.

    Examples
    --------
    >>> means_by_name({"H1": [1.0, 2.0, 3.0]}, digits=2)
    {'H1': '2.00 ± 2.48'}
    """
    both = {name: mean_with_interval(values) for name, values in found.items()}
    return {name: f"{mean:.{digits}f} ± {half:.{digits}f}" for name, (mean, half) in both.items()}


def mean_of(cell: str) -> float:
    """The mean in such a text.

    Examples
    --------
    >>> mean_of("2.00 ± 2.48")
    2.0
    """
    return float(cell.partition(" ± ")[0])


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
