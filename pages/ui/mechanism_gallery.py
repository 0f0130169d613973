"""All mechanisms of a page at a glance, by what they release: whom each protects, and where."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from graphdp_core.experiment.feasible import Feasible
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.plots.theme import Theme, inked
from graphdp_core.results import (
    Cost,
    Counts,
    Degrees,
    Mixing,
    Partition,
    Result,
    Scores,
    SpanningTree,
    Spectrum,
)
from graphdp_core.web.scripts import assets
from pages.session import session
from pages.ui import gallery
from pages.ui.gallery import Card, Group

__all__ = ["GROUPS", "USUAL", "button", "group_of", "leaving", "leaving_svg", "released"]

USUAL = 3.0
"""Epsilon of the promise in a card."""

GROUPS = (
    ("Graphs", "A whole graph is released: every analysis can read it."),
    ("Communities", "Only who belongs together is released."),
    ("Numbers and degrees", "One number, or how many nodes have how many edges."),
    ("Rankings", "How important every node is; no edges."),
    ("Spectra", "Eigenvalues and directions; no edges."),
    ("Trees and weights", "Who is joined is public; how close they are is not."),
)
PLACES: dict[type[Result], tuple[int, str]] = {
    Partition: (1, "communities"),
    Counts: (2, "one number"),
    Degrees: (2, "degrees"),
    Mixing: (2, "edges between groups"),
    Scores: (3, "a ranking"),
    Spectrum: (4, "a spectrum"),
    SpanningTree: (5, "a tree"),
    Cost: (5, "a tree's cost"),
}
"""By what is released, other than a graph: its group, and a name for a line of the menu."""


def released(kind: type[Mechanism]) -> str:
    """What a mechanism releases, in a word or two; "" for a graph."""
    return PLACES[kind.returns][1] if kind.returns in PLACES else ""


def group_of(kind: type[Mechanism]) -> int:
    """The number of the group of what it releases."""
    if kind.returns in PLACES:
        return PLACES[kind.returns][0]
    return len(GROUPS) - 1 if kind.protects_weights else 0


def leaving(kind: type[Mechanism]) -> str:
    """The group's name as a thing that leaves the house."""
    return GROUPS[group_of(kind)][0]


def button(
    offered: Mapping[str, type[Mechanism]], limits: Mapping[str, Feasible], epsilon: float
) -> None:
    """A quiet button under the menu that opens the gallery.

    Parameters
    ----------
    offered : mapping of str to type
        Those that the page can show, by title.
    limits : mapping of str to Feasible
        Of those that do not run on the graph at this epsilon.
    epsilon : float
    """
    if st.button(
        "All mechanisms", key="browse-mechanisms", type="tertiary",
        icon=":material/grid_view:",
        help="By what they release, with what each protects and on which graphs it runs.",
    ):  # fmt: skip
        _gallery(offered, limits, epsilon)


@st.dialog("Choose a mechanism", width="large", icon=":material/shield:")
def _gallery(
    offered: Mapping[str, type[Mechanism]], limits: Mapping[str, Feasible], epsilon: float
) -> None:
    wanted = st.text_input(
        "Search", key="browse-mechanisms-search", placeholder="communities, nodes, triangles …",
        icon=":material/search:",
    )  # fmt: skip

    def take(card: Card) -> None:
        nearest = limits[card.line].nearest if card.line in limits else None
        session.use_mechanism(card.line, epsilon if nearest is None else nearest)

    gallery.show(_groups(offered, limits), take, wanted or "", key="browse-mechanism")
    st.caption("Others release what this page does not show: the page Mechanisms has them all.")


def _groups(offered: Mapping[str, type[Mechanism]], limits: Mapping[str, Feasible]) -> list[Group]:
    cards: list[list[Card]] = [[] for _ in GROUPS]
    for title, kind in offered.items():
        cards[group_of(kind)].append(_card(title, kind, limits.get(title)))
    return [Group(*words, some) for words, some in zip(GROUPS, cards, strict=True) if some]


def _card(title: str, kind: type[Mechanism], limit: Feasible | None) -> Card:
    promise = kind().guarantee(USUAL)
    facts = [f"protects {promise.unit}" if promise.protects else promise.badge]
    facts += [limit.limit] if limit is not None else []
    runs_somewhere = limit is None or limit.nearest is not None
    return Card(
        kind.id, title, kind.called(), " · ".join(facts), kind.summary, is_open=runs_somewhere
    )


def leaving_svg(
    returns: type[Graph] | type[Result], theme: Theme, *, of_weights: bool = False
) -> str:
    """The graph in its house, and what leaves it, with the noise in its colour, as SVG.

    Parameters
    ----------
    returns : type
        What is released.
    theme : Theme
    of_weights : bool
        Whether a released graph has the true edges, and noise on their weights alone.
    """
    kinds = [kind.__name__.lower() for kind in returns.__mro__]
    names = ["weights"] if returns is Graph and of_weights else kinds
    files = (assets() / "guide" / "leaving" / f"{name}.svg" for name in names)
    return inked(next(file for file in files if file.is_file()).read_text("utf-8"), theme)
