"""What the app has computed and keeps: graphs, layouts, releases, comparisons, pictures.

The only file that touches Streamlit's caches. Everything is kept under the key that
:func:`graphdp_core.experiment.scenario.key_of` makes, and is immutable. What comes from graphs that
anybody can make again is shared by all sessions; what comes from a person's own file is kept for
the session that made it, and goes with it. A computation reports to `session.checkpoint`, so that
a newer slider position stops it, and lets other people's pages be drawn meanwhile.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import streamlit as st

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.data import DATASETS, GENERATORS
from graphdp_core.experiment.compare import Comparison, run_baseline
from graphdp_core.experiment.scenario import GraphChoice, Scenario, has_owner, key_of
from graphdp_core.graphs.cache import forget_owner
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.memory import GONE, Box
from graphdp_core.params import Refused
from graphdp_core.progress import Report
from graphdp_core.results import Result
from graphdp_core.serving import is_demo
from pages.ground import streamlit_internals, turns
from pages.ground.background import free_soon
from pages.ground.own_file import KEPT_S
from pages.server.stages import STAGES
from pages.session import odometer, session

SMALL = 10_000  # edges up to which a release is kept for the stop that it was prepared for

T = TypeVar("T")
P = ParamSpec("P")


def _kept(
    most: int, *, spinner: str | bool = False, ttl: float | None = KEPT_S
) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """Keep results under a key: for all sessions, or those of an own graph for this one alone."""

    def keep(compute: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
        apart = turns.release_during(compute)

        @wraps(compute)
        def boxed(key: str, *args: P.args, **kwargs: P.kwargs) -> Box[T]:
            return Box(apart(key, *args, **kwargs))

        shared = st.cache_resource(max_entries=most, ttl=ttl, show_spinner=spinner)(boxed)
        own = st.cache_resource(max_entries=most, show_spinner=spinner, scope="session")(boxed)

        @wraps(compute)
        def found(key: str, *args: P.args, **kwargs: P.kwargs) -> T:
            box: Box[T] = (own if has_owner(key) else shared)(key, *args, **kwargs)
            made = box.look()
            if made is GONE:
                made = apart(key, *args, **kwargs)
                box.fill(made)
            kept: T = made
            return kept

        return cast(Callable[Concatenate[str, P], T], found)

    return keep


def load(choice: GraphChoice) -> Graph:
    """The graph of a choice; made once and shared.

    Raises
    ------
    Refused
        If there is no such graph, or in a demo if a generator has settings of one's own: what
        strangers ask for has a bounded size.
    """
    if is_demo() and choice.kind == "generator":
        usual = next(GraphChoice.usual(kind) for kind in GENERATORS if kind.id == choice.id)
        if replace(choice, largest_component=False) != usual:
            raise Refused(
                "A demo shows a generator's graph with its usual settings alone: leave them as "
                "they are, or install GraphDP."
            )
    return _load(choice.key, choice)


@_kept(8, spinner="Loading the graph…", ttl=None)
def _load(key: str, _choice: GraphChoice) -> Graph:
    return _choice.load()


def own(key: str, make: Callable[[], T]) -> T:
    """Something made from a person's own file, kept for their session only; `key` covers it."""
    made: T = _own(key, make)
    return made


@st.cache_resource(max_entries=6, show_spinner=False, scope="session")  # there is a bar
@turns.release_during
def _own(key: str, _make: Callable[[], Any]) -> Any:
    return _make()


def owned(graph: Graph) -> Graph:
    """A person's own graph with an owner's name, by which all that is made of it is told apart."""
    return replace(graph, owner=secrets.token_hex(8))


def place_of(graph: Graph, shared: T, name: str, make: Callable[[], T]) -> T:
    """Where a module keeps things of this graph: `shared`, or for an own graph the session's own.

    The place ends with the session.
    """
    if not graph.owner:
        return shared
    place: T = _place(name, make)
    return place


@st.cache_resource(max_entries=16, show_spinner=False, scope="session")
def _place(name: str, _make: Callable[[], Any]) -> Any:
    return _make()


def forget_at_the_end(graph: Graph) -> None:
    """Let all caches of this process forget an own graph when this session ends."""
    _owner(graph.owner)


def farewell(owner: str) -> None:
    """Let all caches of this process forget what has this owner."""
    forget_owner(owner)
    STAGES.forget(owner)
    streamlit_internals.forget_last_script()
    free_soon()


