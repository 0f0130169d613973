"""What has been measured of a mechanism: its survival curves and its stored audit."""

from __future__ import annotations

import streamlit as st

from graphdp_core.digits import percent
from graphdp_core.experiment.properties import MEASURED
from graphdp_core.experiment.survival import SURVIVES
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.plots.tree_errors import survival_curves
from graphdp_core.serving import command
from graphdp_core.trust.evidence import Evidence, evidence, sizes_in_words
from pages.ui import page
from pages.ui.widgets import plain

TOP = 0.95  # of a curve that comes to its end
NAMES = {item.id: item.title for item in MEASURED}


def audit(mechanism: Mechanism) -> None:
    """The stored audit in a line, and those of other settings."""
    kept = evidence(mechanism.id)
    if kept is None:
        st.markdown("No audit of it is stored yet.")
    else:
        result = kept.audit
        held = st.success if result.is_proved else st.warning
        tell = st.error if result.is_violation else held
        icon = ":material/gavel:" if result.is_violation else ":material/shield:"
        tell(plain(result.statement()), icon=icon)
        if result.event and result.pair:
            st.caption(
                f"Neighbours: {plain(result.pair)}. Event: {plain(result.event)}; seen "
                f"{result.counts[0]:,} and {result.counts[1]:,} times in {result.runs:,} releases "
                f"each. {_about(kept, 'audit')}, seed {result.seed}. An audit never proves a claim."
            )
        _readings(kept)


def survival(mechanism: Mechanism) -> None:
    """What survives on three graphs, as it was measured with the default settings."""
    kept = evidence(mechanism.id)
    if kept is None or not kept.survival:
        return
    panels = [
        (part.graph, f"{part.nodes} nodes", part.epsilons, part.curves) for part in kept.survival
    ]
    page.figure(
        survival_curves(panels, NAMES, page.theme(), survives=SURVIVES),
        key="survival-curves", alt=_in_words(kept),
    )  # fmt: skip
    if stops := _stops(kept):
        drops = issubclass(mechanism.returns, Graph) and not mechanism.protects_weights
        why = f" {mechanism.title} releases no weights, which the true result reads." * drops
        st.caption(f"Where a line ends below the top, no ε brings the rest back: {stops}.{why}")
    least = min(part.draws for part in kept.survival)
    st.caption(
        f"0% is what guessing gives, 100% the result without privacy; above the dashed line a "
        f"property survives. Middle of {least} draws with the default settings. "
        f"{_about(kept, 'survival')}, {kept.seconds:,.0f} s on {plain(kept.machine)}. "
        f"In a shell: {command()} mechanisms --show {plain(mechanism.id)} --store"
    )


def sizes(mechanism: Mechanism) -> None:
    """What one release takes, by the number of nodes."""
    kept = evidence(mechanism.id)
    if kept is not None:
        st.markdown(f"**Sizes it runs at:** {plain(sizes_in_words(kept))}")
        st.caption(f"{_about(kept, 'sizes')}.")


def _readings(kept: Evidence) -> None:
    """The audits of what it guarantees with other settings."""
    if not kept.readings:
        return
    plural = "s" if len(kept.readings) > 1 else ""
    with st.expander(f"With other settings: {len(kept.readings)} more audit{plural}"):
        for reading in kept.readings:
            st.markdown(
                f"**{plain(reading.settings)}**, which protects {plain(reading.protects)}: "
                f"{plain(reading.audit.statement())}"
            )


def _in_words(kept: Evidence) -> str:
    said = []
    for part in kept.survival:
        marks = {NAMES[id]: part.mark(id) for id in part.curves}
        words = [f"{n} from {at:g}" if at else f"{n} never" for n, at in marks.items()]
        said.append(f"{part.graph}: {', '.join(words)}")
    return f"Survival over epsilon. {'. '.join(said)}."


def _stops(kept: Evidence) -> str:
    """Where curves end that never come to the top, in words."""
    ends = [
        f"{NAMES[id].lower()} of {part.graph} at {percent(curve[-1][1], whole=True)}"
        for part in kept.survival
        for id, curve in part.curves.items()
        if 0.0 < curve[-1][1] < TOP
    ]
    return ", ".join(ends)


def _about(kept: Evidence, part: str) -> str:
    return f"Measured on {kept.when[part]}"
