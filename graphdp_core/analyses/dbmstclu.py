"""DBMSTClu: clusters by cutting a minimum spanning tree where that separates best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.tree_partitioning import TreePartitioning, WeightedForest
from graphdp_core.kernels.branch_weights import Tree
from graphdp_core.kernels.tree_cuts import best_cuts, preorder
from graphdp_core.progress import SILENT, Report

__all__ = ["DBMSTClu"]

WORK = 20_000_000  # nodes looked at between two reports, about 0.1 s


@dataclass(frozen=True)
class DBMSTClu(TreePartitioning):
    """Density-based clustering of a minimum spanning tree, without parameters.

    1. Start from the whole tree as one cluster, with the worst index, -1.
    2. Among all edges not yet cut, find the one whose cut gives the largest validity index
       DBCVI; cut it if the index does not fall, and start again.

    A cluster's separation SEP is the least weight of a cut edge at it, its dispersion DISP the
    largest weight of an edge left inside, 0 for a single node. Of equally good cuts the heavier
    edge goes, then the one with the lower node numbers. A cut changes SEP and DISP of its own two
    parts only, so that every part is cut by itself, in time linear in its size: two passes over
    the tree give both indices of every possible cut. With real weights the whole work is that of a
    few passes. Where many edges share the largest weight, as integers do, they are cut
    together; only where leaf after leaf falls off by weights that all differ, as on a path whose
    weights rise, the work grows as n times the cuts.

    Two properties of the published algorithm: the first cut is always made, and a cluster of two
    nodes is always split. A very noisy tree therefore falls into single nodes, with index 1.
    Parts that no edge joins are infinitely far apart: they are the clusters then, with index 1.

    References
    ----------
    A. Morvan, K. Choromanski, C. Gouy-Pailler, J. Atif, Graph sketching-based massive data
    clustering, 2017. R. Pinot, Minimum spanning tree release under differential privacy
    constraints, 2017, Algorithm 2.

    Examples
    --------
    >>> from graphdp_core.results import SpanningTree
    >>> path = np.array([[i, i + 1] for i in range(5)], dtype=np.int32)
    >>> tree = SpanningTree(path, np.array([1.0, 1.1, 9.0, 1.2, 1.0]))
    >>> DBMSTClu().run(tree, rng=np.random.default_rng(0)).labels.tolist()
    [0, 0, 0, 1, 1, 1]
    """

    id: ClassVar[str] = "dbmstclu"
    title: ClassVar[str] = "DBMSTClu"
    summary: ClassVar[str] = (
        "Cuts the minimum spanning tree, edge by edge, as long as the clusters become better "
        "separated for their spread; finds any shape, needs edge lengths and no settings."
    )
    source: ClassVar[str] = (
        "Morvan et al., Graph sketching-based massive data clustering, 2017; Pinot, Minimum "
        "spanning tree release under differential privacy constraints, 2017, Algorithm 2"
    )
    formula: ClassVar[str] = (
        r"\text{DBCVI} = \sum_i \frac{|C_i|}{N} \, "
        r"\frac{\text{SEP}(C_i) - \text{DISP}(C_i)}{\max(\text{SEP}(C_i), \text{DISP}(C_i))}"
    )

    def cuts(self, forest: WeightedForest, *, progress: Report = SILENT) -> NDArray[np.bool_]:
        """Which edges of the forest to cut, shape (n - parts,)."""
        n = forest.n
        cut, nearest = np.zeros(len(forest.edges), dtype=np.bool_), np.full(n, np.inf)
        if len(cut) != n - 1:
            return cut
        parent, edge = preorder(n, forest.edges)
        tree = Tree(parent, edge, np.append(forest.weights, np.inf)[edge])
        order, waiting = np.arange(n), np.empty((n, 2), dtype=np.int64)
        waiting[0] = 0, n
        count, done = 1, 0
        while count:
            count, finished = best_cuts(tree, (order, waiting, count), nearest, cut, WORK)
            done += finished
            progress(done / n, "cutting the tree")
        return cut
