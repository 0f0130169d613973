"""A claim that an exact law refutes: two inputs, and what would be released with each."""

from __future__ import annotations

import streamlit as st

from graphdp_core.audits.by_integral import Integral
from graphdp_core.plots.two_worlds import EventBins, two_worlds
from pages.ui import page
from pages.ui.widgets import plain

__all__ = ["card"]

HEIGHT = 300
WHOLE = 10**12  # releases that the bars are shares of


def card(claim: Integral) -> None:
    """Its words beside its picture."""
    with st.container(border=True, key="exact-claim"):
        left, right = st.columns(2, gap="large")
        with left:
            st.header(claim.title, anchor=False)
            st.markdown(f"**Claimed.** {plain(claim.claimed)}")
            st.markdown(f"**Why not.** {plain(claim.wrong)}")
            st.markdown(f"**Here.** {plain(claim.instead)}")
        with right:
            names = [f"{middle:g}" for middle in claim.middles]
            one, other = ([round(WHOLE * p) for p in row] for row in claim.chances)
            bins = EventBins(claim.of, names, claim.inside, (), (one, other))
            pair = claim.pair
            page.figure(
                two_worlds(
                    pair.left, pair.right, pair.changed, page.theme(), bins=bins, height=HEIGHT
                ),
                key="picture of the exact claim",
                alt=f"Two neighbouring inputs: {pair.name}. {claim.in_words()}",
            )  # fmt: skip
            st.markdown(plain(claim.in_words()))
            st.caption(
                f"Neighbours: {plain(pair.name)}. By integration: so rare an event no count of "
                "releases can show, and no audit finds it."
            )
