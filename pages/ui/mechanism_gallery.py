"""All mechanisms of a page at a glance, by what they release: whom each protects, and where."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from graphdp_core.experiment.feasible import Feasible
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import Status
from pages.session import session
from pages.ui import gallery
from pages.ui.gallery import Card, Group

USUAL = 3.0
"""Epsilon of the promise in a card."""

PRACTISED = "Graphs as practised"
GROUPS = (
    ("Graphs", "A whole graph is released: every analysis can read it."),
    (PRACTISED, "What people do without a promise: to be seen beside one, and never published."),
    ("Communities", "Only who belongs together is released."),
    ("Numbers and degrees", "One number, or how many nodes have how many ties."),
    ("Rankings", "How important every node is; no edges."),
    ("Spectra", "Eigenvalues and directions; no ties."),
    ("Trees and weights", "Who is joined is public; how close they are is not."),
)
"""With what each holds; every kind of result names its own."""


def leaving(kind: type[Mechanism]) -> str:
    """The group of what it releases, by its title."""
    if kind.status is Status.AS_PRACTISED:
        return PRACTISED
    if issubclass(kind.returns, Graph):
        return "Trees and weights" if kind.protects_weights else "Graphs"
    return kind.returns.group or "Graphs"


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
    cards: dict[str, list[Card]] = {group: [] for group, _ in GROUPS}
    for title, kind in offered.items():
        cards[leaving(kind)].append(_card(title, kind, limits.get(title)))
    return [Group(group, said, cards[group]) for group, said in GROUPS if cards[group]]


def _card(title: str, kind: type[Mechanism], limit: Feasible | None) -> Card:
    promise = kind().guarantee(USUAL)
    facts = [f"protects {promise.unit}" if promise.protects else promise.badge]
    facts += [limit.limit] if limit is not None else []
    runs_somewhere = limit is None or limit.nearest is not None
    return Card(
        kind.id, title, kind.called(), " · ".join(facts), kind.summary, is_open=runs_somewhere
    )
