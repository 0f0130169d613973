"""What the app remembers of one person: the only file that touches session state.

A computation calls `checkpoint` as its progress report: it stops a run that a newer slider position
has made stale.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType

from graphdp_core.experiment.scenario import Scenario

__all__ = [
    "answer",
    "asked_graphs",
    "asked_in_vain",
    "checkpoint",
    "clear_selection",
    "current",
    "draw_again",
    "drop_endless_numbers",
    "follow",
    "has_chosen",
    "is_running",
    "move_slider",
    "offer_place",
    "place",
    "remember",
    "remember_nodes",
    "remember_selection",
    "selection",
    "set_running",
    "show_choice",
    "use_graph",
    "wish_mechanism",
    "wished_mechanism",
]

SELECTED = "selected nodes"
SCENARIO = "scenario"


def remember(scenario: Scenario) -> None:
    """Keep the choices of the sidebar for the page script that runs next."""
    st.session_state[SCENARIO] = scenario


def current() -> Scenario:
    """The choices of the sidebar."""
    scenario: Scenario = st.session_state[SCENARIO]
    return scenario


def checkpoint(fraction: float = 0.0, text: str = "") -> None:
    """Progress report that stops this run if a newer one is waiting."""
    if waiting := _newer_request():
        with waiting._lock:
            # As a run of the whole script it is served now; its address and widgets stay its own.
            waiting._rerun_data = replace(
                waiting._rerun_data, fragment_id_queue=[], is_auto_rerun=False
            )
    st.session_state.get(SCENARIO)  # Streamlit ends the run here if it has to


def _newer_request() -> ScriptRequests | None:
    """The requests to run the app, if the person has acted on the page since this run began.

    Streamlit lets a run of a part of the script (the slider's, a button's on the page) wait until
    the present run is over, and has no public way to ask for it. Runs that a timer asks for do
    not count.
    """
    run = get_script_run_ctx(suppress_warning=True)
    if run is None or run.script_requests is None:
        return None
    waiting = run.script_requests
    if waiting._state is not ScriptRequestType.RERUN:
        return None
    asked = waiting._rerun_data
    by_timer = asked.is_auto_rerun and len(asked.fragment_id_queue) <= 1
    return None if by_timer else waiting


def drop_endless_numbers() -> None:
    """Take "nan", "inf" and overflowing numbers out of the address, and run the page without them.

    Streamlit would hand them to the widgets, where they are an error and not a bad choice.
    """
    endless = [key for key, value in st.query_params.to_dict().items() if _is_endless(value)]
    for key in endless:
        del st.query_params[key]
    if endless:
        st.rerun()


def _is_endless(text: str) -> bool:
    try:
        return not math.isfinite(float(text))
    except ValueError:
        return False


def offer_place(name: str, place: DeltaGenerator) -> None:
    """Let the page of this run fill a place that was drawn before it."""
    st.session_state[f"place {name}"] = place


def place(name: str) -> DeltaGenerator:
    """A place offered earlier in this run."""
    offered: DeltaGenerator = st.session_state[f"place {name}"]
    return offered


def draw_again() -> None:
    """Move on to the next noise draw (a button's callback)."""
    st.session_state["draw"] = (st.session_state.get("draw", 0) + 1) % 1000


def asked_graphs() -> tuple[str, ...]:
    """The lines of the graph menu that the address and the menu itself ask for."""
    asked = (st.query_params.get("graph"), st.session_state.get("graph"))
    return tuple(filter(None, asked))


def asked_in_vain(key: str, choices: Collection[str]) -> str:
    """What the address asks the widget `key` for in vain; call before the widget is drawn.

    Streamlit takes such a name out of the address, so it is remembered until the person chooses.
    """
    asked = st.query_params.get(key, "")
    if asked and asked not in choices:
        st.session_state[f"asked {key}"] = asked
    missed: str = st.session_state.get(f"asked {key}", "")
    return missed


def has_chosen(key: str) -> None:
    """The person has used the widget `key` (its callback): what a link asked for is settled."""
    st.session_state.pop(f"asked {key}", None)


def use_graph(label: str, values: Mapping[str, Any] | None = None) -> None:
    """Choose a line of the graph menu, with parameters by widget key (a callback)."""
    has_chosen("graph")
    st.session_state["graph"] = label
    for key, value in (values or {}).items():
        st.session_state[key] = value
    st.rerun()  # the menu is not part of the page that the button belongs to


def answer(key: str) -> Any:
    """What a pair widget last sent, or None; it comes from a browser: check it."""
    return (st.session_state.get(key) or {}).get("answer")


def is_running(label: str, *, default: bool) -> bool:
    """Whether a long computation is to run now."""
    running: bool = st.session_state.get(f"running {label}", default)
    return running


def set_running(label: str, value: bool) -> None:
    """Start or stop a long computation (a button's callback)."""
    st.session_state[f"running {label}"] = value


def selection() -> list[int]:
    """Nodes the person has marked with the lasso, on any page, for the current graph."""
    marked = st.session_state.get(SELECTED)
    if not marked or marked[0] != current().graph.fingerprint:
        return []
    return list(marked[1])


def remember_nodes(nodes: Sequence[int]) -> None:
    """Keep the nodes marked in a pair widget (part of its callback)."""
    st.session_state[SELECTED] = (current().graph.fingerprint, list(nodes))


def move_slider(epsilon: float) -> None:
    """Let the sidebar's slider follow the one inside a pair widget (part of its callback)."""
    st.session_state["epsilon"] = epsilon


def show_choice(key: str, value: Any) -> None:
    """What a widget that mirrors another choice shows; before the widget is drawn."""
    st.session_state[key] = value


def follow(mirror: str, key: str) -> None:
    """Let a choice follow the widget that mirrors it (the mirror's callback)."""
    st.session_state[key] = st.session_state[mirror]


def wish_mechanism() -> None:
    """Remember which mechanism the person asked for (the menu's callback)."""
    has_chosen("mechanism")
    st.session_state["wished mechanism"] = st.session_state["mechanism"]


def wished_mechanism(titles: Sequence[str]) -> str:
    """Put the mechanism last asked for back into a menu of `titles`, if it is there; its title."""
    now = st.session_state.get("mechanism")
    unfit = now is not None and now not in titles
    if unfit:
        st.session_state["wished mechanism"] = now
    wish: str = st.session_state.get("wished mechanism", "")
    if unfit or wish in titles:
        st.session_state["mechanism"] = wish if wish in titles else titles[0]
    return wish


def remember_selection(chart: str) -> None:
    """Keep the nodes marked in a chart (its callback); points carry the node as custom data."""
    points = st.session_state[chart]["selection"]["points"]
    nodes = sorted({_node(point["customdata"]) for point in points if "customdata" in point})
    if nodes:
        st.session_state[SELECTED] = (current().graph.fingerprint, nodes)


def clear_selection() -> None:
    """Forget the marked nodes (a button's callback)."""
    st.session_state.pop(SELECTED, None)


def _node(customdata: Any) -> int:
    return int(customdata[0] if isinstance(customdata, list | tuple) else customdata)
