"""What the app remembers of one person: scenario, settings, marked nodes, what runs.

A computation calls `checkpoint` as its progress report: it stops a run that a newer slider position
has made stale.

Figures that are drawn on the server follow the browser's theme when it changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.scenario import Scenario
from pages.ground.records import Person, Runs, in_address, session_record
from pages.ground.widget_script import component

T = TypeVar("T")


def remember(scenario: Scenario) -> None:
    """Keep the choices of the sidebar for the page script that runs next."""
    session_record(Person).scenario = scenario


def current() -> Scenario:
    """The choices of the sidebar."""
    scenario = session_record(Person).scenario
    assert scenario is not None, "no page is drawn before the sidebar"
    return scenario


def checkpoint(fraction: float = 0.0, text: str = "") -> None:
    """Progress report that stops this run if a newer one is waiting."""
    st.session_state.get("draw")  # Streamlit ends the run here if it has to


def token() -> str:
    """A name for this session, which nobody else can guess."""
    return session_record(Person).token


def drop_nonfinite_params() -> None:
    """Take "nan", "inf" and overflowing numbers out of the address, and run the page without them.

    Streamlit would hand them to the widgets, where they are an error and not a bad choice. What
    was asked for and is not there is remembered, as by :func:`unknown_param`.
    """
    nonfinite = [key for key, value in st.query_params.to_dict().items() if _is_nonfinite(value)]
    for key in nonfinite:
        miss_param(key, st.query_params[key])
        del st.query_params[key]
    if nonfinite:
        st.rerun()


def _is_nonfinite(text: str) -> bool:
    try:
        return not math.isfinite(float(text))
    except ValueError:
        return False


def keep(*keys: str) -> None:
    """Keep what widgets say through a page that does not draw them; before any widget."""
    for key in keys:
        with suppress(KeyError):
            st.session_state[key] = st.session_state[key]


def keep_changed(usual: Mapping[str, Any]) -> dict[str, Any]:
    """The same where they say something else than what is `usual`, by key; the usual of these."""
    changed = {key: said for key, said in usual.items() if st.session_state.get(key, said) != said}
    keep(*changed)
    return changed


def keep_last(name: str, key: str, make: Callable[[], T]) -> T:
    """One thing of a kind, kept for this person until another `key` takes its place."""
    last = session_record(Runs).last
    if name not in last or last[name][0] != key:
        last[name] = (key, make())
    kept: T = last[name][1]
    return kept


def last_made(name: str, key: str) -> Any:
    """The same if it was made before for this `key`; else None."""
    of, made = session_record(Runs).last.get(name, ("", None))
    return made if of == key else None


def page() -> str:
    """The address of the page that is drawn."""
    return session_record(Runs).page


def offer_place(name: str, place: st.delta_generator.DeltaGenerator) -> None:
    """Let the page of this run fill a place that was drawn before it."""
    session_record(Runs).places[name] = place


def place(name: str) -> st.delta_generator.DeltaGenerator:
    """A place offered earlier in this run."""
    return session_record(Runs).places[name]


def draw_again() -> None:
    """Move on to the next noise draw (a button's callback)."""
    st.session_state["draw"] = (st.session_state.get("draw", 0) + 1) % 1000


def asked_epsilon(usual: float, stops: Sequence[float] = ()) -> float:
    """Where the slider of epsilon stands, for what is drawn before it; at first, as a link says."""
    linked = in_address("epsilon")
    first = next((stop for stop in stops if f"{stop:g}" == linked), usual)
    epsilon: float = st.session_state.get("epsilon", first)
    return epsilon


def asked_graph() -> str:
    """The line of the graph menu that the address or the menu itself asks for."""
    asked: str = st.session_state.get("graph", "")
    return asked


def unknown_param(key: str, is_offered: Callable[[str], bool]) -> None:
    """Note what the address asks that the widget `key` does not offer; call before it is drawn.

    Streamlit takes such a name out of the address, so it is remembered until the user chooses.
    """
    asked = in_address(key)
    if asked and not is_offered(asked):
        miss_param(key, asked)


def miss_param(key: str, asked: str) -> None:
    """Note that a link asks for what the widget `key` does not offer; "" for nothing."""
    session_record(Person).missed[key] = asked


def missed_param(key: str) -> str:
    """What the address asked that the widget `key` does not offer, until a choice; or ""."""
    return session_record(Person).missed.get(key, "")


def clear_unknown_param(key: str) -> None:
    """The user has used the widget `key` (its callback): what a link asked for is settled."""
    session_record(Person).missed.pop(key, None)


def use_graph(label: str, values: Mapping[str, Any] | None = None) -> None:
    """Choose a line of the graph menu, with parameters by widget key (a callback)."""
    clear_unknown_param("graph")
    st.session_state["graph"] = label
    for key, value in (values or {}).items():
        st.session_state[key] = value
    st.rerun()  # the menu is not part of the page that the button belongs to


def use_mechanism(title: str, epsilon: float) -> None:
    """Choose a mechanism and a stop of the slider (a callback)."""
    st.session_state["mechanism"] = title
    remember_mechanism()
    move_slider(epsilon)
    st.rerun()  # the menu is not part of the page that the button belongs to


def answer(key: str, name: str = "answer") -> Any:
    """What a widget of ours last sent, or None; it comes from a browser: check it."""
    return (st.session_state.get(key) or {}).get(name)


def request_page(address: str) -> None:
    """Open this page when this one runs next (part of a callback)."""
    session_record(Person).wished_page = address


def open_requested() -> None:
    """Go to the page that the user has asked for since the last run, if any."""
    person = session_record(Person)
    address, person.wished_page = person.wished_page, ""
    if address:
        go_to(address, {k: v for k, v in st.query_params.items() if k in person.staying})


def go_to(address: str, words: Mapping[str, str]) -> None:
    """Open a page of the table at once, with these words in its address."""
    st.switch_page(st.Page(open_requested, url_path=address), query_params=words)


def is_running(label: str, *, default: bool) -> bool:
    """Whether a long computation is to run now."""
    return session_record(Runs).is_on.get(label, default)


def set_running(label: str, value: bool) -> None:
    """Start or stop a long computation (a button's callback)."""
    session_record(Runs).is_on[label] = value


def selection() -> list[int]:
    """Nodes the user has marked with the lasso, on any page, for the current graph."""
    graph, nodes = session_record(Person).marked
    return list(nodes) if graph == current().graph.fingerprint else []


def remember_nodes(nodes: Sequence[int]) -> None:
    """Keep the nodes marked in a pair widget (part of its callback)."""
    session_record(Person).marked = (current().graph.fingerprint, list(nodes))


def move_slider(epsilon: float) -> None:
    """Let the sidebar's slider follow the one inside a pair widget (part of its callback)."""
    st.session_state["epsilon"] = epsilon


def hold_slider(stops: Sequence[float]) -> None:
    """Let an epsilon outside the stops be the nearest of them, and say so; before the slider."""
    now = st.session_state.get("epsilon", stops[0])
    if now not in stops:
        held = st.session_state["epsilon"] = stops[-1] if now > stops[-1] else stops[0]
        st.toast(f"This page has no {epsilon_label(now)}: it shows {epsilon_label(held)}.")


def set_widget(key: str, value: Any) -> None:
    """What a widget that mirrors another choice shows; before the widget is drawn."""
    st.session_state[key] = value


def coerce_choice(key: str, offered: Collection[Any], default: Any) -> None:
    """Let a widget start with `default`, and when its choice is offered no longer; before it."""
    if st.session_state.get(key) not in offered:
        st.session_state[key] = default


def sync_widget(mirror: str, key: str) -> None:
    """Let a choice follow the widget that mirrors it (the mirror's callback)."""
    set_standing({key: st.session_state[mirror]})


def set_standing(values: Mapping[str, Any]) -> None:
    """Let widgets that stand still while the slider moves show something else (a callback)."""
    for key, value in values.items():
        st.session_state[key] = value


def remember_mechanism() -> None:
    """Remember which mechanism the user asked for (the menu's callback)."""
    clear_unknown_param("mechanism")
    session_record(Person).wished_mechanism = st.session_state["mechanism"]


def resolve_mechanism(titles: Sequence[str]) -> str:
    """Put the mechanism last asked for back into a menu of `titles`, if it is there; its title."""
    now = st.session_state.get("mechanism")
    unfit = now is not None and now not in titles
    if unfit:
        session_record(Person).wished_mechanism = str(now)
    wish = session_record(Person).wished_mechanism
    shown = wish if wish in titles else titles[0] if unfit else now
    if shown != now:
        st.session_state["mechanism"] = shown
    return wish


def remember_selection(chart: str) -> None:
    """Keep the nodes marked in a chart (its callback); points carry the node as custom data."""
    points = st.session_state[chart]["selection"]["points"]
    nodes = sorted({_node(point["customdata"]) for point in points if "customdata" in point})
    if nodes:
        remember_nodes(nodes)


def clear_selection() -> None:
    """Forget the marked nodes (a button's callback)."""
    session_record(Person).marked = ("", [])


def _node(customdata: Any) -> int:
    return int(customdata[0] if isinstance(customdata, list | tuple) else customdata)


def watch_theme() -> None:
    """Run the app once more whenever the browser shows another theme than this run draws for.

    Call it outside the page: a move of the slider then sends nothing for it.
    """
    with st.container(key="theme-watch"):
        component("theme", "theme/main")(
            key="theme", data={"drawn": st.context.theme.type}, on_changed_change=lambda: None
        )
