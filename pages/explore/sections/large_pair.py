"""Both sides of a graph too large to draw: density, degrees, communities, a sample, the top."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.graph_summary import (
    LargestCommunities,
    largest_communities,
    rough_communities,
    sampled_neighbourhood,
)
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.plots.communities import block_heatmap
from graphdp_core.plots.rankings import degree_distribution, graph_picture
from graphdp_core.plots.sides import Sides
from pages.engine import progress, scenario_cache
from pages.session import session
from pages.ui import page
from pages.ui.widgets import plain

TOP = 10
Labels = NDArray[np.integer]


def show(c: Comparison) -> None:
    """Everything about two graphs that stays readable at any size."""
    release = page.released_graph(c)
    if c.baseline.kind != "statistics":  # that page draws the degrees itself
        _degrees(c, release)
    _communities(c, release)
    _neighbourhoods(c, release)
    _top(c, release)


def _of_true(c: Comparison) -> Labels:
    """The true graph's communities, with a bar that can be cancelled."""
    with progress.shown(f"communities {c.graph.fingerprint}") as report:
        make = partial(rough_communities, progress=report)
        return scenario_cache.of_graph(c.graph, "rough communities", make)


def _of_release(c: Comparison, release: Graph) -> Labels:
    """The same of the release."""
    key = scenario_cache.key(c, "released communities")
    with progress.shown(key) as report:
        return scenario_cache.get(key, partial(rough_communities, release, progress=report))


def _degrees(c: Comparison, release: Graph) -> None:
    st.subheader("Degrees", anchor=False)
    page.figure(
        degree_distribution(
            c.graph.degrees.astype(float),
            release.degrees.astype(float),
            page.theme(),
            sides=Sides.of(c),
        ),
        key="large-degrees",
        alt="Share of nodes with at least each degree: true and released.",
    )


def _communities(c: Comparison, release: Graph) -> None:
    st.subheader("Largest communities", anchor=False)
    labels = _of_true(c)
    true = scenario_cache.of_graph(c.graph, "blocks", partial(largest_communities, labels=labels))
    released = _of_release(c, release)
    private = scenario_cache.get(
        scenario_cache.key(c, "released blocks"), lambda: largest_communities(release, released)
    )
    for side, blocks, name in zip(st.columns(2), (true, private), ("true", "private"), strict=True):
        with side:
            _blocks(blocks, Sides.of(c).titles[name == "private"], key=f"{name}-blocks")
    st.caption(
        ":material/info: Louvain communities of each side by itself; shades are shares of a row's "
        "edges. The right side is computed from the release alone."
    )


def _blocks(blocks: LargestCommunities, title: str, *, key: str) -> None:
    st.markdown(f"**{title}**: {blocks.communities:,} communities")
    page.figure(
        block_heatmap(blocks.edges, blocks.sizes, page.theme()),
        key=key,
        alt=f"Ties between the {len(blocks.sizes)} largest of {blocks.communities} communities.",
    )
    page.notes(words=(blocks.note,))


def _neighbourhoods(c: Comparison, release: Graph) -> None:
    st.subheader("Around one node", anchor=False)
    marked = session.selection()
    start = int(np.random.default_rng(0).choice(c.graph.edges[:, 0])) if c.graph.m else 0
    start = marked[0] if marked else start
    samples = scenario_cache.get(
        scenario_cache.key(c, f"neighbourhoods {start}"),
        lambda: [_sample(graph, start) for graph in (c.graph, release)],
    )
    titles = Sides.of(c).titles
    for i, (side, (part, places, words)) in enumerate(zip(st.columns(2), samples, strict=True)):
        with side:
            st.markdown(f"**{titles[i]}**")
            figure, thinned = graph_picture(part, places, page.theme())
            page.figure(
                figure, key=f"around-{i}", alt=f"{part.n:,} nodes and {part.m:,} ties around one."
            )
            page.notes(words=(words, thinned))


def _sample(graph: Graph, start: int) -> tuple[Graph, np.ndarray, str]:
    part, words = sampled_neighbourhood(graph, start=start)
    return part, layout_positions(part), words


def _top(c: Comparison, release: Graph) -> None:
    st.subheader("Best connected nodes", anchor=False)
    sides = [np.argsort(-graph.degrees, kind="stable")[:TOP] for graph in (c.graph, release)]
    kept = len(set(sides[0].tolist()) & set(sides[1].tolist()))
    rows: dict[str, list[object]] = {"Rank": list(range(1, len(sides[0]) + 1))}
    for title, nodes, graph in zip(Sides.of(c).titles, sides, (c.graph, release), strict=True):
        rows[title] = [plain(c.graph.name(node)) for node in nodes.tolist()]
        rows[f"degree, {title[0].lower()}{title[1:]}"] = graph.degrees[nodes].tolist()
    st.markdown(f"**{kept} of {len(sides[0])}** are on top on both sides.")
    st.dataframe(rows, hide_index=True, key="large-top", alt="The best connected nodes.")
