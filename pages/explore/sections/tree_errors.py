"""Parts of the view Spanning tree where weights are protected: errors and theorems."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree, random_tree_error
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.grid import grid
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.metrics.trees import bounds_cross_at, order_claim, order_swap_probability
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.tree_errors import tree_error_curve
from pages.parts import sweep
from pages.session import session
from pages.ui import page, protection

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
