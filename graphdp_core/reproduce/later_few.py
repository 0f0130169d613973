"""How often intervals from a flipped graph hold the truth where a handful of flips decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.datasets import generate, load_graph
from graphdp_core.estimates.asked import Asked, groups_of
from graphdp_core.estimates.estimate import POPULATION
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.estimates.given import Given
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.reproduce.coverage import COLUMNS, Cell, coverage_notes, pooled
from graphdp_core.reproduce.later_intervals import STATISTICS, LaterIntervals
from graphdp_core.reproduce.reproduction import Table, frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LaterFew"]

LEVEL, ENOUGH = 0.95, 0.1  # share of intervals that hold the truth; of draws that print


@dataclass(frozen=True)
class LaterFew(LaterIntervals):
    """Coverage of 95 % intervals from edgeFlip releases, on small and unusual graphs."""

    id: ClassVar[str] = "later-few"
    title: ClassVar[str] = "Intervals where few flips decide"
    claim: ClassVar[str] = (
        "Stars, cliques and paths too are held in 95 of 100 releases, and so are populations of "
        "which a release shows no edge between groups."
    )
    statistics: ClassVar[tuple[str, ...]] = (
        *(id for id in STATISTICS if id not in ("density", "mean_degree")),
        "segregation", "connectedness",
    )  # fmt: skip
    compared: ClassVar[tuple[str, ...]] = ()

    repeats: int = param(1200, "Releases for each graph and epsilon", low=10, high=10**5)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Two rules for cells that print in a tenth of the draws.

        None is found to cover less than 93 %, by a test at 0.5 %; together they hold 95 %.
        """
        known = rows[rows["printed"] >= ENOUGH * rows["draws"]]
        return bool((known["finding"] != "missed").all() and pooled(known) >= LEVEL)

    def _table(self, progress: Progress) -> Table:
        rows: list[dict[str, Any]] = []
        for number, (name, (make, epsilons)) in enumerate(FEW.items()):
            progress(number / (len(FEW) + len(DRAWN_ANEW)), name)
            graph = make()
            labels = graph.labels if graph.labels is not None else np.arange(graph.n) % 2
            groups = groups_of(labels.tolist(), graph.all_names())
            for epsilon in epsilons:
                rows += self._cells(name, graph, groups, epsilon)
        for name, (n, within, between) in DRAWN_ANEW.items():
            for epsilon in (6.0, 8.0, 10.0):
                rows += self._of_population(name, n, (within, between), epsilon)
        table = frame(COLUMNS, rows)
        return Table(table, COLUMNS, coverage_notes(table))

    def _of_population(
        self, name: str, n: int, chances: tuple[float, float], epsilon: float
    ) -> Iterator[dict[str, Any]]:
        """Two blocks drawn anew for every release: the mean of their population is the truth."""
        rng, cells = np.random.default_rng((self.seed, n, round(10 * epsilon))), dict[str, Cell]()
        labels = np.arange(n) * 2 // n
        groups = groups_of(labels.tolist(), [str(node) for node in range(n)])
        pairs, apart = np.array(list(combinations(range(n), 2))), float(groups.pairs[0, 1])
        alike = labels[pairs[:, 0]] == labels[pairs[:, 1]]
        within, between = chances[0] * (len(pairs) - apart), chances[1] * apart
        true = {
            "edges": within + between, "within": within, "between": between,
            "homophily": within / (within + between),
        }  # fmt: skip
        for _ in range(self.repeats):
            edges = pairs[rng.random(len(pairs)) < np.where(alike, *chances)]
            noisy = EdgeFlip().release(Graph.from_edges(n, edges), epsilon=epsilon, rng=rng)
            for row in estimates_from(Given(noisy), Asked(groups=groups), list(true)):
                if row.of == POPULATION:
                    inside = row.is_known and row.low <= true[row.statistic] <= row.high
                    cells.setdefault(row.statistic, Cell()).add_estimate(row, inside)
        for statistic, cell in cells.items():
            yield {
                "graph": name, "n": n, "m": round(true["edges"]), "epsilon": epsilon,
                "statistic": f"{statistic} of the population", **cell.row(),
            }  # fmt: skip


def _edges(n: int, *parts: Any) -> Graph:
    return Graph.from_edges(n, [edge for part in parts for edge in part])


def _star(leaves: int, first: int = 0) -> Iterator[tuple[int, int]]:
    return product([first], range(first + 1, first + leaves + 1))


def _between(a: int, b: int) -> Graph:
    return _edges(a + b, product(range(a), range(a, a + b)))


def _blocks(n: int, within: float, between: float, isolated: int = 0) -> Graph:
    """Two blocks, or one and isolated nodes, which are the second group."""
    made = generate("sbm", n=n, blocks=1 if isolated else 2, seed=1, within=within, between=between)
    groups = np.repeat([0, 1], [n, isolated]) if isolated else np.arange(n) * 2 // n
    return replace(
        Graph.from_edges(n + isolated, made.edges), labels=groups.astype(np.int32),
        label_names=("a", "b"),
    )  # fmt: skip


FEW: dict[str, tuple[Callable[[], Graph], tuple[float, ...]]] = {
    "Star, 15": (lambda: _edges(15, _star(14)), (4.4, 6.0)),
    "Star, 60": (lambda: _edges(60, _star(59)), (5.85, 8.0)),
    "Star, 200": (lambda: _edges(200, _star(199)), (7.06,)),
    "Star, 1,000": (lambda: _edges(1000, _star(999)), (8.68,)),
    "Star, the hub a group": (
        lambda: replace(
            _edges(40, _star(39)), labels=np.minimum(np.arange(40), 1).astype(np.int32),
            label_names=("hub", "leaves"),
        ),
        (5.0,),
    ),
    "Three stars": (lambda: _edges(93, _star(30), _star(30, 31), _star(30, 62)), (6.0,)),
    "K 2,150": (lambda: _between(2, 150), (7.48,)),
    "K 3,30": (lambda: _between(3, 30), (4.0, 8.1)),
    "Two cliques of 8": (
        lambda: _edges(16, combinations(range(8), 2), combinations(range(8, 16), 2)),
        (6.62,),
    ),
    "K10, 40 isolated": (lambda: _edges(50, combinations(range(10), 2)), (6.0, 8.0)),
    "K5 without an edge": (lambda: _edges(5, list(combinations(range(5), 2))[1:]), (3.0, 4.0)),
    "Path of 5": (lambda: _edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)]), (3.0,)),
    "Star, 5": (lambda: _edges(5, _star(4)), (4.0,)),
    "Karate, by parity": (lambda: replace(load_graph("karate"), labels=None, label_names=()),
                          (1.0, 3.0, 8.16)),
    "20 edges on 100": (lambda: generate("erdos_renyi", n=100, seed=1, p=0.004), (10.0,)),
    "Bipartite": (lambda: _blocks(120, 0.0, 0.2), (1.0, 1.5, 4.0)),
    "Disassortative": (lambda: _blocks(200, 0.05, 0.15), (1.0, 1.5)),
    "All edges in a group": (lambda: _blocks(30, 0.14, 0.0, isolated=30), (8.0,)),
}  # fmt: skip
"""Graphs of which few pairs decide; the groups are parities, or their own."""

DRAWN_ANEW = {
    "Blocks, 60": (60, 0.3, 0.002), "Blocks, 100": (100, 0.2, 0.001),
    "Blocks, 40": (40, 0.2, 0.005), "Blocks, 20": (20, 0.02, 0.02),
}  # fmt: skip
"""Nodes, and the chances of a pair within and between two blocks."""
