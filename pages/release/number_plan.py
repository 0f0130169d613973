"""Part of the Release page: which numbers to release by themselves, and what each will tell."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

import graphdp_core as gdp
from graphdp_core.digits import epsilon_label
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.experiment.plan import WANTS, NumberPlan, Planned
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.params import Refused
from graphdp_core.plots.numbers import format_number
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.trust.parcel import plan_file, planned
from pages.ground.records import session_record
from pages.release.publish_choice import EPSILON
from pages.release.published import Publication
from pages.session import own_state, session
from pages.ui.widgets import plain

USUAL = ("edges", "mean_degree", "triangles")
HELP = (
    "Nothing is spent by looking. The ε of all releases together is split so that each number is "
    "known about equally well; what stays unknown gets none."
)


def show(now: Scenario) -> None:
    """Let numbers be picked, and say what each would cost and tell, beside a graph."""
    with st.expander("Which numbers can I have?", icon=":material/checklist:", key="number-plan"):
        has_groups = now.graph.labels is not None
        offered = {
            name: one.title for name, one in WANTS.items()
            if has_groups or not STATISTICS[one.statistic].needs
        }  # fmt: skip
        wanted = st.multiselect(
            "Numbers", list(offered), default=list(USUAL), format_func=offered.__getitem__,
            key="plan.want", help=HELP,
        )  # fmt: skip
        if not wanted:
            return
        is_asked = st.button("Plan them", key="plan.go", icon=":material/calculate:")
        made = _made(now, wanted, is_asked=is_asked)
        if made is None:
            return
        st.markdown(f"**{plain(made.sentence())}**")
        st.dataframe(
            pd.DataFrame(map(_row, made.rows)), hide_index=True, alt="The plan, number by number."
        )
        st.caption(f"Measured on {plain(made.measured_on)}. Nothing has been spent.")
        if made.spent:
            st.button(
                f"Go on with these numbers at {epsilon_label(made.epsilon)}", key="plan.settle",
                icon=":material/arrow_forward:", on_click=_settle, args=(now, made),
            )  # fmt: skip


def _settle(now: Scenario, made: NumberPlan) -> None:
    """All numbers of the plan in one parcel, for this graph (the button's callback)."""
    publication = session_record(Publication)
    numbers, epsilon = planned(plan_file(made, now.graph), now.graph)
    publication.parcel, publication.settled = (now.mechanism, numbers), now.graph.place
    session.set_widget(EPSILON, exact_text(epsilon))


def _made(now: Scenario, wanted: list[str], *, is_asked: bool) -> NumberPlan | None:
    """The plan of these numbers, once it was asked for; a sentence in place of one that fails."""
    try:
        epsilon = float(amount_of(own_state.widget(EPSILON) or "1"))
        key = f"{now.graph.place} {epsilon} {wanted}"
        if not is_asked:
            kept: NumberPlan | None = session.last_made("number-plan", key)
            return kept
        with st.spinner("Planning …"):
            return session.keep_last("number-plan", key, lambda: gdp.plan(
                now.graph, epsilon, wanted, public=now.choice is not None,
            ))  # fmt: skip
    except Refused as refusal:
        st.warning(plain(str(refusal)), icon=":material/info:")
        return None


def _row(row: Planned) -> dict[str, str]:
    later = f"from about {epsilon_label(row.from_epsilon)}" if row.from_epsilon else "not known"
    about = "" if row.is_exact else "about "
    return {
        "Number": row.title,
        "By itself": f"{about}± {format_number(row.half_width)}" if row.is_known else later,
        "Its ε": at_most(row.epsilon) if row.is_known else "none",
        "By": gdp.mechanism(row.mechanism).title if row.is_known else "",
        "From a graph": "not known" if math.isnan(row.by_graph)
        else f"± {format_number(row.by_graph)}",
    }  # fmt: skip
