"""What the app has computed and shares: graphs, layouts, releases, comparisons, pictures.

The only file that touches Streamlit's caches. Everything is keyed by strings and numbers (graph
fingerprint, parameters, epsilon, draw), never by arrays, and is immutable, so that all sessions can
share it. A computation reports to `session.checkpoint`, so that a newer slider position stops it,
and lets other people's pages be drawn meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.datasets import DATASETS, Loaded, read_points, read_upload
from graphdp_core.experiment.compare import Comparison, measure_once, run_baseline
from graphdp_core.experiment.scenario import GraphChoice, Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.progress import Report as Progress
from graphdp_core.results import Result
from pages.shared import session, turns

__all__ = [
    "about",
    "available_datasets",
    "comparison",
    "elsewhere",
    "is_kept",
    "kept",
    "load",
    "measured",
    "positions",
    "summary",
    "unmade",
    "upload",
    "upload_points",
    "work_label",
]

READY = "ready things"


def load(choice: GraphChoice) -> Graph:
    """The graph of a choice; made once and shared."""
    return _load(choice.key, choice)


@st.cache_resource(max_entries=8, show_spinner="Loading the graph…")
@turns.working
def _load(key: str, _choice: GraphChoice) -> Graph:
    return _choice.load()


@st.cache_resource(max_entries=2, show_spinner="Reading the file…", scope="session")
@turns.working
def upload(
    digest: str, name: str, _data: bytes, _classes: tuple[str, bytes] | None, _largest: bool
) -> Loaded:
    """The graph in an uploaded file, kept for this session only; `digest` covers all of it."""
    return read_upload(_data, name, classes=_classes, largest_component=_largest)


@st.cache_resource(max_entries=2, show_spinner="Drawing the graph…", scope="session")
@turns.working
def upload_points(digest: str, name: str, _data: bytes, _rescale: bool) -> Loaded:
    """The graph drawn from uploaded points, as for `upload`."""
    return read_points(_data, name, rescale=_rescale)


def summary(name: str, graph: Graph, make: Callable[[Graph], Any]) -> Any:
    """Something made from one graph alone, shared by all sessions; `name` says what."""
    return _summary(f"{graph.fingerprint}/{name}", graph, make)


@st.cache_resource(max_entries=48, show_spinner="Reading the graph…")
@turns.working
def _summary(key: str, _graph: Graph, _make: Callable[[Graph], Any]) -> Any:
    return _make(_graph)


@st.cache_resource(max_entries=16, show_spinner="Laying out the graph…")
@turns.working
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
    return f"{_release_key(session.current())}/{analysis!r}"


def comparison(analysis: Analysis, *, progress: Progress | None = None) -> Comparison:
    """The current scenario's comparison for one analysis; its time counts the release's."""
    now, report = session.current(), progress or session.checkpoint
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
    now = session.current()
    return gdp.compare(
        now.graph,
        now.mechanism,
        analysis,
        epsilon=epsilon,
        seed=seed,
        baseline=_baseline(f"{now.graph.fingerprint}/{analysis!r}", now.graph, analysis),
        progress=session.checkpoint,
    )


def kept(key: str, make: Callable[[], Any]) -> Any:
    """A small immutable thing made from the current scenario, shared by all sessions.

    `key` names what beside graph and mechanism decides it.
    """
    label = f"{_released()}/{key}"
    known = st.session_state.setdefault(READY, set())
    thing = _kept(label, make)
    known.add(label)
    return thing


def is_kept(key: str) -> bool:
    """Whether this session has made (or met) the thing that `kept` would return."""
    return f"{_released()}/{key}" in st.session_state.get(READY, ())


def unmade(tasks: Mapping[str, Callable[[], Any]]) -> dict[str, Callable[[], Any]]:
    """Those of the tasks, by key, that `is_kept` denies; quicker for many."""
    released, known = _released(), st.session_state.get(READY, ())
    return {key: make for key, make in tasks.items() if f"{released}/{key}" not in known}


def _released() -> str:
    """Names the graph and the mechanism of the current scenario."""
    now = session.current()
    return f"{now.graph.fingerprint}/{now.mechanism!r}"


@st.cache_resource(max_entries=600, show_spinner=False)
@turns.working
def _kept(label: str, _make: Callable[[], Any]) -> Any:
    return _make()


def about(c: Comparison, name: str, make: Callable[[], Any]) -> Any:
    """A small immutable thing that one comparison decides, shared by all sessions.

    `name` says what it is.
    """
    of = f"{c.graph.fingerprint}/{c.mechanism!r}/{c.analysis!r}/{c.epsilon}/{c.seed}"
    return _about_one(f"{of}/{name}", make)


@st.cache_resource(max_entries=300, show_spinner=False)
@turns.working
def _about_one(label: str, _make: Callable[[], Any]) -> Any:
    return _make()


@st.cache_resource(max_entries=24, show_spinner=False)
@turns.working
def _comparison(key: str, _make: Callable[[], Comparison]) -> Comparison:
    return _make()


@st.cache_resource(max_entries=48, show_spinner=False)
@turns.working
def _baseline(
    key: str, _graph: Graph, _analysis: Analysis, _progress: Progress = session.checkpoint
) -> Result:
    return run_baseline(_graph, _analysis, progress=_progress)


@st.cache_resource(max_entries=6, show_spinner=False)
@turns.working
def _release(key: str, _now: Scenario, _progress: Progress) -> tuple[Graph | Result, float]:
    """The release, and the seconds that it took."""
    start = time.perf_counter()
    _now.mechanism.check(_now.graph, _now.epsilon)
    made = _now.mechanism.release(
        _now.graph, epsilon=_now.epsilon, rng=gdp.noise_stream(_now.seed), progress=_progress
    )
    return made, time.perf_counter() - start


def measured(
    mechanism: Mechanism, analysis: Analysis, epsilon: float, repeat: int
) -> Mapping[str, float]:
    """The metrics of one draw of a sweep over the current graph, by name."""
    now = session.current()
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
            progress=session.checkpoint,
        )

    return _measured(f"{baseline_key}/{mechanism!r}/{epsilon}/{now.seed}/{repeat}", make)


@st.cache_resource(max_entries=20_000, show_spinner=False)
@turns.working
def _measured(key: str, _make: Callable[[], Mapping[str, float]]) -> Mapping[str, float]:
    return _make()
