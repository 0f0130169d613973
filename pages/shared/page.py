"""The skeleton of a page: answer, slider, picture, figures, guarantee, and how it is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import Metric
from graphdp_core.params import Refused
from graphdp_core.plots.nodes import drawn_nodes
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.tables import TABLES, Table, metric_table
from graphdp_core.plots.theme import CONFIG, DARK, LIGHT, Theme
from graphdp_core.plots.trusted_figure import trusted_figure
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.stage.words import notes as stage_notes
from pages.shared import (
    marked,
    moves,
    progress,
    protection,
    remedy,
    scenario_cache,
    session,
)
from pages.shared.table_file import open_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ALL_NUMBERS",
    "TABLE_ICON",
    "Card",
    "answer",
    "begin",
    "by_chance",
    "cached_figure",
    "cards",
    "compare",
    "conclusion",
    "figure",
    "follow",
    "heading",
    "headline_cards",
    "metric_cards",
    "metrics_line",
    "notes",
    "open_table",
    "question",
    "released_graph",
    "table",
    "theme",
]


LARGE = 50_000  # nodes beyond which a picture of all of them shows little
LEAD_HEIGHT = 320  # pixels, where the style sheet does not say the window's
MOST_FIGURES = 3  # in the line below a picture
TABLE_ICON = ":material/table:"
ALL_NUMBERS = Table("All numbers", "numbers", metric_table)


@dataclass(frozen=True)
class Card:
    """One number of a page; `delta` stands beside it, how it varies below it."""

    label: str
    value: str
    help: str
    delta: str | None = None
    varies: str | None = None


def theme() -> Theme:
    """The colours of the theme that the user's browser shows."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def heading(title: str, introduction: str) -> None:
    """The title of a page without a comparison, and a sentence on how to read it."""
    st.container(key="page-answer").title(title, anchor=False)
    st.markdown(introduction)


def question(question: str, introduction: str) -> None:
    """The one question of a page that compares, and a sentence on how to read the page.

    The answer takes the place of both as soon as it is known; what a move of the slider makes
    anew stays on the screen until then.
    """
    session.store("introduction", introduction if session.is_first_run(question) else "")


def answer(sentence: str, detail: str = "") -> None:
    """Begin the page with the answer, and the figures behind it in a line below."""
    _write(sentence, detail or " ")


def _write(sentence: str, detail: str) -> None:
    """The two lines on top; what stood there gives way."""
    written: list[st.delta_generator.DeltaGenerator] = session.stored("top lines")
    if written:
        written[0].title(sentence, anchor=False)
        written[1].markdown(detail)
        return
    with moves.kept("top"):
        written += [st.title(sentence, anchor=False), st.markdown(detail)]


def begin(scenario: Scenario, analysis: Analysis, *, says: bool = True) -> Comparison:
    """Compare, and begin the page with the finding where it `says` it; a refusal ends the page."""
    if introduction := session.stored("introduction"):
        session.store("introduction", "")
        _write(session.question(), introduction)
    try:
        if progress.is_stopped(scenario.key(analysis)):
            answer(session.question())
        c = _comparison(scenario, analysis)
    except Refused as error:
        answer(session.question())
        _end(error, scenario, analysis)
    if says:
        answer(*c.answer_and_figures)
    return c


def compare(scenario: Scenario, analysis: Analysis) -> Comparison:
    """Another comparison for a part of the page; a refusal is one clear message and ends the page.

    Work of more than half a second shows how far it is, and can be cancelled.
    """
    try:
        return _comparison(scenario, analysis)
    except Refused as error:
        _end(error, scenario, analysis)


def _comparison(scenario: Scenario, analysis: Analysis) -> Comparison:
    with progress.shown(scenario.key(analysis)) as report:
        return scenario_cache.comparison(scenario, analysis, progress=report)


def _end(error: Refused, scenario: Scenario, analysis: Analysis) -> NoReturn:
    st.warning(str(error), icon=":material/info:")
    remedy.button(error, analysis)
    if scenario.graph.n > LARGE:
        st.caption("The Data page shows this graph in summary.")
    st.stop()


def cards(row: Sequence[Card]) -> None:
    """A row of metric cards, wrapping on narrow screens."""
    with st.container(horizontal=True, key="cards"):
        for card in row:
            st.metric(
                card.label, card.value, card.delta, delta_color="off", delta_arrow="off",
                help=card.help, border=True,
            )  # fmt: skip


def metrics_line(row: Sequence[Card]) -> None:
    """At most three numbers in one thin line: value, name, and what chance or repeats give."""
    with st.container(horizontal=True, key="page-metrics", gap="medium"):
        for card in row[:MOST_FIGURES]:
            words = "; ".join(filter(None, (card.varies, card.delta)))
            gap = "  \n" if card.varies else " "
            beside = f"{gap}:gray[{words}]" if words else ""
            st.markdown(f"**{card.value}** {card.label}{beside}", help=card.help, width="content")


def metric_cards(c: Comparison, ids: Sequence[str]) -> list[Card]:
    """Cards for some of the comparison's metrics, with the level of chance where it is known."""
    by_id = {metric.id: metric for metric in c.analysis.metrics}
    chances = c.analysis.chances(c.graph.n)
    return [_card(by_id[id], c.metrics, chances.get(id)) for id in ids]