@st.cache_resource(max_entries=64, show_spinner=False, scope="session", on_release=farewell)
def _owner(name: str) -> str:
    return name


def of_graph(graph: Graph, part: str, make: Callable[[Graph], T]) -> T:
    """Something made from one graph alone, kept with it; `part` says what."""
    made: T = _of_graph(key_of(graph, part=part), graph, make)
    return made


@_kept(48, spinner="Reading the graph…")
def _of_graph(key: str, _graph: Graph, _make: Callable[[Graph], Any]) -> Any:
    return _make(_graph)


@_kept(16, spinner="Laying out the graph…")
def _positions(key: str, _graph: Graph) -> Any:
    return layout_positions(_graph)


@st.cache_data(ttl=5, show_spinner=False)
def available_datasets() -> frozenset[str]:
    """Ids of the published graphs that are available; asking the disk at every move is slow."""
    return frozenset(info.id for info in DATASETS if info.available())


def positions(graph: Graph) -> Any:
    """Where the nodes are drawn, from the true graph, shape (n, 2)."""
    return _positions(key_of(graph), graph)


def get(key: str, make: Callable[[], T]) -> T:
    """A small immutable thing, made once; an own graph's for this session, others for all.

    Parameters
    ----------
    key : str
        As of `Scenario.key`, `key_of` or :func:`key`: names all that decides the thing.
    """
    made: T = _memo(key, make)
    return made


@_kept(900, ttl=None)
def _memo(key: str, _make: Callable[[], Any]) -> Any:
    return _make()


def key(c: Comparison, part: str, *, epsilon: float | None = None, seed: int | None = None) -> str:
    """Names a thing that one comparison decides, or one at another epsilon or seed."""
    return key_of(
        c.graph,
        c.mechanism,
        c.analysis,
        epsilon=c.epsilon if epsilon is None else epsilon,
        seed=c.seed if seed is None else seed,
        part=part,
    )


def comparison(scenario: Scenario, analysis: Analysis, *, progress: Report) -> Comparison:
    """The scenario's comparison for one analysis; its time counts the release's."""

    def make() -> Comparison:
        graph, mechanism, epsilon = scenario.graph, scenario.mechanism, scenario.epsilon
        mechanism.check(graph, epsilon)  # a refusal comes before any work
        true = _named("without privacy", progress)
        baseline = _baseline(key_of(graph, analysis=analysis), graph, analysis, true)
        release, seconds = _release(scenario.key(), scenario, _named("release", progress))
        made = gdp.compare(
            graph,
            mechanism,
            analysis,
            epsilon=epsilon,
            seed=scenario.seed,
            baseline=baseline,
            release=release,
            progress=_named("with privacy", progress),
        )
        return replace(made, seconds=made.seconds + seconds)

    name = scenario.key(analysis)
    compared = _comparison(name, make)
    odometer.note(compared)
    return compared


def _named(part: str, report: Report) -> Report:
    """The report with the part of the work that it is about."""
    return lambda fraction, text: report(fraction, f"{text} ({part})")


def compare_at(
    c: Comparison,
    *,
    epsilon: float | None = None,
    seed: int | None = None,
    progress: Report = session.checkpoint,
) -> Comparison:
    """The same comparison at another epsilon or seed; not kept: releases are large."""
    return gdp.compare(
        c.graph,
        c.mechanism,
        c.analysis,
        epsilon=c.epsilon if epsilon is None else epsilon,
        seed=c.seed if seed is None else seed,
        baseline=c.baseline,
        progress=progress,
    )


@_kept(24)
def _comparison(key: str, _make: Callable[[], Comparison]) -> Comparison:
    return _make()


@_kept(48)
def _baseline(
    key: str, _graph: Graph, _analysis: Analysis, _progress: Report = session.checkpoint
) -> Result:
    return run_baseline(_graph, _analysis, progress=_progress)


@_kept(6)
def _release(key: str, _now: Scenario, _progress: Report) -> tuple[Graph | Result, float]:
    """The release, and the seconds that it took."""
    start = time.perf_counter()
    made = _now.mechanism.release(
        _now.graph, epsilon=_now.epsilon, rng=gdp.noise_stream(_now.seed), progress=_progress
    )
    return made, time.perf_counter() - start
