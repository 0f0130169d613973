"""Part of the view Spanning tree: which clusters the trees give."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.analyses.tree_partitioning import MSDR, DBMSTClu, SingleLinkage, weighted_forest
from graphdp_core.experiment.compare import Comparison, run_private
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.communities import Separability
from graphdp_core.metrics.partitions import Overlaps, match_labels
from graphdp_core.plots.nodes import pair_figure
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.pair.drawings import node_sizes, partition_pair
from graphdp_core.plots.sides import Sides
from graphdp_core.results import Partition, SpanningTree
from pages.engine import scenario_cache
from pages.ui import page, widgets

METHODS = (DBMSTClu, SingleLinkage, MSDR)


def clusters(c: Comparison) -> None:
    """Clusters cut from each tree by its own lengths, marked by the true ones."""
    if c.private.weights is None:
        st.info(
            "The private tree was released without lengths, so that nothing says when "
            "its clusters join: set a share of ε aside for the tree's weights."
        )
        return
    methods = {kind.title: kind() for kind in METHODS}
    method = widgets.choose("Method", methods, key="tree-method")
    left, right = scenario_cache.get(
        scenario_cache.key(c, f"tree clusters/{method!r}"),
        lambda: tuple(run_private(tree, method) for tree in _trees(c)),
    )
    if c.graph.n <= page.LARGE:
        page.figure(
            pair_figure(
                partition_pair(
                    scenario_cache.positions(c.graph), left.labels,
                    match_labels(left.labels, right.labels), symbols=c.graph.labels,
                    names=c.graph.names, sizes=0.5 * node_sizes(c.graph),
                ),
                page.theme(), sides=Sides.of(c),
            ),
            key="tree-clusters",
            alt=f"{left.k} clusters of the true tree, {right.k} of the private one.",
            nodes=c.graph.n,
        )  # fmt: skip
    page.notes(left, right)
    st.caption(_agreement(c.graph, left, right))
    if c.graph.labels is not None:
        for side, tree in zip((Sides.of(c).baseline, "Private"), _trees(c), strict=True):
            _light(side, tree, c.graph.labels)


def _light(side: str, tree: SpanningTree, labels: NDArray[np.integer]) -> None:
    """Whether cuts of this tree can find the known classes, whatever the method."""
    forest = weighted_forest(tree)
    apart = Separability.of(len(labels), forest.edges, forest.weights, labels)
    colour = "green" if apart.recovers else "orange" if apart.separable == apart.clusters else "red"
    st.markdown(f":{colour}-badge[{side}] :small[{apart.sentence} Not private.]")


def _agreement(graph: Graph, left: Partition, right: Partition) -> str:
    """How alike the clusters of both trees are, and how like the known classes."""

    def index(one: NDArray[np.integer], two: NDArray[np.integer]) -> str:
        return format_number(Overlaps.of(one, two).adjusted_rand())

    text = f"Adjusted Rand index of the two: {index(left.labels, right.labels)}."
    if graph.labels is not None:
        text += (
            f" With the known classes, which the symbols show: {index(graph.labels, left.labels)} "
            f"without privacy, {index(graph.labels, right.labels)} private."
        )
    return f"{text} Colours, symbols and indices read the true graph: not private."


def _trees(c: Comparison) -> tuple[SpanningTree, SpanningTree]:
    """Both trees, with lengths that mean the same: a released tree has weights of the graph."""
    true = c.baseline
    if isinstance(c.release, SpanningTree):
        forest = weighted_forest(c.graph)
        true = SpanningTree(forest.edges, forest.weights, n=forest.n)
    return true, c.private
