"""Single linkage: clusters by cutting the longest edges of a minimum spanning tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.tree_partitioning import TreePartitioning, WeightedForest
from graphdp_core.kernels.spanning_forest import merge_sizes
from graphdp_core.params import param
from graphdp_core.progress import SILENT, Report

__all__ = ["SingleLinkage"]

MOST_CLUSTERS = 30


@dataclass(frozen=True)
class SingleLinkage(TreePartitioning):
    """Cut the longest edges of the minimum spanning tree, but for those to outliers.

    1. Join nodes along tree edges of rising length. An edge is a split if both sides that it
       joins have at least `smallest` nodes by then: the condensed tree of HDBSCAN*.
    2. Cut the longest splits: as many as asked for, or those before the largest ratio of two
       lengths that follow each other. Parts that no edge joins are infinitely far apart, so that
       they are the clusters then.

    References
    ----------
    J. C. Gower, G. J. S. Ross, Minimum spanning trees and single linkage cluster analysis,
    Applied Statistics, 1969. R. J. G. B. Campello, D. Moulavi, J. Sander, Density-based
    clustering based on hierarchical density estimates, PAKDD, 2013 (the condensed tree).

    Examples
    --------
    >>> from graphdp_core.results import SpanningTree
    >>> path = np.array([[i, i + 1] for i in range(6)], dtype=np.int32)
    >>> tree = SpanningTree(path, np.array([1.0, 1.1, 7.0, 1.2, 1.0, 9.0]))
    >>> SingleLinkage(smallest=2).run(tree, rng=np.random.default_rng(0)).labels.tolist()
    [1, 1, 1, 0, 0, 0, 0]
    """

    id: ClassVar[str] = "single_linkage"
    title: ClassVar[str] = "Single linkage"
    summary: ClassVar[str] = (
        "Cuts the longest edges of the minimum spanning tree that part clusters, not outliers."
    )
    source: ClassVar[str] = (
        "Gower & Ross, Minimum spanning trees and single linkage cluster analysis, 1969; "
        "condensed as by Campello, Moulavi & Sander, PAKDD, 2013"
    )
    formula: ClassVar[str] = (
        r"\ell_1 \ge \ell_2 \ge \dots \text{ (splits)}, \quad "
        r"\text{cut } \ell_1, \dots, \ell_j, \quad j = \arg\max_j \ell_j / \ell_{j+1}"
    )

    clusters: int = param(
        0,
        "Number of clusters, up to 30; 0 cuts before the largest ratio between two splits.",
        low=0,
        high=MOST_CLUSTERS,
    )
    smallest: int = param(
        5,
        "Nodes that both sides of an edge must have gathered for its cut to count as a split.",
        label="Smallest cluster",
        low=1,
        high=1000,
    )

    def cuts(self, forest: WeightedForest, *, progress: Report = SILENT) -> NDArray[np.bool_]:
        """Which edges of the forest to cut, shape (n - parts,)."""
        sizes = merge_sizes(forest.n, forest.edges, np.argsort(forest.weights, kind="stable"))
        progress(0.8, "cutting the tree")
        splits = np.flatnonzero(sizes.min(axis=1, initial=forest.n) >= self.smallest)
        splits = splits[np.argsort(-forest.weights[splits], kind="stable")]
        apart = self._parts(forest)
        if self.clusters:
            wanted = max(self.clusters - apart, 0)
        elif apart > 1:
            wanted = 0
        else:
            wanted = _before_largest_ratio(forest.weights[splits[:MOST_CLUSTERS]])
        cut = np.zeros(len(forest.edges), dtype=np.bool_)
        cut[splits[:wanted]] = True
        return cut

    def _parts(self, forest: WeightedForest) -> int:
        """Parts that no edge joins and that are large enough to be clusters; at least 1."""
        part = forest.cluster(np.zeros(len(forest.edges), dtype=np.bool_))
        return max(1, int(np.count_nonzero(np.bincount(part) >= self.smallest)))


def _before_largest_ratio(lengths: NDArray[np.float64]) -> int:
    """How many of the falling lengths come before the largest ratio of neighbours."""
    if len(lengths) < 2:
        return len(lengths)
    return int(np.argmax(lengths[:-1] / lengths[1:])) + 1
