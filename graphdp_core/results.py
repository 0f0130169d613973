"""What analyses return: small frozen records around read-only arrays, one per kind of result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Diagram",
    "Embedding",
    "ModePartition",
    "Partition",
    "Result",
    "Scores",
    "SpanningTree",
    "Spectrum",
    "Statistics",
]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Result:
    """Common ground: `kind` names the result for plots and caches; arrays become read-only.

    Every result carries `notes`: sentences about what was left out or approximated, to be shown
    to the person beside the picture.
    """

    kind: ClassVar[str] = "result"

    def __post_init__(self) -> None:
        for item in fields(self):
            _freeze(getattr(self, item.name))


@dataclass(frozen=True, eq=False)
class Embedding(Result):
    """Points of n nodes in d dimensions, with the (p, q) signature of their inner product.

    `values` are the eigenvalues behind the d dimensions, and `scree` the larger list (by falling
    magnitude) that a scree plot shows.
    """

    kind: ClassVar[str] = "embedding"
    points: Floats  # (n, d)
    signature: tuple[int, int]
    values: Floats  # (d,)
    scree: Floats  # (s,), s >= d
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Diagram(Result):
    """Persistence pairs by homology dimension: ``pairs[k]`` has shape (., 2), death may be inf.

    `points` is the cloud that was filtered (after landmarks, if any).
    """

    kind: ClassVar[str] = "diagram"
    pairs: tuple[Floats, ...]
    filtration: str  # "alpha", "rips" or "dtm"
    points: Floats | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Partition(Result):
    """A community number 0..k-1 for every node; numbers are in order of falling size."""

    kind: ClassVar[str] = "partition"
    labels: NDArray[np.int32]  # (n,)
    notes: tuple[str, ...] = ()

    @property
    def k(self) -> int:
        """Number of communities."""
        return int(self.labels.max()) + 1 if len(self.labels) else 0

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Nodes per community, shape (k,)."""
        return np.bincount(self.labels, minlength=self.k)

    @classmethod
    def from_labels(cls, labels: NDArray[Any], *, notes: tuple[str, ...] = ()) -> Partition:
        """Renumber any labels by falling size (ties: first node first)."""
        _, first, index, counts = np.unique(
            labels, return_index=True, return_inverse=True, return_counts=True
        )
        order = np.lexsort((first, -counts))
        rank = np.empty(len(order), dtype=np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        return cls(rank[index], notes=notes)


@dataclass(frozen=True, eq=False)
class ModePartition(Partition):
    """A partition in basins of density peaks, with the merges that decided their number.

    `merges` has a row (density at the peak, density at the saddle to a higher peak) for every
    peak, those without a saddle first (-inf); a peak is a cluster if it rises above its saddle
    by more than `threshold`.
    """

    merges: Floats = field(default_factory=lambda: np.empty((0, 2)))  # (peaks, 2)
    threshold: float = 0.0


@dataclass(frozen=True, eq=False)
class SpanningTree(Result):
    """Edges of a spanning tree (or forest, where the graph is disconnected), u < v, sorted.

    `weights` are the released or computed edge lengths, or None if only the topology is known.
    """

    kind: ClassVar[str] = "spanning_tree"
    edges: NDArray[np.int32]  # (n - components, 2)
    weights: Floats | None = None  # (n - components,)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Scores(Result):
    """One number per node; a larger one means a more central node."""

    kind: ClassVar[str] = "scores"
    values: Floats  # (n,)
    measure: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Spectrum(Result):
    """The k leading eigenpairs of an adjacency matrix, by falling value.

    A release of eigenvalues alone has vectors of shape (n, 0). `edge_count` is what the input or
    the release says about the number of edges, which a reconstruction needs; None if nothing.
    """

    kind: ClassVar[str] = "spectrum"
    values: Floats  # (k,)
    vectors: Floats  # (n, k) or (n, 0)
    notes: tuple[str, ...] = ()
    edge_count: float | None = None


@dataclass(frozen=True, eq=False)
class Statistics(Result):
    """Whole-graph numbers by name (nan where one is not defined) and the degrees of all nodes.

    `estimates` holds the unbiased (debiased) estimate of the true value, for the names where one
    is known; on a graph without noise it repeats `values`.
    """

    kind: ClassVar[str] = "statistics"
    values: Mapping[str, float]
    degrees: Floats  # (n,)
    estimates: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    degree_estimates: Floats | None = None  # (n,) debiased degrees, cut to [0, n-1]


def _freeze(value: object) -> None:
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, tuple):
        for part in value:
            _freeze(part)
