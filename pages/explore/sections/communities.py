"""Parts of the view Clusters: the flow, the sizes, the edges kept, and repeated draws.

Part of the view Clusters: which density peaks count, with a threshold to drag.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.data.registry import known_groups
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.communities import (
    block_matrix,
    co_assignment,
    evenly_spread_nodes,
    f1_with_known_groups,
    pair_certainty,
)
from graphdp_core.metrics.partitions import confusion_matrix, match_labels
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.communities import (
    alluvial,
    coassignment,
    community,
    community_ranks,
    community_sizes,
    confusion_heatmap,
    flow_chart,
    merge_pair,
)
from graphdp_core.plots.marks import Figure
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme
from graphdp_core.results import ModePartition
from pages.engine import scenario_cache
from pages.explore.sections import repeats
from pages.ground.glossary import term
from pages.session import session
from pages.ui import page, protection
from pages.ui.page import Card

if TYPE_CHECKING:
    import pandas as pd

LARGE = 20_000
"""Nodes from which a drawing shows nothing: summary pictures stand in."""

KEPT_EDGES = (
    "Each row shows where the ties of one community lead in the true graph: a dark diagonal means "
    "communities that keep their ties."
)
BLOCKS = f"Do they keep their ties? {protection.NOT_PRIVATE}"
MOST_BARS = 24  # communities whose sizes are told one by one
BLOCK_WIDTH = 430  # pixels: two fit beside each other on a wide screen
NODES = 160  # in the picture of repeated draws

Labels = NDArray[np.integer]
Repeat = tuple[Labels, tuple[float, float]]


def known_group_cards(c: Comparison) -> list[Card]:
    """Average F1 with the published groups of the graph's data set, where it has any."""
    groups = scenario_cache.of_graph(c.graph, "known groups", known_groups)
    if not groups:
        return []
    true, private = (f1_with_known_groups(x.labels, groups) for x in (c.baseline, c.private))
    return [
        Card(
            "Known groups (F1), private",
            format_number(private),
            f"Average F1 of the private communities with {len(groups):,} groups that came with "
            f"the graph and may overlap; {format_number(true)} without privacy. Reads the true "
            "graph: not private.",
        )
    ]


def flow(c: Comparison) -> Chart:
    """Who moved where between the largest communities, in place of a picture of all nodes."""
    private = match_labels(c.baseline.labels, c.private.labels)
    table = confusion_matrix(c.baseline.labels, private, largest=10)
    return flow_chart(table.counts, table.rows, table.columns, sides=Sides.of(c))


def matched(c: Comparison) -> Labels:
    """Private communities by the numbers of those that they match, shape (n,)."""
    return scenario_cache.get(
        scenario_cache.key(c, "matched"), lambda: match_labels(c.baseline.labels, c.private.labels)
    )


def flow_and_sizes(c: Comparison) -> None:
    """Who moved where, unless the stage shows it, and how large communities are on both sides."""
    if row := known_group_cards(c):
        page.cards(row)
    private, sides = matched(c), Sides.of(c)
    table = confusion_matrix(c.baseline.labels, private, largest=10)
    if c.graph.n <= LARGE:
        page.cached_figure(
            c, lambda theme: alluvial(table.counts, table.rows, table.columns, theme, sides=sides),
            key="flow",
            alt="Nodes that flow from the communities found without privacy to the private ones.",
        )  # fmt: skip
    if c.graph.n > LARGE or max(c.baseline.k, c.private.k) > MOST_BARS:
        page.figure(
            community_ranks(c.baseline.sizes, c.private.sizes, page.theme(), sides=sides),
            key="ranks", alt="Sizes of the communities by rank, with and without privacy.",
        )  # fmt: skip
    else:
        sizes = np.bincount(private, minlength=c.baseline.k)
        page.cached_figure(
            c, lambda theme: community_sizes(c.baseline.sizes, sizes, theme, sides=sides),
            key="sizes", alt="Nodes per community, with and without privacy.",
        )  # fmt: skip
    box = st.expander(
        "Who moved where, as a table of counts", key="confusion-table", on_change="rerun"
    )
    if box.open:
        with box:
            rows, columns = ([community(k) for k in side] for side in (table.rows, table.columns))
            page.figure(
                confusion_heatmap(table.counts, rows, columns, page.theme()), key="confusion",
                alt="How many nodes each pair of communities shares.",
            )  # fmt: skip


def blocks(c: Comparison) -> None:
    """Edges of the true graph inside and between the largest communities, both sides."""
    sides = tuple(zip(Sides.of(c).titles, (c.baseline.labels, matched(c)), strict=True))
    for side, (title, labels) in zip(("left", "right"), sides, strict=True):
        page.cached_figure(
            c, partial(_block_figure, c, labels, title), key=f"blocks-{side}", width=BLOCK_WIDTH,
            alt=f"Ties inside and between the largest communities. {title}.",
        )  # fmt: skip


