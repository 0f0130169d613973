"""The skeleton of a page: question, cards, the pair, finding, guarantee, numbers, method."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics import Metric
from graphdp_core.params import Refused
from graphdp_core.plots.nodes import drawn_nodes
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.tables import TABLES, metric_table
from graphdp_core.plots.theme import CONFIG, DARK, LIGHT, Theme
from graphdp_core.plots.trusted_figure import trusted_figure
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, at_most, posterior
from pages.shared import progress, scenario_cache, session
from pages.shared.widgets import plain

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Card",
    "actions",
    "cached_figure",
    "cards",
    "compare",
    "conclusion",
    "figure",
    "full_title",
    "guarantee",
    "heading",
    "headline_cards",
    "marked",
    "metric_cards",
    "notes",
    "numbers",
    "posterior_belief",
    "released_graph",
    "seal",
    "table",
    "tables",
    "theme",
]


LARGE = 50_000  # nodes beyond which a picture of all of them shows little


@dataclass(frozen=True)
class Card:
    """One number at the top of a page."""

    label: str
    value: str
    help: str
    delta: str | None = None


def theme() -> Theme:
    """The colours of the theme that the person's browser shows."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def heading(question: str, introduction: str) -> None:
    """The page's one question, and a sentence on how to read the page."""
    st.title(question, anchor=False)
    st.markdown(introduction)


def compare(scenario: Scenario, analysis: Analysis) -> Comparison:
    """The scenario's comparison; a refusal becomes one clear message and ends the page.

    Work of more than half a second shows how far it is, and can be cancelled.
    """
    try:
        with progress.shown(scenario.key(analysis)) as report:
            return scenario_cache.comparison(scenario, analysis, progress=report)
    except Refused as error:
        st.warning(str(error), icon=":material/info:")
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


def metric_cards(c: Comparison, ids: Sequence[str]) -> list[Card]:
    """Cards for some of the comparison's metrics."""
    by_id = {metric.id: metric for metric in c.analysis.metrics}
    return [_card(by_id[id], c.metrics) for id in ids]


def _card(metric: Metric, values: Mapping[str, float]) -> Card:
    value = format_number(values.get(metric.id), percent=metric.percent)
    return Card(metric.label, value, f"{metric.help} Reads the true graph: not private.")


def figure(
    spec: dict[str, Any],
    *,
    key: str,
    alt: str,
    linked: bool = False,
    nodes: int = 0,
    width: int | Literal["stretch"] = "stretch",
) -> None:
    """Show a figure; a linked one hands lasso and box selections to all linked figures.

    One that draws `nodes` nodes says which of them it leaves out.
    """
    if words := drawn_nodes(nodes)[1]:
        st.caption(f":material/info: {words}")
    if not linked:
        st.plotly_chart(
            trusted_figure(spec), key=key, config=CONFIG, alt=alt, theme=None, width=width
        )
        return
    st.plotly_chart(
        trusted_figure(spec), key=key, config=CONFIG, alt=alt, theme=None,
        on_select=lambda: session.remember_selection(key),
        selection_mode=("lasso", "box", "points"),
    )  # fmt: skip
    marked = session.selection()
    if marked:
        with st.container(horizontal=True, vertical_alignment="center"):
            graph = session.current().graph
            names = ", ".join(plain(graph.name(node)) for node in marked[:8])
            more = f" and {len(marked) - 8} more" if len(marked) > 8 else ""
            st.caption(f"Marked on both sides: {names}{more}.")
            st.button("Clear selection", on_click=session.clear_selection, key=f"{key}-clear")


def cached_figure(
    c: Comparison, make: Callable[[Theme], dict[str, Any]], *, key: str, alt: str
) -> None:
    """Show a figure that the comparison alone decides, and the theme: it is made once.

    For figures without a mark for every node: they are kept in memory.
    """
    colours = theme()
    name = scenario_cache.key(c, f"{key} {colours.name}")
    spec = scenario_cache.get(name, lambda: trusted_figure(make(colours)))
    st.plotly_chart(spec, key=key, config=CONFIG, alt=alt, theme=None)


def guarantee(c: Comparison) -> None:
    """The finding, then what the private side protects: in words, as belief, as facts."""
    st.container(key="finding").markdown(f"**{c.finding}**")
    g = c.guarantee
    with st.container(border=True, key="guarantee"):
        st.markdown(f"{seal(c.mechanism, g)} {g.statement()}")
        if g.protects:
            st.caption(posterior_belief(g))
        if g.relation.edges_are_public and c.mechanism.returns is Graph:
            st.caption(
                "The topology is public here and released as it is: what reads the "
                "edges but not their weights is the same on both sides, and nothing protects it."
            )
        facts = st.expander("Privacy facts", key="facts", on_change="rerun")
        if facts.open:
            facts.table(_facts(g), border="horizontal")


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


