"""Node pictures that move with epsilon: the pair, its grid of stops, and its repeated draws."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from graphdp_core import plots
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.pair.webgl import PairPayload, Stop, pair_payload
from pages.parts import data_views
from pages.shared import page, scenario_cache, session, turns
from pages.shared.pair_widget import PairAnswer, pair_widget

__all__ = ["show"]

DRAWS = 20
SLICE = 0.4  # seconds of preparation between two chances for the person to act
HEAD_START = 0.04  # seconds in which the browser paints the pair before other charts arrive
HAIRBALL = page.LARGE
QUICK = 1.5  # seconds of one comparison up to which the grid prepares itself


@dataclass(frozen=True)
class Look:
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
        """Names what decides the pictures beside graph, mechanism, epsilon and repeat."""
        return f"{self.kind}/{sorted(self.choices.items())}"

    def pair(self, c: Comparison) -> Pair:
        """The picture of a comparison, on the places that all pages share."""
        return plots.pair_of(c, places=scenario_cache.positions, **self.choices)


def show(c: Comparison, cards: Callable[[Comparison], Sequence[page.Card]], **choices: Any) -> None:
    """Draw the pair; prepare its stops and draws beside it, a little at a time.

    Parameters
    ----------
    cards : callable
        Comparison to the page's row of cards, which follows the slider.
    **choices
        What the user has chosen about the picture, see :func:`plots.pair_of`.
    """
    look = Look(c.baseline.kind, choices, cards)
    if c.graph.n > HAIRBALL and not _asked_for(c, look):
        return
    wants_draws = session.is_running(f"draws {look.id}", default=False)
    stops, draws = _stop_tasks(c, look), _draw_tasks(c, look) if wants_draws else {}
    has_stops = not scenario_cache.unmade(stops)
    quick = c.seconds <= QUICK or session.is_running(f"stops {look.id}", default=False)
    tasks = (stops if quick and not has_stops else {}) | draws
    missing = scenario_cache.unmade(tasks)
    payload = _payload(
        c, look, stops=has_stops, draws=wants_draws and not scenario_cache.unmade(draws)
    )
    answer = pair_widget(
        payload, key=f"{look.kind}-picture", selected=session.selection(),
        follows="epsilon", on_change=_heard,
    )  # fmt: skip
    if not answer.supported:
        _fallback(c, look)
        return
    turns.sleep(HEAD_START)
    _controls(look, slow=not (quick or has_stops), wants_draws=wants_draws)
    if missing:
        _prepare(missing, len(tasks))


def _fallback(c: Comparison, look: Look) -> None:
    """The same pair as a Plotly figure, for browsers without WebGL 2."""
    pair = look.pair(c)
    figure = plots.pair_figure(
        pair, page.theme(), sides=plots.Sides.of(c), selected=page.marked()
    )  # fmt: skip
    page.figure(figure, key=f"{look.id}-plotly", alt=pair.alt, nodes=c.graph.n)
    page.notes(words=(pair.caption,))


def _asked_for(c: Comparison, look: Look) -> bool:
    """Say why a large graph's nodes are not drawn, and offer to; True if the person wants them."""
    label = f"nodes {look.id} {c.graph.fingerprint}"
    if session.is_running(label, default=False):
        return True
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"A picture of all {c.graph.n:,} nodes would be a blot. In its place stands the true "
            "graph in summary, which is not private."
        )
        st.button(
            "Draw all nodes", icon=":material/scatter_plot:", key="draw-nodes",
            help="Takes a while: every node needs a place.",
            on_click=session.set_running, args=(label, True),
        )  # fmt: skip
    data_views.pictures(c.graph, prefix="summary-")
    data_views.structure(c.graph, prefix="summary-")
    return False


def _heard(answer: PairAnswer) -> None:
    session.remember_nodes(answer.selection)
    if answer.epsilon is not None and answer.epsilon != session.current().epsilon:
        session.move_slider(answer.epsilon)