def _block_figure(c: Comparison, labels: Labels, title: str, theme: Theme) -> Figure:
    table = block_matrix(c.graph, labels, largest=8)
    numbers = ["others" if k < 0 else str(k + 1) for k in table.rows]
    return confusion_heatmap(
        table.counts, numbers, numbers, theme, row_title="from community",
        column_title="to community", unit="ends of ties", shares=True, height=400, title=title,
    )  # fmt: skip


def repeated_draws(c: Comparison) -> None:
    """How often two nodes share a private community over twenty repeats, when asked for."""
    nodes = evenly_spread_nodes(c.baseline.labels, NODES)

    def read(other: Comparison) -> Repeat:
        labels = other.private.labels
        return labels[nodes], pair_certainty(c.baseline.labels, [labels])

    repeated = repeats.of_releases(
        c, "co-assignment", read, why="counts how often two nodes end in the same community."
    )
    if repeated:
        _co_assignment(c, nodes, repeated)


def _co_assignment(c: Comparison, nodes: Labels, repeated: Sequence[Repeat]) -> None:
    draws, certain = zip(*repeated, strict=True)
    kept, met = np.mean(certain, axis=0)
    st.markdown(
        f"**At {epsilon_label(c.epsilon)}, two nodes of one community share a private community in "
        f"{format_number(float(kept), percent=True)} of the repeats; two of different communities "
        f"in {format_number(float(met), percent=True)}.**"
    )
    share = co_assignment(draws)
    page.figure(
        coassignment(
            share,
            c.baseline.labels[nodes],
            page.theme(),
            names=[c.graph.name(int(node)) for node in nodes],
            draws=len(draws),
        ),
        key="co-assignment",
        alt="How often two nodes share a private community, nodes in the order of communities.",
    )
    chosen = f"{len(nodes)} of {c.graph.n:,} nodes, evenly from all communities. "
    st.caption(
        f"{chosen if len(nodes) < c.graph.n else ''}Dark squares along the diagonal: communities "
        f"that every repeat finds again. To release all {len(draws)} would cost {len(draws)} "
        "times ε."
    )
    page.table("How often each pair meets", lambda: _pairs(c, nodes, share), key="pairs", of=c)


def _pairs(c: Comparison, nodes: Labels, share: NDArray[np.float64]) -> pd.DataFrame:
    import pandas as pd

    i, j = np.triu_indices(len(nodes), k=1)
    of = [c.graph.name(int(node)) for node in nodes]
    return pd.DataFrame(
        {
            "node": [of[k] for k in i],
            "other node": [of[k] for k in j],
            "share of repeats together": share[i, j],
            "together without privacy": c.baseline.labels[nodes[i]] == c.baseline.labels[nodes[j]],
        }
    )


PARAMETER = "tomato.threshold"
MIRROR = "threshold-slider"
STEPS = 200


def have_heights(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether both sides have density peaks."""
    return isinstance(analysis, ToMATo) and scenario.mechanism.returns is Graph


def merges(c: Comparison) -> None:
    """The peaks of both sides and their threshold."""
    left, right = c.baseline, c.private
    _threshold(right)
    page.figure(
        merge_pair(
            left.merges, right.merges, page.theme(), sides=Sides.of(c),
            thresholds=(left.threshold, right.threshold),
        ),
        key="merges",
        alt="Density peaks by their height and the saddle at which they merge.",
    )  # fmt: skip


def _threshold(private: ModePartition) -> None:
    """Drag the threshold within the released diagram, or leave it to the largest gap."""
    heights = private.merges[:, 0] - private.merges[:, 1]
    top = float(heights[np.isfinite(heights)].max(initial=0.0))
    if top <= 0.0:
        return
    top = float(f"{1.2 * max(top, private.threshold):.2g}")
    session.set_widget(MIRROR, min(float(private.threshold), top))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.slider(
            "Prominence threshold",
            0.0,
            top,
            step=top / STEPS,
            format="%.3g",
            key=MIRROR,
            help=f"{term('prominence')} The least of a cluster, for both sides; it goes before the "
            "number of clusters.",
            on_change=session.sync_widget,
            args=(MIRROR, PARAMETER),
        )
        st.button(
            "Largest gap", icon=":material/expand:", key="largest-gap",
            help="Leave the threshold to the largest gap of each side's own diagram.",
            on_click=session.set_standing, args=({PARAMETER: 0.0},),
        )  # fmt: skip
