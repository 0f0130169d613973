"""What the private side protects, in words: one line below a picture, and all facts on demand."""

from __future__ import annotations

import streamlit as st

from graphdp_core.captions import words
from graphdp_core.captions.words import COVERED
from graphdp_core.experiment.compare import Comparison
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.amounts import is_far
from graphdp_core.privacy.guarantee import Guarantee, at_most, is_hardly, percent_at_most, posterior
from graphdp_core.stage.stop import short_statement
from graphdp_core.vocabulary import of_ties
from pages.session import odometer
from pages.ui import far_epsilon_switch

NOT_PRIVATE = ":gray-badge[:material/lock_open: not private]"
"""Behind words on what reads the true graph."""


def warn_if_unproved(mechanism: Mechanism, epsilon: float) -> None:
    """Say above a page's pictures that a mechanism protects nothing at this epsilon, and why."""
    g = mechanism.guarantee(epsilon)
    far_epsilon_switch.say(epsilon)
    if not g.protects and not (g.status.is_proved and is_far(g.effective_epsilon)):
        st.markdown(f"{seal(mechanism, g)} {short_statement(g)}")


def method(c: Comparison) -> None:
    """How the release and what is compared are computed."""
    for part in (c.mechanism, c.analysis):
        st.markdown(f"**{part.title}.** {part.summary}")
        st.latex(part.formula)
        st.caption(f"Source: {part.source}")


def explained(c: Comparison) -> None:
    """The guarantee in full: statement, what it covers and what not, and its facts."""
    g = c.guarantee
    st.markdown(of_ties(g.statement()))
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


def little(epsilon: float) -> str:
    """That so large an exact epsilon protects next to nothing; "" where it is not so large."""
    if not is_hardly(epsilon):
        return ""
    sure = percent_at_most(posterior(0.5, epsilon))
    return (
        f"ε = {at_most(epsilon)} hardly protects: whoever is half sure of a secret may be {sure} "
        "sure after."
    )


def full_title(mechanism: Mechanism, g: Guarantee) -> str:
    """A mechanism's title, with "not private" behind it where it protects nothing."""
    return mechanism.title if g.protects else f"{mechanism.title}: {g.badge}"


def facts(g: Guarantee) -> dict[str, list[str]]:
    """A guarantee's facts as the two columns of a table."""
    rows = words.facts(g)
    return {"Fact": list(rows), "Value": list(rows.values())}