def seal(mechanism: Mechanism, g: Guarantee) -> str:
    """A closed shield before what is protected; else an open padlock and "not private", in red."""
    if g.protects:
        return ":material/shield_lock:"
    return f":red[:material/lock_open: **{full_title(mechanism, g)}.**]"


def full_title(mechanism: Mechanism, g: Guarantee) -> str:
    """A mechanism's title, with "not private" behind it where it protects nothing."""
    return mechanism.title if g.protects else f"{mechanism.title}: {g.badge}"


def posterior_belief(g: Guarantee) -> str:
    """What an adversary can learn at most under a proved guarantee, and what it does not cover."""
    half, rare = (posterior(prior, g.effective_epsilon) for prior in (0.5, 0.01))
    beyond = " Rare outcomes, which δ allows for, may tell more." if g.delta else ""
    return (
        f"Someone who knows all else and is 50 % sure of a guess about it can end at most "
        f"{format_number(half, percent=True)} sure after seeing it; someone 1 % sure, at most "
        f"{format_number(rare, percent=True)}.{beyond} What is computed from the release "
        f"alone is covered. The left picture, the shared layout, sizes, colours and "
        f"alignment, which edges are kept, lost or invented, and every number that "
        f"compares the two read the true graph: they are not private."
    )


def _facts(g: Guarantee) -> dict[str, list[str]]:
    proved = g.status.is_proved
    rows = {
        "Unit protected": g.unit if proved else f"none proved; meant: {g.unit}",
        "Neighbouring relation": f"{g.relation.value}, radius {g.protected_radius}",
        "Nominal ε": format_number(g.epsilon),
        "Exact ε": at_most(g.effective_epsilon) if proved else "none",
        "δ": at_most(g.delta) if proved else "none",
        "Status of the proof": g.status.value,
        "Proof": g.proof,
        "Sampler": g.sampler,
        "Public by assumption": " ".join(g.assumptions),
        "A second release": _second(g),
    }
    return {"Fact": list(rows), "Value": list(rows.values())}


def _second(g: Guarantee) -> str:
    if not g.status.is_proved:
        return "is as unprotected as the first."
    words = "adds its own ε and δ" if g.delta else "adds its own ε"
    people = ", k edges of one person kε" if g.relation is NeighbouringRelation.EDGE else ""
    return f"{words}: two draws at ε cost 2ε{people if not g.delta else ''}."


def notes(*results: Any, words: Sequence[str] = ()) -> None:
    """What was left out or approximated, once per sentence."""
    sentences = [*words, *(note for result in results for note in result.notes)]
    for note in dict.fromkeys(filter(None, sentences)):
        st.caption(f":material/info: {note}")


def marked() -> NDArray[np.int64] | None:
    """The nodes marked with the lasso, for figures; None if there are none."""
    nodes = session.selection()
    return np.array(nodes) if nodes else None


def actions(c: Comparison) -> None:
    """Draw again, and the maths with its source."""
    with st.container(horizontal=True):
        st.button(
            "Draw again", icon=":material/casino:", on_click=session.draw_again, key="draw-again",
            help="Another random draw of the noise at the same ε.",
        )  # fmt: skip
        method = st.popover(
            "How it is computed", icon=":material/function:", key="method-note", on_change="rerun"
        )
        if method.open:
            for part in (c.mechanism, c.analysis):
                method.markdown(f"**{part.title}.** {part.summary}")
                method.latex(part.formula)
                method.caption(f"Source: {part.source}")


def table(title: str, rows: Callable[[], pd.DataFrame], *, key: str) -> None:
    """A data table with its CSV behind an expander; nothing is made or sent while it is closed."""
    box = st.expander(title, icon=":material/table:", key=f"{key}-table", on_change="rerun")
    if box.open:
        with box:
            st.dataframe(rows(), hide_index=True, key=f"{key}-frame", alt=title)
            st.download_button(
                "Download CSV", lambda: rows().to_csv(index=False), f"graphdp-{key}.csv",
                "text/csv", icon=":material/download:", key=f"{key}-csv", on_click="ignore",
            )  # fmt: skip


def numbers(c: Comparison) -> None:
    """Every metric of the comparison, with what it means."""
    table("All numbers", lambda: metric_table(c), key="numbers")


def headline_cards(c: Comparison) -> list[Card]:
    """Cards of the metrics that the analysis shows first."""
    return metric_cards(c, c.analysis.headline(c.graph))


def conclusion(
    c: Comparison,
    *,
    words: Sequence[str] = (),
    after_guarantee: Callable[[], None] | None = None,
) -> None:
    """What stands below the picture of every analysis: notes, guarantee, actions, numbers."""
    notes(c.baseline, c.private, words=words)
    guarantee(c)
    if after_guarantee is not None:
        after_guarantee()
    actions(c)
    numbers(c)


def tables(c: Comparison) -> None:
    """The tables that belong to this kind of result."""
    for title, key, rows in TABLES[c.baseline.kind]:
        table(title, partial(rows, c), key=key)
