"""What pages draw with: headings, cards, figures, tables and notes; and how they compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.plots.encode import trusted_figure
from graphdp_core.plots.kinds import Table
from graphdp_core.plots.nodes import drawn_nodes
from graphdp_core.plots.side_by_side import metric_table
from graphdp_core.plots.theme import CONFIG, DARK, LIGHT, Theme
from graphdp_core.privacy.guarantee import Guarantee
from pages.engine import progress, scenario_cache
from pages.session import remedy, session
from pages.ui.table_file import open_table

if TYPE_CHECKING:
    import pandas as pd


LARGE = 50_000  # nodes beyond which a picture of all of them shows little
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


def heading(title: str, introduction: str = "") -> None:
    """The title of a page without a comparison, and a sentence on how to read it."""
    st.container(key="page-answer").title(title, anchor=False)
    if introduction:
        st.markdown(introduction)


def compare(scenario: Scenario, analysis: Analysis) -> Comparison:
    """Another comparison for a part of the page; a refusal is one clear message and ends the page.

    Work of more than half a second shows how far it is, and can be cancelled.
    """
    try:
        with progress.shown(scenario.key(analysis)) as report:
            return scenario_cache.comparison(scenario, analysis, progress=report)
    except Refused as error:
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


def figure(
    spec: dict[str, Any], *, key: str, alt: str, marks_nodes: bool = False, nodes: int = 0,
    width: int | Literal["stretch"] = "stretch",
) -> None:  # fmt: skip
    """Show a figure; in one that `marks_nodes`, lasso and box mark nodes for all pictures.

    One that draws `nodes` nodes says which of them it leaves out.
    """
    if words := drawn_nodes(nodes)[1]:
        st.caption(f":material/info: {words}")
    chosen: dict[str, Any] = {
        "on_select": lambda: session.remember_selection(key),
        "selection_mode": ("lasso", "box", "points"),
    }
    st.plotly_chart(
        trusted_figure(spec), key=key, config=CONFIG, alt=alt, theme=None, width=width,
        **(chosen if marks_nodes else {}),
    )  # fmt: skip


def cached_figure(
    c: Comparison, make: Callable[[Theme], dict[str, Any]], *, key: str, alt: str,
    width: int | Literal["stretch"] = "stretch",
) -> None:  # fmt: skip
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
    every = [*words, *(note for result in results for note in result.notes)]
    if sentences := dict.fromkeys(filter(None, every)):
        st.caption("\n\n".join(f":material/info: {sentence}" for sentence in sentences))


def table(
    title: str, rows: Callable[[], pd.DataFrame], *, key: str, note: str = "",
    of: Comparison | None = None, promises: Mapping[str, Guarantee] | None = None,
) -> None:  # fmt: skip
    """A data table with its CSV behind an expander; nothing is made or sent while it is closed."""
    box = st.expander(title, icon=TABLE_ICON, key=f"{key}-table", on_change="rerun")
    if box.open:
        with box:
            open_table(title, rows, key=key, of=of, promises=promises)
            notes(words=[note])
