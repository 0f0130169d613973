"""Node pictures that move with epsilon: the pair, its grid of stops, and its repeats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.plots.nodes import drawn_nodes
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.pair.ground import Ground, pair_ground
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.pair.webgl import PairPayload, Stop, pair_payload
from pages.parts import data_views, large_pair
from pages.parts.prepared import (
    around,
    offer_live_drag,
    prepare,
    prepares_itself,
    saved_as,
)
from pages.parts.repeats import REPEATS
from pages.shared import addresses, beyond, marked, moves, page, scenario_cache, session, turns
from pages.shared.glossary import term
from pages.shared.leading import lead
from pages.shared.pair_widget import PairAnswer, pair_widget
from pages.shared.widgets import warn_unknown_param

__all__ = ["offer_repeats", "show"]

PAINT_FIRST_S = 0.04  # in which the browser paints the pair before other charts arrive


@dataclass(frozen=True)
class PairSpec:
    """How one page's pair is drawn.

    Parameters
    ----------
    kind : str
        Of the result: the table of pictures says what its picture is.
    choices : mapping
        What the page lets the user choose about the picture, see :func:`plots.pair_of`.
    cards : callable
        Comparison to the page's row of cards, which follows the slider.
    """

    kind: str
    choices: Mapping[str, Any]
    cards: Callable[[Comparison], Sequence[page.Card]]

    @property
    def id(self) -> str:
        """Names what decides the pictures beside graph, mechanism, epsilon and seed."""
        return f"{self.kind}/{sorted(self.choices.items())}"

    def pair(self, c: Comparison) -> Pair:
        """The picture of a comparison, on the places that all pages share."""
        return plots.pair_of(c, places=scenario_cache.positions, **self.choices)


@dataclass(frozen=True)
class Repeat:
    """One more release at the same epsilon: its picture, and its figures by label."""

    picture: Picture
    figures: Mapping[str, float]


def show(
    c: Comparison, cards: Callable[[Comparison], Sequence[page.Card]], **choices: Any
) -> Mapping[str, str]:
    """Draw the pair; prepare its stops and repeats beside it, a little at a time.

    Parameters
    ----------
    cards : callable
        Comparison to the page's row of cards, which follows the slider.
    **choices
        What the user has chosen about the picture, see :func:`plots.pair_of`.

    Returns
    -------
    mapping
        Label of a metric to the range of nine of ten repeats in words, once there are repeats.
    """
    spec = PairSpec(c.baseline.kind, choices, cards)
    lead(c.analysis, spec.pair, id=spec.id)
    if c.graph.n > page.LARGE and not _asked_for(c, spec):
        return {}
    wants_repeats = session.is_running(f"draws {spec.kind}", default=False)
    repeats = _repeat_tasks(c, spec) if wants_repeats else {}
    part = f"all stops/{spec.id}/{beyond.stops()[-1]:g}"
    has_stops = scenario_cache.all_met(
        scenario_cache.key(c, part, epsilon=0.0), lambda: _stop_tasks(c, spec)
    )
    quick = prepares_itself(c, spec.id)
    tasks = (_stop_tasks(c, spec) if quick and not has_stops else {}) | repeats
    missing = {key: tasks[key] for key in scenario_cache.missing(tasks)}
    payload = _payload(
        c, spec, stops=has_stops, repeats=wants_repeats and not scenario_cache.missing(repeats)
    )
    answer = pair_widget(
        payload, key=f"{spec.kind}-picture", selected=session.selection(),
        selected_edges=marked.edges(c), follows="epsilon", on_change=_on_change,
    )  # fmt: skip
    if not answer.supported:
        _fallback(c, spec)
        return {}
    turns.sleep(PAINT_FIRST_S)
    if not (quick or has_stops):
        with moves.kept("late choices"):
            offer_live_drag(spec.id)
    if missing:
        prepare(missing, len(tasks))
    has_repeats = wants_repeats and not scenario_cache.missing(repeats)
    return _ranges(c, [_repeat(c, spec, k) for k in range(REPEATS)]) if has_repeats else {}


def _ranges(c: Comparison, repeats: Sequence[Repeat]) -> dict[str, str]:
    """Where nine of ten repeats lie, for each metric."""
    words = {}
    for metric in c.analysis.metrics:
        values = np.array([repeat.figures.get(metric.id, np.nan) for repeat in repeats])
        if np.isfinite(values).all():
            low, high = np.quantile(values, (0.05, 0.95))
            ends = [format_number(x, percent=metric.percent) for x in (low, high)]
            words[metric.label] = f"{' to '.join(dict.fromkeys(ends))} in 9 of 10 repeats"
    return words


def _fallback(c: Comparison, spec: PairSpec) -> None:
    """The same pair as a Plotly figure, for browsers without WebGL 2."""
    pair = spec.pair(c)
    figure = plots.pair_figure(
        pair, page.theme(), sides=plots.Sides.of(c), selected=marked.nodes()
    )  # fmt: skip
    page.figure(figure, key=f"{spec.kind}-plotly", alt=pair.alt, leads=True)
    page.notes(words=(drawn_nodes(c.graph.n)[1], pair.caption))


def _asked_for(c: Comparison, spec: PairSpec) -> bool:
    """Say why a large graph's nodes are not drawn, and offer to; True if the user wants them."""
    label = _nodes_of(spec.kind, c.graph)
    if session.is_running(label, default=False):
        return True
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"A picture of all {c.graph.n:,} nodes would be a blot: shades, numbers and samples "
            "stand in its place."
        )
        st.button(
            "Draw all nodes", icon=":material/scatter_plot:", key="draw-nodes",
            help="Takes a while: every node needs a place.",
            on_click=session.ask_page, args=(label, True),
        )  # fmt: skip
    if c.baseline.kind == "embedding":
        large_pair.cloud(c, spec.pair(c))
    if isinstance(c.release, Graph):
        large_pair.show(c)
    else:
        st.caption("The true graph in summary: not private.")
        data_views.pictures(c.graph, prefix="summary-")
        data_views.structure(c.graph, prefix="summary-")
    return False


