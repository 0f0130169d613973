"""Part of the Release page: which numbers to release by themselves, and what each will tell.

All that can be released of a table of ties that is too large to open.
"""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd
import streamlit as st

import graphdp_core as gdp
from graphdp_core.data.registry import data_folder
from graphdp_core.digits import epsilon_label
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.experiment.plan import WANTS, NumberPlan, Planned
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.intake.engines import aggregates, large_lists, large_tables
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.rankings import degree_curve, true_share_curve
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.trust.in_memory_release import noise_sentence, publishable
from graphdp_core.trust.parcel import plan_file, planned
from pages.ground.records import session_record
from pages.release import published
from pages.release.publish_choice import EPSILON, NARROW, WIDE
from pages.session import own_state, session
from pages.ui import page, protection
from pages.ui.widgets import plain

USUAL = ("edges", "mean_degree", "triangles")
HELP = (
    "Nothing is spent by looking. The ε of all releases together is split so that each number is "
    "known about equally well; what stays unknown gets none."
)

EVERYBODY = "Everybody in this table is public knowledge"
PEOPLE = (
    "Ties are protected; who is there is not. A list has two columns, node and group, and names "
    "nodes without ties too. Without a list, somebody with a single tie is there because of it."
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
            key="plan.want", help=HELP, select_all=False,
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
                f"Take these numbers at {epsilon_label(made.epsilon)}", key="plan.settle",
                icon=":material/check:", on_click=_settle, args=(now, made),
            )  # fmt: skip


def _settle(now: Scenario, made: NumberPlan) -> None:
    """All numbers of the plan in one parcel, for this graph (the button's callback)."""
    numbers, amount = planned(plan_file(made, now.graph), now.graph)
    epsilon = exact_text(amount)
    stands = numbers, now.graph.place, now.mechanism, epsilon
    session_record(published.Publication).parcel = stands
    session.set_widget(EPSILON, epsilon)


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
    return {
        "Number": row.title,
        "By itself": row.width if row.is_known else later,
        "Its ε": at_most(row.epsilon) if row.is_known else "none",
        "By": gdp.mechanism(row.mechanism).title if row.is_known else "",
        "From a graph": "not known" if math.isnan(row.by_graph)
        else f"± {format_number(row.by_graph)}",
    }  # fmt: skip


def table() -> Path | None:
    """The large table of ties in the folder of data that was chosen, if there are any."""
    folder = data_folder()
    tables = {path.name: path for path in large_tables(folder)} if folder else {}
    if not tables:
        return None
    return tables.get(st.selectbox(
        "Of which ties", ["The graph that is open", *tables], key="release.table", width=WIDE,
        label_visibility="collapsed",
    ))  # fmt: skip


def of_a_table(path: Path) -> tuple[Aggregates, Mechanism] | None:
    """What flips would leave of it, its degrees and mixing; and what is to be published."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="of-a-table"):
        lists = {file.name: file for file in large_lists(path)}
        people = st.selectbox(
            "Which nodes are public knowledge?", [*lists, EVERYBODY], index=None,
            format_func=lambda name: f"The list of nodes: {name}" if name in lists else name,
            key="release.people", width=WIDE + 40, placeholder="Choose", help=PEOPLE,
        )  # fmt: skip
        is_asked = st.button(
            "Add its ties up", key="release.add-up", icon=":material/functions:",
            disabled=people is None,
        )  # fmt: skip
    sums = _sums(path, lists.get(people or ""), is_asked=is_asked) if people else None
    if sums is None:
        return None
    st.header(sums.flips_sentence, anchor=False)
    left, right = st.columns(2)
    with left:
        flips = true_share_curve(sums.half_true, page.theme())
        page.figure(flips, key="table-flips", alt=sums.flips_sentence)
    with right:
        some = sums.degrees[:: -max(sums.n // 100_000, 1)]
        spread = degree_curve(some, page.theme(), height=240)
        page.figure(spread, key="table-degrees", alt="Share of nodes with at least each degree.")
    if sums.groups:
        st.dataframe(pd.DataFrame(sums.table, sums.groups, sums.groups), alt="Ties by group.")
    st.caption(f"{sums.n:,} nodes, {sums.m:,} ties {protection.NOT_PRIVATE}")
    offered = publishable(sums)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by = st.selectbox("What is published", list(offered), key="release.by-table", width=WIDE)
        st.text_input("Privacy loss ε, exactly as typed", key=EPSILON, width=NARROW)
        st.caption(noise_sentence(offered[by], own_state.widget(EPSILON)))
    return sums, offered[by]


def _sums(path: Path, people: Path | None, *, is_asked: bool) -> Aggregates | None:
    """Once they were asked for; a sentence in place of what fails."""
    key = f"{path} {path.stat().st_mtime} {people}"
    try:
        if not is_asked:
            return session.last_made("table", key)
        with st.spinner("Adding up: a minute or more for 50 million ties …"):
            return session.keep_last("table", key, lambda: aggregates(
                path, groups=people, mixing=people is not None,
            ))  # fmt: skip
    except (Refused, OSError, ModuleNotFoundError) as error:
        st.warning(published.sentence(error), icon=":material/info:")
        return None
