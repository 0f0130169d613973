"""Charts that lead a page and follow the slider while it is held: one prepared stop an epsilon."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from graphdp_core.experiment.compare import Comparison
from graphdp_core.params import Refused
from graphdp_core.plots.chart.message import ChartStop, chart_message, stops_message
from graphdp_core.plots.chart.record import Chart
from pages.parts.prepared import (
    around,
    offer_live_drag,
    prepare,
    prepares_itself,
    saved_as,
)
from pages.shared import beyond, moves, page, scenario_cache
from pages.shared.chart_widget import chart_widget
from pages.shared.leading import lead

__all__ = ["show"]


@dataclass(frozen=True)
class _Moving:
    """What decides a chart beside the comparison."""

    id: str
    draw: Callable[[Comparison], Chart]
    cards: Callable[[Comparison], Sequence[page.Card]]
    said: Callable[[Comparison], Mapping[str, str]]

    def key(self, c: Comparison, epsilon: float) -> str:
        return scenario_cache.key(c, f"chart/{self.id}", epsilon=epsilon)

    def stop(self, c: Comparison, epsilon: float) -> ChartStop | None:
        """The exact chart at an epsilon with the same noise; None if refused."""

        def make() -> ChartStop | None:
            try:
                at = c if epsilon == c.epsilon else scenario_cache.compare_at(c, epsilon=epsilon)
                cards = [(card.label, card.value) for card in self.cards(at)]
                return ChartStop(epsilon, self.draw(at), cards, self.said(at))
            except Refused:
                return None

        return scenario_cache.get(self.key(c, epsilon), make)


def show(
    c: Comparison,
    draw: Callable[[Comparison], Chart],
    *,
    id: str,
    key: str = "",
    cards: Callable[[Comparison], Sequence[page.Card]] = page.headline_cards,
    said: Callable[[Comparison], Mapping[str, str]] = around,
) -> None:
    """Draw the chart; prepare its stops beside it, a little at a time.

    Parameters
    ----------
    draw : callable
        Comparison to its chart.
    id : str
        Names the chart and all that was chosen about it.
    key : str
        Of its place on the page, where that stays whatever is chosen; by default the id.
    cards : callable
        Comparison to the page's row of figures, which follows the slider.
    said : callable
        Comparison to the page's words that follow it too, as :func:`pages.parts.prepared.around`.
    """
    lead(c.analysis, draw, id=id)
    moving = _Moving(id, draw, cards, said)
    whole = scenario_cache.all_met(
        scenario_cache.key(c, f"all stops/{id}/{beyond.stops()[-1]:g}", epsilon=0.0),
        lambda: (moving.key(c, e) for e in beyond.stops()),
    )
    name, stops = scenario_cache.get(
        scenario_cache.key(c, f"stops/{id}/{whole}/{beyond.stops()[-1]:g}", epsilon=0.0),
        lambda: stops_message(_stops(c, moving) if whole else ()),
    )
    now = moving.stop(c, c.epsilon)
    if now is None:  # the page has this comparison: it was not refused
        return
    file, footnote = saved_as(c)
    message = chart_message(now, stops=name, follows="st-key-epsilon", file=file, footnote=footnote)
    with st.container(border=False, key="lead-picture"), st.container(key="moving-chart"):
        chart_widget(message, stops=stops, key=f"{key or id}-lead")
    if whole:
        return
    if prepares_itself(c, id):
        tasks = {moving.key(c, e): partial(moving.stop, c, e) for e in beyond.stops()}
        prepare({key: tasks[key] for key in scenario_cache.missing(tasks)}, len(tasks))
    else:
        with moves.kept("late choices"):
            offer_live_drag(id)


def _stops(c: Comparison, moving: _Moving) -> list[ChartStop]:
    return [stop for e in beyond.stops() if (stop := moving.stop(c, e)) is not None]
