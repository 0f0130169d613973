"""What the draws looked at would have cost, and what k edges of one person cost: on demand."""

from __future__ import annotations

from contextlib import nullcontext

import streamlit as st

from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.composition import group_privacy
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    posterior,
    strength_at,
    sure_after,
)
from graphdp_core.trust.odometer import Odometer
from pages.session import session

COUNTED = (
    "Every new mix of graph, mechanism, settings, ε and draw that you look at counts once. Looking "
    "again is free, and so are other analyses of it. Repeats and measurements behind the pages do "
    "not count. The sum holds wherever you stop. A figure for releases fixed beforehand "
    "does not hold if you chose the next by what you saw."
)
ASKED = "What if a person has many ties?"
MOST = 100_000  # edges of a person
BESIDE = 300  # pixels of the box, beside its answer where there is room
CERTAIN = 0.9995


def note(c: Comparison) -> None:
    """Count the release that is shown, if it was not looked at before."""
    look(c.graph, c.mechanism, c.seed, c.guarantee)


def look(graph: Graph, mechanism: Mechanism, seed: int, g: Guarantee) -> None:
    """The same of a release that the stage has shown."""
    _own().look(graph.fingerprint, repr(mechanism), seed, g)


def show(c: Comparison) -> None:
    """The odometer of this graph, by relation, and a button that resets it."""
    st.markdown("**Had all that you looked at been released**", help=COUNTED)
    for reading in _own().readings(c.graph.fingerprint):
        where = reading.relation.value
        where += f", radius {reading.radius}" if reading.relation.has_radius else ""
        st.caption(f"{where[0].upper()}{where[1:]}: {reading.statement()}")
    st.button(
        "Reset", icon=":material/restart_alt:", key="odometer-reset", type="tertiary",
        on_click=_own().reset, help="Count from here on, for all graphs.",
    )  # fmt: skip


def people(g: Guarantee, *, warns: bool = False) -> None:
    """Ask how many ties a person has, and say what that leaves; where ties are protected.

    Where it `warns` it says so in bold, in the row that is open.
    """
    if not g.protects or g.relation is not NeighbouringRelation.EDGE:
        return
    row = nullcontext() if warns else st.container(horizontal=True, vertical_alignment="bottom")
    with row:
        k = st.number_input(
            "Ties of a person" if warns else ASKED, 1, MOST, 10, key="person-edges",
            persist_state="session", width=BESIDE // 2 if warns else BESIDE,
            help="ε protects each tie; all k ties of one person together have k times ε.",
        )  # fmt: skip
        said = person_belief(g, int(k))
        if warns:
            together, _ = group_privacy(g.effective_epsilon, g.delta, int(k))
            is_hidden = strength_at(posterior(0.5, together)) == "protects"
            st.markdown(":material/warning: " * (not is_hidden) + f"**{said}**", width=BESIDE)
        else:
            st.caption(said)


def people_on_demand(g: Guarantee) -> None:
    """The same behind a button, where a page has no room for it."""
    if g.protects and g.relation is NeighbouringRelation.EDGE:
        with st.popover(ASKED, type="tertiary", key="person"):
            people(g)


def person_belief(g: Guarantee, k: int) -> str:
    """What an adversary who is half sure of all k edges of a person can learn at most."""
    epsilon, delta = group_privacy(g.effective_epsilon, g.delta, k)
    ties = "Its 1 tie has" if k == 1 else f"All {k:,} ties together have"
    cost = f"{ties} ε = {at_most(epsilon)}"
    if g.delta:
        cost += f", δ = {at_most(delta)}"
    sure = posterior(0.5, epsilon)
    if delta >= 1.0 or sure > CERTAIN:
        return f"{cost}: hardly protected."
    beyond = " Rare outcomes, which δ allows for, may tell more." if g.delta else ""
    return f"{cost}: anyone half sure that they are there {sure_after(sure)} after.{beyond}"


def _own() -> Odometer:
    return session.keep_last("odometer", "", Odometer)
