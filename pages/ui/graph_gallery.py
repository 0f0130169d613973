"""All graphs at a glance: groups, sizes, and what each is good for."""

from __future__ import annotations

import streamlit as st

from graphdp_core.data import DATASETS, EXAMPLES, GENERATORS, DatasetInfo
from graphdp_core.serving import is_demo
from pages.engine import scenario_cache
from pages.ground.graph_lines import UPLOAD, label_of, line_of
from pages.session import session
from pages.ui import gallery
from pages.ui.gallery import Card, Group


def button() -> None:
    """A quiet button under the menu that opens the gallery."""
    if st.button(
        "Browse all graphs", key="browse", type="tertiary", icon=":material/grid_view:",
        help="Examples, real graphs and generators with their sizes and what they are good for.",
    ):  # fmt: skip
        _gallery()


GENERATED = {
    False: "Random models whose size and shape you set.",
    True: "Random models, at their usual size and shape.",
}


@st.dialog("Choose a graph", width="large", icon=":material/hub:")
def _gallery() -> None:
    wanted = st.text_input(
        "Search", key="browse-search", placeholder="communities, weights, e-mail, ring …",
        icon=":material/search:",
    )  # fmt: skip
    if not is_demo() and st.button(
        "Bring your own file", key="browse-own", icon=":material/upload_file:"
    ):
        session.use_graph(UPLOAD)
    gallery.show(
        _groups(), lambda card: session.use_graph(card.line), wanted or "", key="browse"
    )  # fmt: skip


def _groups() -> list[Group]:
    available = scenario_cache.available_datasets()
    return [
        Group("Examples", "Made up, and always the same: each shows one thing.", [
            Card(e.id, e.title, e.title, f"{e.n:,} nodes · {e.generator.title}", e.summary)
            for e in EXAMPLES
        ]),
        Group("Real graphs", "Published data; those that are not available are on the Data page.", [
            Card(d.id, label_of(d), d.title, _facts(d), d.summary)
            for d in DATASETS if d.id in available
        ]),
        Group("Generators", GENERATED[is_demo()], [
            Card(g.id, line_of(g), g.title, g.source, g.summary) for g in GENERATORS
        ]),
    ]  # fmt: skip


def _facts(info: DatasetInfo) -> str:
    facts = [f"{info.n:,} nodes", f"{info.m:,} edges"]
    facts += ["weights"] * info.weighted + [f"classes: {info.label}"] * bool(info.label)
    return " · ".join(facts)
