"""Parts of the view Spanning tree where weights are protected: errors and theorems.

Part of the view Spanning tree: which clusters the trees give.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree, random_tree_error
from graphdp_core.analyses.tree_partitioning import MSDR, DBMSTClu, SingleLinkage, weighted_forest
from graphdp_core.experiment.compare import Comparison, run_private
from graphdp_core.experiment.grid import grid
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.communities import Separability
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.metrics.trees import bounds_cross_at, order_claim, order_swap_probability
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.tree_errors import tree_error_curve
from graphdp_core.results import Partition, SpanningTree
from pages.engine import scenario_cache
from pages.parts import sweep
from pages.session import session
from pages.ui import page, protection, widgets

REPEATS = 5
GAP = 11.0  # weight units, for the example of theorem 4.2.1


def by_weight(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether weights are what is protected."""
    return scenario.mechanism.protects_weights


def curve(c: Comparison) -> None:
    """The error over epsilon, with its proved bound."""
    analysis, scenario = c.analysis, session.current()
    mechanism = scenario.mechanism
    if not isinstance(analysis, MinimumSpanningTree):
        return
    bounds = [mechanism.tree_error_bound(c.graph, epsilon=e) for e in sweep.SWEPT]

    def show(table: pd.DataFrame) -> None:
        errors = table[table["metric"] == "error"].pivot(
            index="epsilon", columns="repeat", values="value"
        )
        errors = errors.dropna(axis="columns")  # whole repeats
        measured = dict(zip(sweep.SWEPT, bounds, strict=True))
        figure = tree_error_curve(
            errors.index, errors.to_numpy(), [measured[e] for e in errors.index], page.theme(),
            epsilon=c.epsilon, name=protection.full_title(mechanism, c.guarantee),
            random=random_tree_error(c.graph),
        )  # fmt: skip
        page.figure(
            figure, key="tree-error-curve",
            alt=f"Approximation error of {mechanism.title} over epsilon, with its proved bound",
        )  # fmt: skip

    planned = grid(
        c.graph, [mechanism], [analysis], epsilons=sweep.SWEPT, repeats=REPEATS, seed=c.seed
    )
    name = key_of(c.graph, mechanism, analysis, seed=c.seed, part="tree errors")
    sweep.live(
        scenario, planned, show=show, place="tree-sweep", name=name, title="Error of the tree"
    )
    st.caption(
        f"{mechanism.guarantee(c.epsilon).unit.capitalize()}: only mechanisms under the same "
        "relation and radius compare. Errors are measured in the true graph. "
        f"{protection.NOT_PRIVATE} {_topology(c)}"
    )


def theorems(c: Comparison) -> None:
    """What the published theorems say, and which is false."""
    if c.graph.n < 2:
        return
    cross = bounds_cross_at(c.graph.n)
    claim = order_claim(1000, 1000, gap=GAP, epsilon=1.0)
    st.markdown(
        "As printed (Pinot 2017), PAMST's bound falls below Laplace's from a density "
        f"|E| / (|V| − 1) of {format_number(cross)} on for {c.graph.n:,} nodes (3.5.1), and "
        f"always from 3 on (3.5.2); here it is {format_number(c.graph.m / (c.graph.n - 1))}. The "
        "two protect different things: Laplace a total change of 1, PAMST a change of 1/(2|E|) of "
        "every weight."
    )
    st.markdown(
        f"**Theorem 4.2.1 is false** and no guarantee here rests on it. For two sets of 1,000 "
        f"weights {format_number(GAP)} apart it claims that noise at ε = 1 keeps their order with "
        f"probability {format_number(claim)}; it counts 1,999 pairs, but a million can swap, each "
        f"with probability {format_number(order_swap_probability(GAP, epsilon=1.0))}. In "
        "simulations the order is kept in about one draw of twenty."
    )


def _topology(c: Comparison) -> str:
    if c.graph.positions is None or c.graph.m == c.graph.n * (c.graph.n - 1) // 2:
        return ""
    return (
        "The topology is public here, and in a graph of near points that tells where "
        "the points lie: join all pairs to give nothing away."
    )


METHODS = (DBMSTClu, SingleLinkage, MSDR)


def clusters(c: Comparison) -> None:
    """How alike clusters are that are cut from each tree by its own lengths."""
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
            f" With the known classes: {index(graph.labels, left.labels)} "
            f"without privacy, {index(graph.labels, right.labels)} private."
        )
    return f"{text} Indices read the true graph: not private."


def _trees(c: Comparison) -> tuple[SpanningTree, SpanningTree]:
    """Both trees, with lengths that mean the same: a released tree has weights of the graph."""
    true = c.baseline
    if isinstance(c.release, SpanningTree):
        forest = weighted_forest(c.graph)
        true = SpanningTree(forest.edges, forest.weights, n=forest.n)
    return true, c.private
