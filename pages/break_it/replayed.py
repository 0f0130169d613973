"""Part of the audit: what each draw of the mechanism lost when its releases were replayed."""

from __future__ import annotations

from functools import partial

import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.lab.audits.settings import readings
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.plots.attempts import budget_bar
from graphdp_core.serving import command
from graphdp_core.trust.evidence import AuditRecord, ReplayRecord, evidence
from pages.ui import page
from pages.ui.sections import section
from pages.ui.widgets import plain


def show(mechanism: Mechanism) -> None:
    """The kept replay of these settings: its steps as one bar, and the worst pair."""
    stored = _kept(mechanism)
    if stored is None or stored.replay is None:
        st.caption(
            "No replay of these settings is kept. In a shell: "
            f"{command()} audit {plain(mechanism.id)}, with --set for each of them."
        )
        return
    replay = stored.replay
    st.markdown(f"**Draw by draw:** {plain(replay.statement)}")
    if replay.is_outside:
        return
    section("What each step lost", partial(_steps, replay, stored.epsilon), key="audit-steps-box")


def _steps(replay: ReplayRecord, epsilon: float) -> None:
    """One bar of the steps' shares, and the worst pair."""
    page.figure(
        budget_bar(replay.steps, epsilon, page.theme()),
        key="audit-steps",
        alt="Shares of epsilon: "
        + ", ".join(f"{of} lost {spent:.3g} of {share:.3g}" for of, share, spent in replay.steps),
    )  # fmt: skip
    st.caption(
        "Filled is what a step lost at most, of its share of ε: each release was recorded, and "
        f"replayed on neighbours with every outcome kept. At {epsilon_label(epsilon)}. Largest "
        f"loss: {plain(replay.worst)}."
    )


def _kept(mechanism: Mechanism) -> AuditRecord | None:
    """Of the default settings, or of one of those that guarantee something else."""
    kept = evidence(mechanism.id)
    if kept is None:
        return None
    if mechanism == type(mechanism)():
        return kept.audit
    for (_, made), reading in zip(readings(type(mechanism)), kept.readings, strict=False):
        if mechanism == made:
            return reading.audit
    return None
