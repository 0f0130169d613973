"""Two releases of one graph beside the truth: the three pictures, numbers, promises."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from graphdp_core import plots
from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.chart.beside import chart_beside
from graphdp_core.plots.chart.kinds import CHARTS
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds import PICTURES
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.webgl import PairPayload, pair_payload
from graphdp_core.plots.side_by_side import Row, answer, price, promises, rows, table
from pages.parts import live_chart
from pages.parts.prepared import saved_as
from pages.parts.rival import Rival
from pages.shared import marked, moves, page, protection, scenario_cache, session
from pages.shared.pair_widget import PairAnswer, pair_widget

__all__ = ["numbers", "offer_promises", "show"]

SHOWN = 2  # figures in the line below the pictures
PLAIN_HEIGHT = 240  # pixels of a chart that stands for a picture
ONE_DRAW = "Another draw may turn it."


def offer_promises() -> None:
    """The place of both promises, below the pictures."""
    with session.place("promise"):
        words = st.container(
            horizontal=True, vertical_alignment="center", gap="small", key="guarantee-words"
        )
        moves.keep("promise", words)


def show(a: Comparison, b: Comparison, rival: Rival) -> None:
    """The answer, the pictures, the first numbers and what both protect."""
    found = _first(a, b)
    page.answer(answer(found), _who(a, b))
    if a.baseline.kind in CHARTS:
        _chart(a, rival)
    elif a.baseline.kind not in PICTURES:
        st.caption(f"Nothing is drawn of {a.analysis.title}: see the numbers.")
    elif a.graph.n > page.LARGE:
        st.caption(f"A picture of all {a.graph.n:,} nodes would be a blot: see the numbers.")
    else:
        _pictures(a, b, rival)
    marked.show(a)
    page.metrics_line([_card(row) for row in found[:SHOWN]])
    _promises(a, b)
    page.notes(a.baseline, a.private, b.private)


def _first(a: Comparison, b: Comparison) -> list[Row]:
    """The metrics that the analysis shows first, of both."""
    return rows(a, b, [m for m in a.analysis.metrics if m.id in a.analysis.headline(a.graph)])


def _who(a: Comparison, b: Comparison) -> str:
    """What A and B are, in a line."""
    if a.analysis != b.analysis:
        return (
            f"{_made_by(a)}. A reads it by {a.analysis.title}, B by {b.analysis.title}; both are "
            f"measured against {a.analysis.title} without privacy."
        )
    apart = "" if a.epsilon == b.epsilon else f" at {epsilon_label(b.epsilon)}"
    return (
        f"At {epsilon_label(a.epsilon)} A is from {a.mechanism.title}, draw {a.seed}; B is from "
        f"{b.mechanism.title}{apart}, draw {b.seed}. {ONE_DRAW}"
    )


def _made_by(c: Comparison) -> str:
    return f"One release, {c.mechanism.title} at {epsilon_label(c.epsilon)}, draw {c.seed}"


def _card(row: Row) -> page.Card:
    return page.Card(row.label, " | ".join(row.values), row.help, row.words)


def _pictures(a: Comparison, b: Comparison, rival: Rival) -> None:
    """Truth and A in one widget, B in another beside it: the two are linked in the browser."""
    left, right = st.columns([2, 1], gap="small")
    for place, c, name in ((left, a, "A"), (right, b, "B")):
        sides = _sides(c, name, reads="" if rival.reading is None else c.analysis.title)
        with place:
            heard = pair_widget(
                _payload(c, name, sides, a), key=f"{name.lower()}-picture",
                selected=session.selection(), selected_edges=marked.edges(c), on_change=_mark,
            )  # fmt: skip
            if not heard.supported:
                figure = plots.pair_figure(_pair(c, name), page.theme(), sides=sides)
                figure["layout"]["height"] = PLAIN_HEIGHT
                page.figure(figure, key=f"{name.lower()}-plotly", alt=_pair(c, name).alt)


def _mark(heard: PairAnswer) -> None:
    session.remember_nodes(heard.selection)


def _sides(c: Comparison, name: str, *, reads: str = "") -> plots.Sides:
    return replace(plots.Sides.of(c), name=f"{name}: {reads or c.mechanism.title}")


def _pair(c: Comparison, name: str) -> plots.Pair:
    return replace(plots.pair_of(c, places=scenario_cache.positions), is_single=name == "B")


def _payload(c: Comparison, name: str, sides: plots.Sides, a: Comparison) -> PairPayload:
    """As it is kept: a picture of B is set against the truth of A."""
    file, footnote = saved_as(c)
    return scenario_cache.get(
        scenario_cache.key(c, f"side by side {sides.private} against {a.analysis!r}"),
        lambda: pair_payload(_pair(c, name), sides=sides, file=f"{file}-{name}", footnote=footnote),
    )


def _chart(a: Comparison, rival: Rival) -> None:
    """Three columns that follow the slider."""

    def draw(at: Comparison) -> Chart:
        b = rival.compared(at)
        return chart_beside(at, b, sides=(_sides(at, "A"), _sides(b, "B")))

    def said(at: Comparison) -> dict[str, str]:
        b = rival.compared(at)
        return {"answer": answer(_first(at, b)), "detail": _who(at, b)}

    def cards(at: Comparison) -> list[page.Card]:
        return [_card(row) for row in _first(at, rival.compared(at))[:SHOWN]]

    live_chart.show(a, draw, id=f"beside-{rival.id}", key="beside", cards=cards, said=said)


def _promises(a: Comparison, b: Comparison) -> None:
    """What both protect; once where it is the same, and a warning where it may not be compared."""
    said: dict[str, list[str]] = {}
    for name, c in (("A", a), ("B", b)):
        promise = protection.seal(c.mechanism, c.guarantee), protection.short_statement(c.guarantee)
        said.setdefault(" ".join(promise), []).append(name)
    with moves.kept("promise"):
        for statement, names in said.items():
            st.markdown(f"**{' and '.join(names)}.** {statement}", width="content")
    with moves.kept("notes"):
        if warning := promises(a.guarantee, b.guarantee):
            st.warning(warning, icon=":material/balance:")
        elif spent := price(a.guarantee, b.guarantee):
            st.caption(f":material/balance: {spent}")


def numbers(a: Comparison, b: Comparison) -> None:
    """Every metric of both, and the difference in words."""
    page.open_table(
        "All numbers side by side",
        lambda: table(rows(a, b, a.analysis.metrics)),
        key="side-by-side",
        promises={f"{name}, {c.mechanism.title}": c.guarantee for name, c in (("A", a), ("B", b))},
    )
