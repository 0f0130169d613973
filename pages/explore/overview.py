"""Overview: the graph twice, its statistics raw and corrected, and what an onlooker learns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.overview import Overview
from graphdp_core.experiment.compare import Comparison
from graphdp_core.privacy.guarantee import NeighbouringRelation, posterior
from graphdp_core.spectra.debiasing import estimated_degrees
from pages.parts import live_pair
from pages.shared import page, scenario_cache, session

if TYPE_CHECKING:
    import pandas as pd


page.heading(
    "What does privacy do to this graph?",
    "The same nodes at the same places: on the left the true graph, on the right one release.",
)
c = page.compare(session.current(), Overview())
theme = page.theme()
noise = c.release.noise
synthetic = noise is None and c.guarantee.relation is NeighbouringRelation.EDGE


def totals(other: Comparison) -> Mapping[str, int]:
    """Edges in both graphs and in one only."""
    return scenario_cache.get(scenario_cache.key(other, "edge totals"), lambda: _counted(other))


def _counted(other: Comparison) -> Mapping[str, int]:
    found = plots.edge_kinds(other.graph, other.release)
    return {kind: len(pairs) for kind, pairs in found.items()}


def cards(other: Comparison) -> list[page.Card]:
    counts = totals(other)
    released = counts["kept"] + counts["invented"]
    real = plots.tidy(counts["kept"] / max(released, 1), percent=True)
    return [
        page.Card("Edges released", plots.tidy(released),
                    "Edges of the release, a part of it. The true graph has "
                    f"{other.graph.m:,}: not private."),
        page.Card("Real edges", real,
                    "Share of the released edges that exist. Reads the true graph: not private."),
        *page.metric_cards(other, ("edges_error", "triangles_error", "degree_distance")),
    ]  # fmt: skip


def learnt_about_one_edge(c: Comparison) -> None:
    """Odds before and after the release, where it protects edges at all."""
    if c.guarantee.relation.edges_are_public:
        st.markdown(
            f"Everything: {c.mechanism.title} takes who is joined with whom as public and "
            "releases it as it is. Only weights are protected, and this page reads none."
        )
        return
    if not c.guarantee.protects:
        st.markdown(f"Nothing limits it: {page.seal(c.mechanism, c.guarantee)}")
        return
    prior = st.slider("How sure they are beforehand", 1, 99, 50, format="%d%%", key="prior")
    after = posterior(prior / 100, c.guarantee.effective_epsilon)
    if c.release.noise is not None and c.release.noise.is_symmetric:
        st.image(
            plots.odds_icons(c.guarantee.effective_epsilon, theme),
            alt="Of 100 releases, how many show an edge that exists and one that does not.",
            width="content",
        )
    st.markdown(
        f"Someone who knows all other edges and is **{prior} %** sure of this one can be at most "
        f"**{plots.tidy(after, percent=True)}** sure after seeing the release. Someone who "
        "expects edges to hang together may also infer one from the others: that is not limited. "
        "For a person with k edges, all of them together, count kε."
    )


page.cards(cards(c))
live_pair.show(c, cards)
page.notes(c.baseline, c.private, words=(
    "This release is a graph made anew from private numbers: an edge in both graphs came out "
    "again, it was not copied. It has no known noise on single edges to correct for.",
) if synthetic else ())  # fmt: skip
page.guarantee(c)
page.actions(c)
page.numbers(c)

st.header("What could someone learn about one edge?", anchor=False)
learnt_about_one_edge(c)

st.header("Do the degrees survive?", anchor=False)
page.figure(
    plots.degree_distribution(
        c.baseline.degrees,
        c.release.degrees,
        theme,
        sides=plots.Sides.of(c),
        debiased=estimated_degrees(c.release) if noise else None,
    ),
    key="degrees",
    alt="Share of nodes with at least each degree: true, released"
    + (", and corrected for the noise." if noise else "."),
)


def statistics() -> pd.DataFrame:
    import pandas as pd

    columns = {
        "Without privacy": c.baseline.values,
        "Release as it is": c.private.values,
        **({"Corrected for the noise": c.private.estimates} if noise else {}),
    }
    return pd.DataFrame(
        [
            {"Statistic": name.replace("_", " ").capitalize()}
            | {head: plots.tidy(values.get(name)) for head, values in columns.items()}
            for name in c.baseline.values
        ]
    )


page.table("All statistics", statistics, key="statistics")
