"""What the stored benchmark says of mechanisms that make synthetic graphs: errors by ε."""

from __future__ import annotations

from collections import Counter
from functools import cache

import streamlit as st

from graphdp_core.analyses.graph_queries import QUERIES
from graphdp_core.digits import epsilon_label
from graphdp_core.lab.benchmark.run import METHODS
from graphdp_core.lab.benchmark.stored import Kept, is_private, read
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.plots.study import study_figure
from graphdp_core.serving import command
from pages.ui import page
from pages.ui.widgets import choose, plain

SHOWN = 1.0  # epsilon of the words, or the nearest that was measured
FIRST = "clustering"  # what most synthetic graphs lose
ASKED = {title: query for query, title in QUERIES.items() if query != "nodes"}


def has_rivals(mechanism: Mechanism) -> bool:
    """Whether the mechanism takes part in the benchmark."""
    return mechanism.id in {method.id for method in METHODS.values()}


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