def _on_change(answer: PairAnswer) -> None:
    session.remember_nodes(answer.selection)


def offer_repeats(analysis: type[Analysis]) -> None:
    """The button that asks for repeats of the pair of an analysis, where one is drawn."""
    kind, graph = analysis.returns.kind, session.current().graph
    if graph.n > page.LARGE and not session.is_running(_nodes_of(kind, graph), default=False):
        return
    is_wanted = addresses.follow_switch(
        "repeated", session.is_running(f"draws {kind}", default=False)
    )
    session.set_running(f"draws {kind}", is_wanted)
    missed = session.missed_param("repeated")
    warn_unknown_param(f"{REPEATS} repeats", missed, "one release", offered="1 for on")
    with session.place("choices"):
        st.button(
            "One release" if is_wanted else f"{REPEATS} repeats",
            icon=":material/filter_1:" if is_wanted else ":material/filter_none:",
            key="draws-button",
            help=f"{term('repeat')} Play them, or lay them over each other.",
            on_click=session.set_running,
            args=(f"draws {kind}", not is_wanted),
        )


def _nodes_of(kind: str, graph: Graph) -> str:
    """The wish to see all nodes of a large graph."""
    return f"nodes {kind} {graph.fingerprint}"


def _payload(c: Comparison, spec: PairSpec, *, stops: bool, repeats: bool) -> PairPayload:
    file, footnote = saved_as(c)

    def make() -> PairPayload:
        return pair_payload(
            spec.pair(c),
            sides=plots.Sides.of(c),
            ground=_ground(c, spec) if stops else None,
            draws=[_repeat(c, spec, k).picture for k in range(REPEATS)] if repeats else (),
            file=file,
            footnote=footnote,
        )

    part = f"payload/{spec.id}/{stops}/{beyond.stops()[-1]:g}/{repeats}"
    return scenario_cache.get(scenario_cache.key(c, part), make)


def _ground(c: Comparison, spec: PairSpec) -> Ground:
    """What stays of the pair at every stop, made once."""
    offered = beyond.stops()

    def make() -> Ground:
        stops = [stop for e in offered if (stop := _stop(c, spec, e)) is not None]
        return pair_ground(spec.pair(c), sides=plots.Sides.of(c), stops=stops)

    part = f"ground/{spec.id}/{offered[-1]:g}"
    return scenario_cache.get(scenario_cache.key(c, part, epsilon=0.0), make)


def _stop_tasks(c: Comparison, spec: PairSpec) -> dict[str, Callable[[], Any]]:
    return {_stop_key(c, spec, e): partial(_stop, c, spec, e) for e in beyond.stops()}


def _repeat_tasks(c: Comparison, spec: PairSpec) -> dict[str, Callable[[], Any]]:
    return {_repeat_key(c, spec, k): partial(_repeat, c, spec, k) for k in range(REPEATS)}


def _stop_key(c: Comparison, spec: PairSpec, epsilon: float) -> str:
    return scenario_cache.key(c, f"stop/{spec.id}", epsilon=epsilon)


def _repeat_key(c: Comparison, spec: PairSpec, k: int) -> str:
    return scenario_cache.key(c, f"repeat/{spec.id}", seed=c.seed + 1 + k)


def _stop(c: Comparison, spec: PairSpec, epsilon: float) -> Stop | None:
    """The exact private picture at another epsilon with the same noise; None if refused."""

    def make() -> Stop | None:
        try:
            other = scenario_cache.compare_at(c, epsilon=epsilon)
        except Refused:
            return None
        scenario_cache.keep_stop(other)
        cards = [(card.label, card.value) for card in spec.cards(other)]
        return Stop(epsilon, spec.pair(other).private, other.finding, cards, around(other))

    return scenario_cache.get(_stop_key(c, spec, epsilon), make)


def _repeat(c: Comparison, spec: PairSpec, k: int) -> Repeat:
    def make() -> Repeat:
        other = scenario_cache.compare_at(c, seed=c.seed + 1 + k)
        return Repeat(spec.pair(other).private, other.metrics)

    return scenario_cache.get(_repeat_key(c, spec, k), make)
