"""What the app remembers: the only file that touches session state and Streamlit's caches.

Everything cached is keyed by strings and numbers (graph fingerprint, knobs, epsilon, draw), never
by arrays, and is immutable, so that all sessions can share it. A computation calls `checkpoint`
as its progress report: reading session state lets Streamlit stop a run that a newer slider
position has made stale.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.datasets import DATASETS, Loaded, read_upload
from graphdp_core.experiment import Comparison, measure_once, run_baseline
from graphdp_core.graph import Graph
from graphdp_core.layouts import layout_positions
from graphdp_core.mechanisms.mechanism import Mechanism, Progress
from graphdp_core.results import Result
from graphdp_core.scenario import GraphChoice, Scenario

__all__ = [
    "answer",
    "asked_graphs",
    "asked_in_vain",
    "available_datasets",
    "checkpoint",
    "clear_selection",
    "comparison",
    "current",
    "draw_again",
    "elsewhere",
    "follow",
    "has_chosen",
    "is_kept",
    "is_running",
    "kept",
    "load",
    "measured",
    "move_slider",
    "positions",
    "remember",
    "remember_nodes",
    "remember_selection",
    "selection",
    "set_running",
    "show_choice",
    "summary",
    "upload",
    "use_graph",
    "wish_mechanism",
    "wished_mechanism",
    "work_label",
]

SELECTED = "selected nodes"
SCENARIO = "scenario"
READY = "ready things"


def remember(scenario: Scenario) -> None:
    """Keep the choices of the sidebar for the page script that runs next."""
    st.session_state[SCENARIO] = scenario


def current() -> Scenario:
    """The choices of the sidebar."""
    scenario: Scenario = st.session_state[SCENARIO]
    return scenario


def checkpoint(fraction: float = 0.0, text: str = "") -> None:
    """Progress report that lets Streamlit stop this run if a newer one is waiting."""
    st.session_state.get(SCENARIO)


def draw_again() -> None:
    """Move on to the next noise draw (a button's callback)."""
    st.session_state["draw"] = (st.session_state.get("draw", 0) + 1) % 1000


def load(choice: GraphChoice) -> Graph:
    """The graph of a choice; made once and shared."""
    return _load(choice.key, choice)


@st.cache_resource(max_entries=8, show_spinner="Loading the graph…")
def _load(key: str, _choice: GraphChoice) -> Graph:
    return _choice.load()


@st.cache_resource(max_entries=2, show_spinner="Reading the file…", scope="session")
def upload(
    digest: str, name: str, _data: bytes, _classes: tuple[str, bytes] | None, _largest: bool
) -> Loaded:
    """The graph in an uploaded file, kept for this session only; `digest` covers all of it."""
    return read_upload(_data, name, classes=_classes, largest_component=_largest)


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
    """Choose a line of the graph menu, with knobs by the keys of their widgets (a callback)."""
    has_chosen("graph")
    st.session_state["graph"] = label
    for key, value in (values or {}).items():
        st.session_state[key] = value


def summary(name: str, graph: Graph, make: Callable[[Graph], Any]) -> Any:
    """Something made from one graph alone, shared by all sessions; `name` says what."""
    return _summary(f"{graph.fingerprint}/{name}", graph, make)


@st.cache_resource(max_entries=48, show_spinner="Reading the graph…")
def _summary(key: str, _graph: Graph, _make: Callable[[Graph], Any]) -> Any:
    return _make(_graph)


@st.cache_resource(max_entries=16, show_spinner="Laying out the graph…")
def _positions(fingerprint: str, _graph: Graph) -> Any:
    return layout_positions(_graph)


@st.cache_data(ttl=5, show_spinner=False)
def available_datasets() -> frozenset[str]:
    """Ids of the published graphs that are at hand; asking the disk at every move is slow."""
    return frozenset(info.id for info in DATASETS if info.available())


def positions(graph: Graph) -> Any:
    """Where the nodes are drawn, from the true graph, shape (n, 2)."""
    return _positions(graph.fingerprint, graph)


def work_label(analysis: Analysis) -> str:
    """Names the current scenario's comparison for one analysis."""
    return f"{_release_key(current())}/{analysis!r}"


def comparison(analysis: Analysis, *, progress: Progress | None = None) -> Comparison:
    """The current scenario's comparison for one analysis; its time counts the release's."""
    now, report = current(), progress or checkpoint
    baseline_key = f"{now.graph.fingerprint}/{analysis!r}"

    def make() -> Comparison:
        now.mechanism.check(now.graph, now.epsilon)  # a refusal comes before any work
        true = _about("without privacy", report)
        baseline = _baseline(baseline_key, now.graph, analysis, true)
        release, seconds = _release(_release_key(now), now, _about("release", report))
        made = gdp.compare(
            now.graph,
            now.mechanism,
            analysis,
            epsilon=now.epsilon,
            seed=now.seed,
            baseline=baseline,
            release=release,
            progress=_about("with privacy", report),
        )
        return replace(made, seconds=made.seconds + seconds)

    return _comparison(work_label(analysis), make)


def _about(part: str, report: Progress) -> Progress:
    """The report with the part of the work that it is about."""
    return lambda fraction, text: report(fraction, f"{text} ({part})")


def _release_key(now: Scenario) -> str:
    return f"{now.graph.fingerprint}/{now.mechanism!r}/{now.epsilon}/{now.seed}"


def elsewhere(analysis: Analysis, *, epsilon: float, seed: int) -> Comparison:
    """The current graph's comparison at another epsilon or draw; not kept: releases are large."""
    now = current()
    return gdp.compare(
        now.graph,
        now.mechanism,
        analysis,
        epsilon=epsilon,
        seed=seed,
        baseline=_baseline(f"{now.graph.fingerprint}/{analysis!r}", now.graph, analysis),
        progress=checkpoint,
    )


def kept(key: str, make: Callable[[], Any]) -> Any:
    """A small immutable thing made from the current scenario, shared by all sessions.

    `key` names what beside graph and mechanism decides it.
    """
    now = current()
    label = f"{now.graph.fingerprint}/{now.mechanism!r}/{key}"
    known = st.session_state.setdefault(READY, set())
    thing = _kept(label, make)
    known.add(label)
    return thing


def is_kept(key: str) -> bool:
    """Whether this session has made (or met) the thing that `kept` would return."""
    now = current()
    label = f"{now.graph.fingerprint}/{now.mechanism!r}/{key}"
    return label in st.session_state.get(READY, ())


@st.cache_resource(max_entries=600, show_spinner=False)
def _kept(label: str, _make: Callable[[], Any]) -> Any:
    return _make()


@st.cache_resource(max_entries=24, show_spinner=False)
def _comparison(key: str, _make: Callable[[], Comparison]) -> Comparison:
    return _make()


@st.cache_resource(max_entries=48, show_spinner=False)
def _baseline(
    key: str, _graph: Graph, _analysis: Analysis, _progress: Progress = checkpoint
) -> Result:
    return run_baseline(_graph, _analysis, progress=_progress)


@st.cache_resource(max_entries=6, show_spinner=False)
def _release(key: str, _now: Scenario, _progress: Progress) -> tuple[Graph | Result, float]:
    """The release, and the seconds that it took."""
    start = time.perf_counter()
    _now.mechanism.check(_now.graph, _now.epsilon)
    made = _now.mechanism.release(
        _now.graph, epsilon=_now.epsilon, rng=gdp.draw(_now.seed), progress=_progress
    )
    return made, time.perf_counter() - start


def measured(
    mechanism: Mechanism, analysis: Analysis, epsilon: float, repeat: int
) -> Mapping[str, float]:
    """The metrics of one draw of a sweep over the current graph, by name."""
    now = current()
    baseline_key = f"{now.graph.fingerprint}/{analysis!r}"

    def make() -> Mapping[str, float]:
        return measure_once(
            now.graph,
            mechanism,
            analysis,
            epsilon=epsilon,
            seed=now.seed,
            repeat=repeat,
            baseline=_baseline(baseline_key, now.graph, analysis),
        )

    return _measured(f"{baseline_key}/{mechanism!r}/{epsilon}/{now.seed}/{repeat}", make)


@st.cache_resource(max_entries=20_000, show_spinner=False)
def _measured(key: str, _make: Callable[[], Mapping[str, float]]) -> Mapping[str, float]:
    return _make()


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