def _controls(look: Look, *, slow: bool, wants_draws: bool) -> None:
    with st.container(horizontal=True):
        if slow:
            st.button(
                "Prepare live dragging", icon=":material/animation:", key="prepare",
                help="Computes every stop of the slider, so that the picture follows while you "
                "drag. On this graph that takes a while; you can go on working.",
                on_click=session.set_running, args=(f"stops {look.id}", True),
            )  # fmt: skip
        st.button(
            "One draw only" if wants_draws else f"Compare {DRAWS} draws",
            icon=":material/filter_1:" if wants_draws else ":material/filter_none:",
            key="draws-button",
            help="One draw is luck: play or overlay what the same ε shows with other noise.",
            on_click=session.set_running,
            args=(f"draws {look.id}", not wants_draws),
        )


def _payload(c: Comparison, look: Look, *, stops: bool, draws: bool) -> PairPayload:
    def make() -> PairPayload:
        return pair_payload(
            look.pair(c),
            sides=plots.Sides.of(c),
            stops=_stops(c, look) if stops else (),
            draws=[_drawn(c, look, k) for k in range(DRAWS)] if draws else (),
        )

    key = f"payload/{look.id}/{c.analysis!r}/{c.epsilon}/{c.seed}/{stops}/{draws}"
    made: PairPayload = scenario_cache.kept(key, make)
    return made


def _stops(c: Comparison, look: Look) -> list[Stop]:
    return [stop for e in EPSILONS if (stop := _stop(c, look, e)) is not None]


def _stop_tasks(c: Comparison, look: Look) -> dict[str, Callable[[], Any]]:
    return {_stop_key(c, look, e): lambda e=e: _stop(c, look, e) for e in EPSILONS}


def _draw_tasks(c: Comparison, look: Look) -> dict[str, Callable[[], Any]]:
    return {_draw_key(c, look, k): lambda k=k: _drawn(c, look, k) for k in range(DRAWS)}


def _stop_key(c: Comparison, look: Look, epsilon: float) -> str:
    return f"stop/{look.id}/{c.analysis!r}/{epsilon}/{c.seed}"


def _draw_key(c: Comparison, look: Look, k: int) -> str:
    return f"draw/{look.id}/{c.analysis!r}/{c.epsilon}/{c.seed + 1 + k}"


def _stop(c: Comparison, look: Look, epsilon: float) -> Stop | None:
    """The exact private picture at another epsilon with the same noise; None if refused."""

    def make() -> Stop | None:
        try:
            other = scenario_cache.elsewhere(c.analysis, epsilon=epsilon, seed=c.seed)
        except ValueError:
            return None
        cards = [(card.label, card.value) for card in look.cards(other)]
        return Stop(epsilon, look.pair(other).private, other.finding, cards, _around(other))

    made: Stop | None = scenario_cache.kept(_stop_key(c, look, epsilon), make)
    return made


def _around(other: Comparison) -> dict[str, str]:
    """What :func:`page.promise` says at another epsilon, by place."""
    g = other.guarantee
    words = {"finding": other.finding, "statement": g.statement()}
    return words | ({"odds": page.odds(g)} if g.status.is_proved else {})


def _drawn(c: Comparison, look: Look, k: int) -> Picture:
    def make() -> Picture:
        other = scenario_cache.elsewhere(c.analysis, epsilon=c.epsilon, seed=c.seed + 1 + k)
        return look.pair(other).private

    made: Picture = scenario_cache.kept(_draw_key(c, look, k), make)
    return made


@st.fragment(run_every=0.1)
def _prepare(tasks: dict[str, Callable[[], Any]], total: int) -> None:
    """Work on what is missing for a moment; when all is there, draw the page with it."""
    start = time.monotonic()
    for make in scenario_cache.unmade(tasks).values():
        make()
        if time.monotonic() - start > SLICE:
            break
    left = len(scenario_cache.unmade(tasks))
    if not left:
        st.rerun()
    st.progress(1 - left / total, f"Preparing: {total - left} of {total} pictures")
