"""Part of the page Break it: one attack, its picture, what is promised and what is not."""

from __future__ import annotations

import dataclasses
from dataclasses import astuple
from typing import TYPE_CHECKING

import streamlit as st

from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.lab.audits.attacks import ATTACKS, Attack, Finding, Victim
from graphdp_core.lab.audits.attacks.people import Recognise
from graphdp_core.lab.papers import study_of
from graphdp_core.lab.papers.stored import is_missing, read
from graphdp_core.params import Refused
from graphdp_core.plots.attempts import attack_figure
from graphdp_core.plots.study import study_figure
from pages.engine import scenario_cache
from pages.ground.glossary import term
from pages.session import session
from pages.ui import page, sidebar
from pages.ui.sections import section
from pages.ui.widgets import choose, parameters, plain, typeset

if TYPE_CHECKING:
    import pandas as pd

HEIGHT = 260  # pixels of the picture: what is promised stands beside it
BESIDE = 240  # pixels of a setting: on a telephone it stands below the attack


def show(now: Scenario) -> None:
    """The finding first, then what was attacked and how, then what that means."""
    top = st.container(gap=None, key="attack-said")
    top.empty()  # without a child it would take no room until it is filled
    kind = choose(
        "Attack", {kind.title: kind for kind in ATTACKS}, key="attack",
        results=[kind.result for kind in ATTACKS], help=term("attack"), kept=True,
    )  # fmt: skip
    with st.container(horizontal=True, vertical_alignment="bottom", key="attack-asked"):
        attack: Attack = kind(**parameters(kind, prefix=kind.id, width=BESIDE, as_list=True))
    epsilon = _epsilon()
    victim = Victim.of(now.graph, now.mechanism, epsilon, now.seed)
    about = f"{_attacked(attack, victim, now)} {kind.idea}"
    guess = session.last_made("guess", attack.id)
    if attack.asks and guess is None:
        with top:
            page.heading(attack.asks, about)
        _guess(attack)
        return
    try:
        finding = _found(attack, victim)
    except Refused as refusal:
        with top:
            page.heading(kind.title, about)
        st.warning(plain(str(refusal)), icon=":material/info:")
        return
    with top:
        page.heading(finding.sentence, about)
    if attack.asks:
        st.markdown(f"You guessed **{guess} of 100**.")  # where it was asked: nothing above moves
    _drawn(attack, finding)
    _meaning(attack, victim, now)
    st.caption(finding.detail)
    if kind is Recognise:
        section("Recognised against what is kept", _against_kept, key="kept-and-recognised")
    page.table("All numbers", lambda: _table(attack, finding), key="attack-numbers")


def _guess(attack: Attack) -> None:
    """Ask first; the answer comes after, and is not asked for again."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.slider("Your guess, of 100", 0, 100, 50, key="guess", width=2 * BESIDE)
        st.button(
            "Show me", key="guessed", on_click=session.keep_last,
            args=("guess", attack.id, lambda: st.session_state["guess"]),
        )  # fmt: skip


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
            log_x=attack.log_x, percent_x=attack.percent_x, mark=finding.mark, height=HEIGHT,
        ),
        key="attack-picture", alt=f"{finding.sentence} {attack.y_title} over {attack.x_title}.",
    )  # fmt: skip


def _against_kept() -> None:
    """The stored study of eight graphs, as on Papers."""
    study = study_of("later-names")
    if is_missing(study.id):
        return
    with st.container(key="study"):
        drawn = study_figure(
            read(study.id).table.rows, page.theme(), **dataclasses.asdict(study.chart)
        )
        page.figure(drawn, key="kept-figure", alt=f"{study.title}: {study.claim}")
    st.caption(
        f"{plain(study.claim)} Means over eight public graphs, by what the attacker knows; kept is "
        "the mean of three shares of the Board: Ties, Leaders and Conclusions. Shown are "
        "edgeFlip at ε = 1, 2, 4, 6 and 8, graphs drawn anew at 4. "
        f"[All numbers](/papers?paper=later&row={study.id})"
    )


def _table(attack: Attack, finding: Finding) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(finding.rows(attack.x_title, attack.y_title))


def _attacked(attack: Attack, victim: Victim, now: Scenario) -> str:
    """Whether the graph beside the page is read at all: it decides what the chart means."""
    if not attack.reads_graph:
        return "**Attacked: made-up secrets, not your graph.**"
    return f"**Attacked: {plain(now.title)} by {victim.mechanism.title}.**"


def _meaning(attack: Attack, victim: Victim, now: Scenario) -> None:
    left, right = st.columns(2, gap="medium")
    left.markdown(f":material/shield_lock: **Promised.** {typeset(attack.promised)}")
    right.markdown(f":material/lock_open: **Not promised.** {attack.unpromised}")
    read = "How well it went is read off the true graph: not private." * attack.reads_graph
    stands_in = (
        f"{plain(now.mechanism.title)} gives pairs no noise of their own: edgeFlip stands in."
        if victim.mechanism is not now.mechanism
        else ""
    )
    st.caption(" ".join(filter(None, (read, stands_in, f"Source: {attack.source}."))))
