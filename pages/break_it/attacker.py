"""Part of the page Break it: one attack, its picture, what is promised and what is not."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING

import streamlit as st

from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.lab.audits.attacks import ATTACKS, Attack, Finding, Victim
from graphdp_core.params import Refused
from graphdp_core.plots.attempts import attack_figure
from pages.engine import scenario_cache
from pages.ground.glossary import term
from pages.session import session
from pages.ui import page, sidebar
from pages.ui.widgets import choose, parameters, plain

if TYPE_CHECKING:
    import pandas as pd

BESIDE = 240  # pixels of a setting: on a telephone it stands below the attack


def show(now: Scenario) -> None:
    """The finding first, then what was attacked and how, then what that means."""
    top = st.container(gap=None)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = choose(
            "Attack", {kind.title: kind for kind in ATTACKS}, key="attack", as_list=True,
            help=f"{term('attack')} Some try the release that the other pages show, others made-up "
            "secrets: the last line says which.",
            kept=True,
        )  # fmt: skip
        attack: Attack = kind(**parameters(kind, prefix=kind.id, width=BESIDE, as_list=True))
    epsilon = _epsilon()
    victim = Victim.of(now.graph, now.mechanism, epsilon, now.seed)
    try:
        finding = _found(attack, victim)
    except Refused as refusal:
        with top:
            page.heading(kind.title, kind.idea)
        st.warning(plain(str(refusal)), icon=":material/info:")
        return
    with top:
        page.heading(finding.sentence, kind.idea)
    _drawn(attack, finding)
    _meaning(attack, victim, now)
    page.table("All numbers", lambda: _table(attack, finding), key="attack-numbers")


def _epsilon() -> float:
    """The slider of all pages, and another draw of the noise."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    with row:
        epsilon = sidebar.epsilon_slider()
        if st.button(
            "Draw again", icon=":material/casino:", on_click=session.draw_again, key="draw-again",
            help=term("draw"),
        ):  # fmt: skip
            st.rerun()  # the number of the draw stands beside the page
    return epsilon


def _found(attack: Attack, victim: Victim) -> Finding:
    key = key_of(
        victim.graph,
        victim.mechanism,
        epsilon=victim.epsilon,
        seed=victim.seed,
        part=f"attack {attack.id} {astuple(attack)}",
    )
    return scenario_cache.get(key, lambda: attack.run(victim))


def _drawn(attack: Attack, finding: Finding) -> None:
    page.figure(
        attack_figure(
            finding.lines, page.theme(), x_title=attack.x_title, y_title=attack.y_title,
            log_x=attack.log_x, percent_x=attack.percent_x, mark=finding.mark,
        ),
        key="attack-picture", alt=f"{finding.sentence} {attack.y_title} over {attack.x_title}.",
    )  # fmt: skip
    st.caption(finding.detail)


def _table(attack: Attack, finding: Finding) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(finding.rows(attack.x_title, attack.y_title))


def _meaning(attack: Attack, victim: Victim, now: Scenario) -> None:
    left, right = st.columns(2)
    left.markdown(f":material/shield_lock: **Promised.** {attack.promised}")
    right.markdown(f":material/lock_open: **Not promised.** {attack.unpromised}")
    stands_in = victim.mechanism is not now.mechanism
    whose = f"{now.title} as {victim.mechanism.title} releases it" if attack.reads_graph else ""
    st.caption(
        " ".join(
            filter(
                None,
                (
                    f"Attacked: {plain(whose)}. How well it went is read off the true graph: not "
                    "private." if whose else "Attacked: made-up secrets; your graph is not read.",
                    f"{plain(now.mechanism.title)} gives pairs no noise of their own: edgeFlip "
                    "stands in." if stands_in else "",
                    f"Source: {attack.source}.",
                ),
            )
        )
    )  # fmt: skip
