"""Everything that a menu offers, at a glance: cards in groups, with a search over all words.

All graphs at a glance: groups, sizes, and what each is good for.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from graphdp_core.data import DATASETS, EXAMPLES, GENERATORS, DatasetInfo
from graphdp_core.plots.thumb import thumb
from graphdp_core.serving import is_demo
from pages.engine import scenario_cache
from pages.ground.records import UPLOAD, label_of, line_of
from pages.session import session
from pages.ui.page import theme
from pages.ui.widgets import plain

COLUMNS = 3


@dataclass(frozen=True)
class Card:
    """One thing that can be chosen: its line of the menu, and words on it.

    Parameters
    ----------
    is_open : bool
        Whether it can be chosen here.
    picture : str
        In small, as SVG text; "" for none.
    """

    id: str
    line: str
    title: str
    facts: str
    summary: str
    is_open: bool = True
    picture: str = ""

    def fits(self, wanted: str) -> bool:
        """Whether all the words wanted are among its own."""
        words = f"{self.id} {self.title} {self.facts} {self.summary}".casefold()
        return all(word in words for word in wanted.casefold().split())


@dataclass(frozen=True)
class Group:
    """A title, what its cards have in common, and the cards."""

    title: str
    words: str
    cards: Sequence[Card]


def show(groups: Sequence[Group], take: Callable[[Card], None], wanted: str, *, key: str) -> None:
    """Draw the cards that fit the words wanted; `take` is called with the one that is chosen."""
    is_any = False
    for group in groups:
        fitting = [card for card in group.cards if card.fits(wanted)]
        if fitting:
            is_any = True
            st.header(group.title, anchor=False)
            st.caption(group.words)
            _cards(fitting, take, key)
    if not is_any:
        st.info("Nothing fits all these words; use fewer.")


def _cards(cards: Sequence[Card], take: Callable[[Card], None], key: str) -> None:
    for start in range(0, len(cards), COLUMNS):
        row = cards[start : start + COLUMNS]
        for card, place in zip(row, st.columns(COLUMNS), strict=False):
            box = f"card-{key}-{card.id}"  # all of which chooses it, see assets/page.css
            with place.container(border=True, height="stretch", gap=None, key=box):
                if card.picture:
                    drawn = base64.b64encode(card.picture.encode()).decode()
                    st.html(f'<img alt="" src="data:image/svg+xml;base64,{drawn}">')
                if st.button(
                    f"**{plain(card.title)}**", key=f"{key}-{card.line}", type="tertiary",
                    disabled=not card.is_open,
                ):  # fmt: skip
                    take(card)
                st.caption(f"{plain(card.facts)}  \n{plain(card.summary)}")


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
    show(
        _groups(), lambda card: session.use_graph(card.line), wanted or "", key="browse"
    )  # fmt: skip


def _groups() -> list[Group]:
    available = scenario_cache.available_datasets()
    return [
        Group("Real graphs", "Published data; those that are not available are on the Data page.", [
            Card(d.id, label_of(d), d.title, _facts(d), d.summary, picture=thumb(d.id, theme()))
            for d in DATASETS if d.id in available
        ]),
        Group("Examples", "Made up, and always the same: each shows one thing.", [
            Card(
                e.id, e.title, e.title, f"{e.n:,} nodes · {e.generator.title}", e.summary,
                picture=thumb(e.generator.id, theme()),
            )
            for e in EXAMPLES
        ]),
        Group("Generators", GENERATED[is_demo()], [
            Card(g.id, line_of(g), g.title, g.source, g.summary, picture=thumb(g.id, theme()))
            for g in GENERATORS
        ]),
    ]  # fmt: skip


def _facts(info: DatasetInfo) -> str:
    facts = [f"{info.n:,} nodes", f"{info.m:,} ties"]
    facts += ["weights"] * info.weighted + [f"classes: {info.label}"] * bool(info.label)
    return " · ".join(facts)
