"""Tables 1 to 3 of the centrality paper, and the same tables with methods that work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.experiment.centrality_methods import LEVELS, measured_methods
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.papers.graphs import GENERATED, GRAPHS, centrality_graph, largest_component
from graphdp_core.lab.papers.study import Study, mean_with_interval
from graphdp_core.lab.papers.verdicts import Cell, tally
from graphdp_core.metrics.rankings import random_baseline
from graphdp_core.params import Refused, param
from graphdp_core.progress import Progress

if TYPE_CHECKING:
    import pandas as pd

PUBLISHED_EPSILON, PUBLISHED_N = 2.0, 10_000
ENOUGH = 2  # of three numbers
POINTS = 6.0  # percent of precision beyond the interval: a published number is one experiment


@dataclass(frozen=True)
class CentralityTable(Study):
    """Precision of the top 5, 10 and 15% of the private ranking, at epsilon = 2."""

    repeats: int = param(20, "Repeats of the noise", low=2, high=1000)
    slow_repeats: int = param(3, "Repeats of edgeFlip, which takes seconds each", low=2, high=100)
    epsilon: float = param(2.0, "Privacy loss", low=0.01, high=20.0)
    n: int = param(10_000, "Nodes of the two generated graphs", low=100, high=100_000)
    graphs: str = param("all", "Which graphs", choices=("all", *GRAPHS))
    rivals: bool = param(True, "Show the methods that work beside the published ones")
    seed: int = param(0, "Seed of graphs and noise", low=0, high=10**9)

    score: ClassVar[str]
    published: ClassVar[dict[str, list[list[float]]]]  # by graph: columns, levels

    def is_met(self, rows: pd.DataFrame) -> bool:
        """For every published row some reading meets two of its three numbers."""
        known = rows[rows["published"].notna()]
        family = known["method"].str.split(",").str[0]
        off = (known["measured"] - known["published"]).abs() - (known["high"] - known["measured"])
        met = (off <= POINTS).groupby([known["graph"], family, known["method"]]).sum()
        return bool((met.groupby(level=[0, 1]).max() >= ENOUGH).all())

    def _graph(self, name: str) -> Graph:
        rng = np.random.default_rng((self.seed, GRAPHS.index(name)))
        return centrality_graph(name, n=self.n, rng=rng)

    def grid(self) -> tuple[str, ...]:
        """The graphs."""
        return GRAPHS if self.graphs == "all" else (self.graphs,)

    def measure(self, setting: str, progress: Progress) -> Iterator[dict[str, Any]]:
        """Every method on one graph, if it is on this machine."""
        try:
            graph = self._graph(setting)
        except Refused:
            return
        if self.score == "closeness":
            graph = largest_component(graph)
        measured = measured_methods(
            self.score, graph, epsilon=self.epsilon, repeats=self.repeats,
            slow_repeats=self.slow_repeats, rivals=self.rivals, seed=self.seed,
            progress=progress.named(setting),
        )  # fmt: skip
        for method, found in measured:
            for place, level in enumerate(LEVELS):
                mean, half = mean_with_interval(found[:, place].tolist())
                printed = np.nan
                if method.published is not None:
                    printed = self.published[setting][method.published][place]
                yield {
                    "graph": setting, "method": method.name, "guarantee": method.guarantee,
                    "top %": level, "published": printed, "measured": mean,
                    "low": max(mean - half, 0.0), "high": min(mean + half, 100.0),
                    "random": 100 * random_baseline(graph.n, level / 100),
                }  # fmt: skip

    def verdict(self, rows: pd.DataFrame) -> Iterator[str]:
        """Per graph, which readings meet the published numbers; and which rankings are random."""
        for name, part in rows.groupby("graph", sort=False):
            if self.epsilon != PUBLISHED_EPSILON:
                yield (
                    f"{name}: published at ε = {PUBLISHED_EPSILON:g}, and this run has ε = "
                    f"{self.epsilon:g}: the numbers do not compare."
                )
            elif str(name) in GENERATED and self.n != PUBLISHED_N:
                yield (
                    f"{name}: published for {PUBLISHED_N:,} nodes, and this run has {self.n:,}: "
                    "the numbers do not compare."
                )
            else:
                margins = np.fmax(part["high"] - part["measured"], part["measured"] - part["low"])
                columns = (part[column] for column in ("method", "published", "measured"))
                cells = [Cell(*cell) for cell in zip(*columns, margins, strict=True)]
                yield (
                    f"{name}: of the published numbers, to {POINTS:g} points beyond the interval, "
                    f"{tally(cells, tolerance=POINTS) or 'none was measured'}."
                )
            yield f"{name}: {_random_rankings(part)}"

    def about(self) -> Iterator[str]:
        """Which graphs are not here."""
        for name in self.grid():
            if name not in GENERATED:
                try:
                    self._graph(name)
                except Refused as error:
                    yield f"Left out: {name}. {error}"


class EigenvectorTable(CentralityTable):
    """Table 1: eigenvector centrality."""

    id = "centrality-table-1"
    score = "eigenvector"


class ClosenessTable(CentralityTable):
    """Table 2: closeness centrality."""

    id = "centrality-table-2"
    score = "closeness"


class LaplacianTable(CentralityTable):
    """Table 3: Laplacian centrality."""

    id = "centrality-table-3"
    score = "laplacian"


def _random_rankings(rows: pd.DataFrame) -> str:
    """How many of the paper's rankings are within the tolerance of a random one."""
    published = rows[rows["published"].notna() & rows["measured"].notna()]
    above = (published["measured"] - published["random"]).groupby(published["method"], sort=False)
    gaps = above.max()
    if gaps.empty:
        return "no published method gives a ranking here."
    kept = ", ".join(
        f"{method} (up to {gap:.0f} points above)" for method, gap in gaps.items() if gap > POINTS
    )
    if not kept:
        return f"all {len(gaps)} rankings with the paper's noise are as good as random."
    return f"better than random with the paper's noise: {kept}."
