"""Epsilon beyond 20: a switch for explorers that all sliders follow, and what it means."""

from __future__ import annotations

import streamlit as st

from graphdp_core.experiment.scenario import EPSILONS, FAR_EPSILONS
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Param
from graphdp_core.privacy.amounts import is_far, no_privacy
from pages.ground.records import in_address
from pages.ui.widgets import widget

KEY = "beyond"
SWITCH = Param(
    KEY,
    False,
    "ε beyond 20",
    help="To explore what papers print: most ε of LNPP and SBMF are above 20. Nothing there is "
    "private, and nothing there can be released.",
)


def switch() -> None:
    """Draw the switch beside the page; it is kept in the address."""
    widget(SWITCH, KEY)


def is_on() -> bool:
    """Whether it is, also before it is drawn: as the link says."""
    linked = in_address(KEY).lower() == "true"
    return bool(st.session_state.get(KEY, linked))


def stops(*, from_zero: bool = False) -> tuple[float, ...]:
    """The stops of every slider of epsilon.

    Parameters
    ----------
    from_zero : bool
        With the collapse at 0, which the board shows.
    """
    return (*((0.0,) if from_zero else ()), *EPSILONS, *(FAR_EPSILONS if is_on() else ()))


def of(mechanism: Mechanism, stops: tuple[float, ...], epsilon: float) -> tuple[float, ...]:
    """The stops of a slider for a mechanism: where it stands alone, if it moves nothing."""
    return stops if mechanism.reads_epsilon else (epsilon,)


def say(epsilon: float) -> None:
    """That an epsilon is no privacy, where it is none, and by how much."""
    if is_far(epsilon):
        st.markdown(f":red[:material/lock_open: **{no_privacy(epsilon)}**]")
