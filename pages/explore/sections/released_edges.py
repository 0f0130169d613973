"""Parts of the overview: which edges came through, and what may be learnt about one of them."""

from __future__ import annotations

import numpy as np
import streamlit as st

from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.board.svg import posterior_icons
from graphdp_core.plots.rankings import degree_distribution
from graphdp_core.plots.sides import Sides
from graphdp_core.privacy.guarantee import posterior
from graphdp_core.stage.stop import belief
from pages.ground.glossary import term
from pages.session import session
from pages.ui import page, protection, widgets

LEARNT = (
    "For someone who knows all other ties. Anyone who expects friends of friends to be friends may "
    "also guess one tie from the others: nothing limits that. All k ties of a person count kε."
)


def learnt_about_one_edge(c: Comparison) -> None:
    """Belief before and after the release, where it protects edges at all."""
    if c.guarantee.relation.edges_are_public:
        st.markdown(
            f"Everything: {c.mechanism.title} takes the topology as public and "
            "releases it as it is. Only weights are protected, and this page reads none."
        )
        return
    if not c.guarantee.protects:
        st.markdown(f"Nothing limits it: {protection.seal(c.mechanism, c.guarantee)}")
        return
    session.unknown_param("belief", [str(percent) for percent in range(1, 100)].__contains__)
    prior = st.slider(
        "How sure they are beforehand", 1, 99, 50, format="%d%%", key="belief",
        help=term("posterior belief"), bind="query-params",
        on_change=session.clear_unknown_param, args=("belief",),
    )  # fmt: skip
    if asked := session.missed_param("belief"):
        st.caption(
            f":material/link_off: The link asks for “{widgets.plain(asked[:60])}”, which is no "
            f"percentage from 1 to 99. You see {prior}%."
        )
    after = posterior(prior / 100, c.guarantee.effective_epsilon)
    noise = page.released_graph(c).noise
    if noise is not None and noise.is_symmetric:
        st.image(
            posterior_icons(c.guarantee.effective_epsilon, page.theme()),
            alt="Of 100 releases, how many show a tie that exists and one that does not.",
            width="content",
        )
    sentence = belief(c.guarantee, f"**{prior}%**", after)
    st.markdown(sentence, help=LEARNT)


def degrees(c: Comparison) -> None:
    """The degrees of both sides, and corrected where that brings them nearer to the truth."""
    fair = c.private.degree_estimates
    if fair is not None and np.array_equal(fair, c.private.degrees):
        fair = None
    page.figure(
        degree_distribution(
            c.baseline.degrees, c.private.degrees, page.theme(), sides=Sides.of(c), debiased=fair
        ),
        key="degrees",
        alt="Share of nodes with at least each degree: true, released"
        + (", and corrected for the noise." if fair is not None else "."),
    )
