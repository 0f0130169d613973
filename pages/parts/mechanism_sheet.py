"""The page of one mechanism: its promise, how it works, proof or counterexample, all its facts."""

from __future__ import annotations

import streamlit as st

from graphdp_core.mechanisms.argument import argument
from graphdp_core.mechanisms.fact_sheet import IN_WORDS, fact_sheet
from graphdp_core.mechanisms.instead import instead_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.trust.by_integral import integral_about
from graphdp_core.trust.false_claims import claims_about
from pages.parts import (
    benchmark_view,
    evidence_view,
    exact_claim,
    false_claims,
    mechanism_list,
    published_numbers,
)
from pages.shared import odometer, page, protection, session
from pages.shared.widgets import plain

__all__ = ["show"]

ABOVE = ("Formula", IN_WORDS, "Use instead", "How it works", "Steps", "Trusted", "Not protected")
AT = 1.0  # the epsilon of the page's statements, or the least that the mechanism takes


def show(mechanism: Mechanism) -> None:
    """All about a mechanism with the parameters of the sidebar."""
    epsilon = max(AT, mechanism.epsilon_range[0])
    guarantee = mechanism.guarantee(epsilon)
    facts = fact_sheet(mechanism, epsilon)
    page.heading(
        f"What {mechanism.title} promises",
        "Drawn from the mechanism's own declarations, with the parameters on the left. Choose "
        "another mechanism there.",
    )
    st.markdown(f"{protection.seal(mechanism, guarantee)} {guarantee.statement()}")
    odometer.people(guarantee)
    st.markdown(f"**Not protected:** {facts['Not protected']}.")
    st.markdown(f"**Whom one must trust:** {facts['Trusted']}.")
    st.latex(facts["Formula"])
    left, right = st.columns(2, gap="large")
    with left:
        st.header("How it works", anchor=False)
        st.markdown(plain(facts["How it works"]))
        st.markdown("\n".join(f"1. {plain(step)}" for step in mechanism.procedure))
    with right:
        st.header("Why that holds" if guarantee.protects else "Why it does not", anchor=False)
        st.markdown(_harmless(argument(mechanism.id)))
    _instead(mechanism, epsilon)
    evidence_view.audit(mechanism)
    claims, integral = claims_about(mechanism.id), integral_about(mechanism.id)
    if claims or integral:
        st.header("What was claimed and does not hold", anchor=False)
        false_claims.cards(claims, names_mechanism=False)
    if integral:
        exact_claim.card(integral)
    published_numbers.show(mechanism)
    evidence_view.survival(mechanism)
    benchmark_view.beside_rivals(mechanism)
    evidence_view.sizes(mechanism)
    st.header("All facts", anchor=False)
    above = (*ABOVE, f"Guarantee at ε = {epsilon:g}")
    rows = {name: text for name, text in facts.items() if name not in above}
    st.table(
        {"Fact": list(rows), "Value": [plain(text) for text in rows.values()]},
        border="horizontal",
    )
    st.caption(f"In a shell: graphdp mechanisms --show {plain(mechanism.id)}")
    mechanism_list.show()


def _instead(mechanism: Mechanism, epsilon: float) -> None:
    """Buttons that take over a mechanism with a proof, where this one has none."""
    others = instead_of(mechanism, epsilon)
    if not others:
        return
    st.header("What to use instead", anchor=False)
    with st.container(horizontal=True):
        for other in others:
            st.button(
                other.title, key=f"instead {other.id}", help=other.summary,
                on_click=session.use_mechanism, args=(other.title, epsilon),
            )  # fmt: skip


def _harmless(text: str) -> str:
    """The document's own Markdown: emphasis stays, signs that start mathematics or tags do not."""
    return "".join(f"\\{sign}" if sign in "$<>~[]" else sign for sign in text)