def _card(metric: Metric, values: Mapping[str, float], chance: float | None) -> Card:
    value = format_number(values.get(metric.id), percent=metric.percent)
    if value == "1" and metric.high == 1:
        value = "1.00"  # no count
    return Card(metric.label, value, metric.help, by_chance(chance, percent=metric.percent))


def by_chance(level: float | None, *, percent: bool) -> str | None:
    """What a card says of the level of chance; nothing where there is none."""
    return None if level is None else f"by chance {format_number(level, percent=percent)}"


def figure(
    spec: dict[str, Any],
    *,
    key: str,
    alt: str,
    marks_nodes: bool = False,
    nodes: int = 0,
    width: int | Literal["stretch"] = "stretch",
    leads: bool = False,
) -> None:
    """Show a figure; in one that `marks_nodes`, lasso and box mark nodes for all pictures.

    One that draws `nodes` nodes says which of them it leaves out; one that leads the page has the
    window's height.
    """
    if leads:
        with st.container(height=LEAD_HEIGHT, border=False, key="lead-picture"):
            st.plotly_chart(
                trusted_figure(spec), key=key, config=CONFIG, alt=alt, theme=None, height="stretch"
            )
        return
    if words := drawn_nodes(nodes)[1]:
        st.caption(f":material/info: {words}")
    if not marks_nodes:
        st.plotly_chart(
            trusted_figure(spec), key=key, config=CONFIG, alt=alt, theme=None, width=width
        )
        return
    st.plotly_chart(
        trusted_figure(spec), key=key, config=CONFIG, alt=alt, theme=None, width=width,
        on_select=lambda: session.remember_selection(key),
        selection_mode=("lasso", "box", "points"),
    )  # fmt: skip


def cached_figure(
    c: Comparison,
    make: Callable[[Theme], dict[str, Any]],
    *,
    key: str,
    alt: str,
    width: int | Literal["stretch"] = "stretch",
) -> None:
    """Show a figure that the comparison alone decides, and the theme: it is made once.

    For figures without a mark for every node: they are kept in memory.
    """
    colours = theme()
    name = scenario_cache.key(c, f"{key} {colours.name}")
    spec = scenario_cache.get(name, lambda: trusted_figure(make(colours)))
    st.plotly_chart(spec, key=key, config=CONFIG, alt=alt, theme=None, width=width)


def released_graph(c: Comparison) -> Graph:
    """The release, where it is a graph.

    Raises
    ------
    TypeError
        If it is not: the page should not offer such a mechanism.
    """
    if not isinstance(c.release, Graph):
        raise TypeError(f"a graph was expected, got a {c.release.kind}")
    return c.release


def notes(*results: Any, words: Sequence[str] = ()) -> None:
    """What was left out or approximated, once per sentence."""
    if sentences := _sentences(*results, words=words):
        st.caption("\n\n".join(f":material/info: {sentence}" for sentence in sentences))


def _sentences(*results: Any, words: Sequence[str]) -> list[str]:
    sentences = [*words, *(note for result in results for note in result.notes)]
    return list(dict.fromkeys(filter(None, sentences)))


def table(
    title: str,
    rows: Callable[[], pd.DataFrame],
    *,
    key: str,
    note: str = "",
    of: Comparison | None = None,
    promises: Mapping[str, Guarantee] | None = None,
) -> None:
    """A data table with its CSV behind an expander; nothing is made or sent while it is closed."""
    box = st.expander(title, icon=TABLE_ICON, key=f"{key}-table", on_change="rerun")
    if box.open:
        with box:
            open_table(title, rows, key=key, of=of, promises=promises)
            notes(words=[note])


def follow(draw: Callable[[Scenario], Comparison], analysis: type[Analysis]) -> None:
    """End the script of a page about one analysis: what moves, the promise, the tables.

    Parameters
    ----------
    draw : callable
        Draws all that depends on epsilon, and returns the comparison.
    analysis : type
        Its results decide which tables there are.
    """
    protection.offer()
    tables = [ALL_NUMBERS, *TABLES.get(analysis.returns.kind, ())]
    boxes = [moves.box(t.title, TABLE_ICON, key=f"{t.key}-table") for t in tables]

    def all_of_it(scenario: Scenario) -> None:
        c = draw(scenario)
        for table, box in zip(tables, boxes, strict=True):
            box.show(partial(open_table, table.title, partial(table.rows, c), key=table.key, of=c))

    moves.follow(all_of_it)


def headline_cards(c: Comparison) -> list[Card]:
    """Cards of the metrics that the analysis shows first."""
    return metric_cards(c, c.analysis.headline(c.graph))


def conclusion(
    c: Comparison,
    row: Sequence[Card] = (),
    *,
    ranges: Mapping[str, str] | None = None,
    words: Sequence[str] = (),
    more: Callable[[], None] | None = None,
) -> None:
    """What stands below the picture of every analysis: marks, metrics, guarantee, notes.

    `ranges` says by a metric's label how it varies; `more` draws what else explains.
    """
    marked.show(c)
    ranges = ranges or {}
    shown = row or headline_cards(c)
    metrics_line([replace(card, varies=ranges.get(card.label)) for card in shown])
    protection.show(c)
    said = _sentences(words=(*stage_notes(c), *words))
    if said or more:
        with moves.kept("notes"):
            notes(words=said)
            if more is not None:
                more()
