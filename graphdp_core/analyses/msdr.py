"""MSDR: clusters by cutting the edges of a tree whose lengths are the least alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.tree_partitioning import TreePartitioning, WeightedForest
from graphdp_core.kernels.batch_cuts import deviation_cuts
from graphdp_core.kernels.tree_cuts import preorder
from graphdp_core.params import param
from graphdp_core.progress import SILENT, Report

__all__ = ["MSDR"]

MOST_CLUSTERS = 30


@dataclass(frozen=True)
class MSDR(TreePartitioning):
    """Maximum standard deviation reduction: cut what makes the lengths inside the most alike.

    Again and again, of all edges left, that one is cut which lowers the standard deviation of the
    lengths within the parts the most, weighted by their number of edges. Unless a number of
    clusters is asked for, it makes one cut, and ends before the next that takes away less than
    `least` of the deviation that there was at first. The publication ends at a minimum of a
    polynomial that is fitted to the reductions; the share is simpler to say.

    Unlike DBMSTClu it looks at spread and not at separation: in a cluster whose density varies it
    cuts within, and of a cluster of noise points it makes many.

    References
    ----------
    O. Grygorash, Y. Zhou, Z. Jorgensen, Minimum spanning tree based clustering algorithms, ICTAI,
    2006.

    Examples
    --------
    >>> from graphdp_core.results import SpanningTree
    >>> path = np.array([[i, i + 1] for i in range(5)], dtype=np.int32)
    >>> tree = SpanningTree(path, np.array([1.0, 1.1, 9.0, 1.2, 1.0]))
    >>> MSDR().run(tree, rng=np.random.default_rng(0)).labels.tolist()
    [0, 0, 0, 1, 1, 1]
    """

    id: ClassVar[str] = "msdr"
    title: ClassVar[str] = "MSDR"
    summary: ClassVar[str] = (
        "Cuts the edges of the minimum spanning tree without which the lengths left are the most "
        "alike."
    )
    source: ClassVar[str] = (
        "Grygorash, Zhou & Jorgensen, Minimum spanning tree based clustering algorithms, ICTAI, "
        "2006"
    )
    formula: ClassVar[str] = (
        r"\text{cut } \arg\min_e \frac{\sum_i |T_i| \, \sigma(T_i)}{\sum_i |T_i|}, \quad "
        r"T_i \text{ the parts without } e"
    )

    clusters: int = param(
        0, "Number of clusters, up to 30; 0 cuts as long as it helps.", low=0, high=MOST_CLUSTERS
    )
    least: float = param(
        0.1,
        "Share of the first deviation that a cut must take away, where no number is asked for.",
        label="Least gain of a cut", low=0.001, high=1.0,
    )  # fmt: skip

    def cuts(self, forest: WeightedForest, *, progress: Report = SILENT) -> NDArray[np.bool_]:
        """Which edges of the forest to cut, shape (n - parts,); none where parts are apart."""
        cut = np.zeros(len(forest.edges), dtype=np.bool_)
        if len(cut) != forest.n - 1 or not len(cut):
            return cut
        parent, edge = preorder(forest.n, forest.edges)
        above = np.append(forest.weights, 0.0)[edge]
        progress(0.2, "cutting the tree")
        taken, left = deviation_cuts(parent, above, (self.clusters or MOST_CLUSTERS) - 1)
        wanted = len(taken)
        if not self.clusters:
            small = np.flatnonzero(-np.diff(left) < self.least * left[0])
            wanted = max(1, int(small[0])) if len(small) else wanted
        cut[edge[taken[:wanted]]] = True
        return cut
