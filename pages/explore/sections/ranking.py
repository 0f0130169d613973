"""Parts of the view Centrality: both rankings beside each other, and how much is found again."""

from __future__ import annotations

from graphdp_core.experiment.compare import Comparison
from graphdp_core.metrics.rankings import random_baseline
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.rankings import precision_bars, rank_scatter, ranks
from graphdp_core.plots.sides import Sides
from pages.session import session
from pages.ui import marked, page, widgets

WIDTH = 430  # pixels: two charts fit beside each other on a wide screen


def choose_top() -> int:
    """How many ranks the user wants to see, in the drawer."""
    with session.place("drawer"):
        top: int = widgets.choose("Top", {"10": 10, "20": 20}, key="top")
    return top


def found_again(c: Comparison) -> None:
    """The share of the true top that the release finds, and every node's two ranks."""
    true_rank, private_rank = ranks(c.baseline.values), ranks(c.private.values)
    levels = {f"top {p}%": c.metrics[f"precision_{p}"] for p in (5, 10, 15)}
    chance = {f"top {p}%": random_baseline(c.graph.n, p / 100) for p in (5, 10, 15)}
    page.cached_figure(
        c,
        lambda theme: precision_bars(levels, chance, theme),
        key="precision",
        alt="Share of the true top found again: "
        + ", ".join(f"{k} {format_number(v, percent=True)}" for k, v in levels.items()),
        width=WIDTH,
    )
    page.figure(
        rank_scatter(
            true_rank, private_rank, page.theme(), sides=Sides.of(c), names=c.graph.names,
            selected=marked.nodes(), height=320,
        ),
        key="ranks",
        marks_nodes=True,
        alt="Private against true rank of every node.",
        width=WIDTH,
    )  # fmt: skip
