"""All graphs at a glance: groups, sizes, what each is good for, and a search over all words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from graphdp_core.datasets import DATASETS, EXAMPLES, GENERATORS, DatasetInfo
from pages.shared import scenario_cache, session
from pages.shared.graph_lines import UPLOAD, label_of, line_of
from pages.shared.widgets import plain

__all__ = ["button"]

COLUMNS = 2


@dataclass(frozen=True)
class Card:
    """One graph that can be chosen: its line of the menu, and words on it."""

    id: str
    line: str
    title: str
    facts: str
    summary: str

    def fits(self, wanted: str) -> bool:
        """Whether all the words wanted are among its own."""
        words = f"{self.id} {self.title} {self.facts} {self.summary}".casefold()
        return all(word in words for word in wanted.casefold().split())


def button() -> None:
    """A quiet button under the menu that opens the gallery."""
    if st.button(
        "Browse all graphs", key="browse", type="tertiary", icon=":material/grid_view:",
        help="Examples, real graphs and generators with their sizes and what they are good for.",
    ):  # fmt: skip
        _gallery()


@st.dialog("Choose a graph", width="large", icon=":material/hub:")
def _gallery() -> None:
    wanted = st.text_input(
        "Search", key="browse-search", placeholder="communities, weights, e-mail, ring …",
        icon=":material/search:",
    )  # fmt: skip
    own = st.button("Bring your own file", key="browse-own", icon=":material/upload_file:")
    if own:
        session.use_graph(UPLOAD)
    found = False
    for title, words, cards in _groups():
        fitting = [card for card in cards if card.fits(wanted or "")]
        if fitting:
            found = True
            st.header(title, anchor=False)
            st.caption(words)
            _cards(fitting)
    if not found:
        st.info("Nothing fits all these words; use fewer.")


def _groups() -> list[tuple[str, str, list[Card]]]:
    available = scenario_cache.available_datasets()
    return [
        ("Examples", "Made up, and always the same: each shows one thing.", [
            Card(e.id, e.title, e.title, f"{e.n:,} nodes · {e.generator.title}", e.summary)
            for e in EXAMPLES
        ]),
        ("Real graphs", "Published data; those that are not available are on the Data page.", [
            Card(d.id, label_of(d), d.title, _facts(d), d.summary)
            for d in DATASETS if d.id in available
        ]),
        ("Generators", "Random models whose size and shape you set.", [
            Card(g.id, line_of(g), g.title, g.source, g.summary) for g in GENERATORS
        ]),
    ]  # fmt: skip


def _facts(info: DatasetInfo) -> str:
    facts = [f"{info.n:,} nodes", f"{info.m:,} edges"]
    facts += ["weights"] * info.weighted + [f"classes: {info.label}"] * bool(info.label)
    return " · ".join(facts)


def _cards(cards: Sequence[Card]) -> None:
    for start in range(0, len(cards), COLUMNS):
        row = cards[start : start + COLUMNS]
        for card, place in zip(row, st.columns(COLUMNS), strict=False):
            with place.container(border=True, height="stretch", gap=None):
                if st.button(
                    f"**{plain(card.title)}**", key=f"browse-{card.line}", type="tertiary"
                ):
                    session.use_graph(card.line)
                st.caption(f"{plain(card.facts)}  \n{plain(card.summary)}")
