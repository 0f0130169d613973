"""What the private side protects, in words: one line below a picture, and all facts on demand."""

from __future__ import annotations

import streamlit as st

from graphdp_core.experiment.board import one_edge
from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.plots.numbers import format_number
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    percent_at_most,
)
from pages.shared import moves, session

__all__ = [
    "NOT_PRIVATE",
    "facts",
    "full_title",
    "offer",
    "posterior_belief",
    "public_topology",
    "seal",
    "short_statement",
    "show",
]

COVERED = (
    "That holds for someone who knows all else, or whom all else tells nothing about it. Who "
    "expects edges to hang together may also infer one from the others: nothing limits that. What "
    "is computed from the release alone is covered. The left picture, the shared layout, sizes, "
    "colours and alignment, which edges are kept, lost or invented, and every number that compares "
    "the two read the true graph: they are not private."
)

NOT_PRIVATE = ":gray-badge[:material/lock_open: not private]"
"""Behind words on what reads the true graph."""


def offer() -> None:
    """The line of the promise: a place for its words, and what they mean, on demand."""
    with session.place("promise"):
        words = st.container(
            horizontal=True, vertical_alignment="center", gap="small", key="guarantee-words"
        )
        moves.keep("promise", words)
        for name, title, key in (
            ("meaning", "Meaning", "facts"),
            ("method", "Method", "method-note"),
        ):
            box = st.popover(title, type="tertiary", key=key, on_change="rerun")
            moves.keep(name, box, is_wanted=bool(box.open))


def show(c: Comparison) -> None:
    """What the private side protects, in one line; what that means, and all facts, if asked for."""
    g = c.guarantee
    with moves.kept("promise"):
        st.markdown(f"{seal(c.mechanism, g)} {short_statement(g)}", width="content")
        if g.protects:
            st.caption(posterior_belief(g), width="content")
    moves.kept("meaning").show(_explained, c)
    moves.kept("method").show(_method, c)


def _method(c: Comparison) -> None:
    for part in (c.mechanism, c.analysis):
        st.markdown(f"**{part.title}.** {part.summary}")
        st.latex(part.formula)
        st.caption(f"Source: {part.source}")


def public_topology(c: Comparison) -> tuple[str, ...]:
    """That nothing protects the edges, where they are released as they are."""
    if not (c.guarantee.relation.edges_are_public and c.mechanism.returns is Graph):
        return ()
    return (
        "The topology is public here and released as it is: what reads the "
        "edges but not their weights is the same on both sides, and nothing protects it.",
    )


def short_statement(g: Guarantee) -> str:
    """What is protected, in a few words; what protects nothing says why."""
    if not g.protects:
        return g.statement()
    exact = "" if g.effective_epsilon == g.epsilon else "exact "
    delta = f", δ = {at_most(g.delta)}" if g.delta else ""
    return f"Protects {g.unit}, proved: {exact}ε = {at_most(g.effective_epsilon)}{delta}."


def _explained(c: Comparison) -> None:
    """The guarantee in full: statement, what it covers and what not, and its facts."""
    from pages.shared import odometer

    g = c.guarantee
    st.markdown(g.statement())
    if g.protects:
        st.caption(COVERED)
    odometer.people(g)
    st.table(facts(g), border="horizontal")
    odometer.show(c)


def seal(mechanism: Mechanism, g: Guarantee) -> str:
    """A closed shield before what is protected; else an open padlock and "not private", in red."""
    if g.protects:
        return ":material/shield_lock:"
    return f":red[:material/lock_open: **{full_title(mechanism, g)}.**]"


def full_title(mechanism: Mechanism, g: Guarantee) -> str:
    """A mechanism's title, with "not private" behind it where it protects nothing."""
    return mechanism.title if g.protects else f"{mechanism.title}: {g.badge}"


def posterior_belief(g: Guarantee) -> str:
    """What an adversary who is half sure can learn at most, rounded up."""
    edge = one_edge(g)
    if not edge.is_proved:
        return "Nothing is proved here: an adversary may become certain."
    beyond = " Rare outcomes, which δ allows for, may tell more." if g.delta else ""
    sure = percent_at_most(edge.beliefs[0.5])
    return f"Knowing all else: 50 % sure before, at most {sure} after.{beyond}"


def facts(g: Guarantee) -> dict[str, list[str]]:
    proved = g.status.is_proved
    rows = {
        "Unit protected": g.unit if proved else f"none proved; meant: {g.unit}",
        "Neighbouring relation": f"{g.relation.value}, radius {g.protected_radius}",
        "Nominal ε": format_number(g.epsilon),
        "Exact ε": at_most(g.effective_epsilon) if proved else "none",
        "δ": at_most(g.delta) if proved else "none",
        "Belief from 1 %": f"at most {percent_at_most(one_edge(g).beliefs[0.01])}",
        "Status of the proof": g.status.value,
        "Proof": g.proof,
        "Sampler": g.sampler,
        "Public by assumption": " ".join(g.assumptions),
        "A second release": _second(g),
    }
    return {"Fact": list(rows), "Value": list(rows.values())}


def _second(g: Guarantee) -> str:
    if not g.status.is_proved:
        return "is as unprotected as the first."
    words = "adds its own ε and δ" if g.delta else "adds its own ε"
    people = ", k edges of one person kε" if g.relation is NeighbouringRelation.EDGE else ""
    return f"{words}: two draws at ε cost 2ε{people if not g.delta else ''}."
