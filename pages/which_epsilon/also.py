"""Part of the page Which epsilon?: further targets, each a metric of an analysis and its value."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from graphdp_core.experiment.targets import AIMED, Target, targets_from
from pages.session import addresses, session
from pages.ui.widgets import plain
from pages.which_epsilon.needed import target_field


def also_wanted(first: Target | None) -> list[Target]:
    """Ask what is to be kept beside the first target; all are kept in the address."""
    offered = {
        target.name: target.title
        for target in _offered()
        if first is None or target.name != first.name
    }
    missed = addresses.follow_links("also", offered)
    row = st.container(horizontal=True, vertical_alignment="bottom", key="also-controls")
    chosen = row.multiselect(
        "And also keep", list(offered.values()), key="also", placeholder="nothing else",
        help="What all targets cost together: one release that serves all of them is compared "
        "with a release for each.",
        on_change=session.clear_unknown_param, args=("also",), persist_state="session",
    )  # fmt: skip
    addresses.chosen_all("also", chosen, offered)
    for name in missed:
        st.caption(f":material/link_off: The link also wants “{plain(name[:60])}”, no target.")
    ids = {title: name for name, title in offered.items()}
    with row:
        return [made for title in chosen if (made := _valued(ids[title])) is not None]


def _valued(name: str) -> Target | None:
    """The target with the value that the user gives it."""
    (usual,) = (target for target in _offered() if target.name == name)
    value = target_field(usual.metric, key=f"also.{name}", of=usual.analysis.title)
    return None if value is None else Target(usual.analysis, usual.metric, value)


def _offered() -> Sequence[Target]:
    """Every metric that has a usual value to aim at."""
    return targets_from({
        f"{kind.id}.{metric.id}": metric.aim
        for kind in AIMED
        for metric in kind.metrics
        if metric.aim is not None
    })  # fmt: skip
