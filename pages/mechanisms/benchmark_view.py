"""What the stored benchmark says of mechanisms that make synthetic graphs: errors by ε."""

from __future__ import annotations

from collections import Counter
from functools import cache

import streamlit as st

from graphdp_core.analyses.graph_queries import QUERIES
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.experiment.count_errors import RELEASES, decisions_kept, model_range
from graphdp_core.lab.benchmark.run import METHODS
from graphdp_core.lab.benchmark.stored import Kept, is_private, read
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.plots.study import study_figure
from graphdp_core.serving import command
from pages.ui import page
from pages.ui.widgets import choose, plain

SHOWN = 1.0  # epsilon of the words, or the nearest that was measured
TABLE_HEIGHT = 380  # pixels: so that a narrow screen scrolls it, by the keyboard too
FIRST = "clustering"  # what most synthetic graphs lose
ASKED = {title: query for query, title in QUERIES.items() if query != "nodes"}


def has_rivals(mechanism: Mechanism) -> bool:
    """Whether the mechanism takes part in the benchmark, or its conclusions were measured."""
    return mechanism.id in {*_in_benchmark(), *(way.made.id for way in RELEASES.values())}


def show(mechanism: Mechanism, epsilon: float) -> None:
    """Which mechanism for which question, and the errors of synthetic graphs."""
    _by_question(mechanism, epsilon)
    if mechanism.id in _in_benchmark():
        beside_rivals()


def _in_benchmark() -> set[str]:
    return {method.id for method in METHODS.values()}


def _by_question(mechanism: Mechanism, epsilon: float) -> None:
    """How often each release leads to the true graph's decisions, at the nearest epsilon."""
    stop, kept = decisions_kept(epsilon)
    if kept.empty:
        return
    own = {way.title for way in RELEASES.values() if way.made.id == mechanism.id}
    rows = kept.map(lambda share: percent(share, whole=True))
    rows["Epidemic's model"] = list(map(model_range, kept.index))
    rows.insert(0, "Release", [f"**{title}**" if title in own else title for title in kept.index])
    st.markdown("**Which mechanism for which question?**")
    st.table(
        rows, border="horizontal", hide_index=True, height=TABLE_HEIGHT,
        alt="How often each release leads to the decision of the true graph, by question.",
    )  # fmt: skip
    st.caption(
        f"In how many of 100 draws the decision is that of the true graph, at {epsilon_label(stop)}"
        ": a mean over eight public graphs. The last column is at ε = 20, where noise hardly "
        "counts: how many more or fewer of all nodes an epidemic reaches. What is asked stands on "
        "[Conclusions](/explore?see=conclusions)."
    )


def beside_rivals() -> None:
    """One query of all methods on all graphs."""
    query = choose(
        "Query", ASKED, key="query", first=list(ASKED.values()).index(FIRST), as_list=True,
        help="One of the fifteen properties by which synthetic graphs are compared.",
    )  # fmt: skip
    kept = _kept()
    alt = _in_words(kept, query)
    with st.container(key="study"):
        rows = kept.table
        drawn = study_figure(
            rows[rows["query"] == query].rename(columns={"epsilon": "ε"}), page.theme(), x="ε",
            y=("error",), unit="error", panels=("graph",), curves=("method",),
            interval=("spread",),
        )  # fmt: skip
        page.figure(drawn, key="rivals-figure", alt=alt)
    draws = sorted(kept.draws["draws"].unique())
    st.caption(
        f"Mean error of {'–'.join(str(count) for count in dict.fromkeys((draws[0], draws[-1])))} "
        f"draws with their standard deviation: {plain(alt)} Known noise is not corrected for; the "
        f"errors read the true graphs. Measured on {kept.date}. "
        f"In a shell: `{command()} benchmark pgb --markdown`."
    )


@cache
def _kept() -> Kept:
    return read()


def _in_words(kept: Kept, query: str) -> str:
    """Which private methods are nearest, and on how many graphs."""
    at = min(kept.epsilons, key=lambda epsilon: abs(epsilon - SHOWN))
    nearest: Counter[str] = Counter()
    private = kept.table[kept.table["method"].map(is_private)].dropna(subset="error")
    asked = private[(private["query"] == query) & (private["epsilon"] == at)]
    for _, errors in asked.groupby("graph", sort=False):
        nearest[errors["method"][errors["error"].idxmin()]] += 1
    said = ", ".join(f"{method} on {count}" for method, count in nearest.most_common())
    return f"{QUERIES[query]} on {len(kept.graphs)} graphs. Nearest at {epsilon_label(at)}: {said}."
