"""How often intervals hold the truth: from flipped graphs, and from numbers with noise on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.data import generate, load_graph
from graphdp_core.estimates.asked import Asked, Given, Groups, groups_of
from graphdp_core.estimates.estimate import POPULATION
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.lab.papers.coverage import (
    EPSILONS,
    GRAPHS,
    Told,
    cells,
    is_counted,
    is_covered,
    is_held,
    pooled,
    three_groups,
    told,
    truth,
)
from graphdp_core.lab.papers.study import Study
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.group_mixing import GroupMixing
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.noisy_eigenvalues import NoisyEigenvalues
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.mechanisms.private_tree_cost import PrivateTreeCost
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.params import param
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.progress import Progress

if TYPE_CHECKING:
    import pandas as pd

Make = Callable[[], Graph]
LARGE, LARGE_EPSILONS = 10_000, (6.0, 7.0, 8.0, 9.0, 10.0, 12.0)
FEW_EDGES = 250_000  # up to which triangles and eigenvalues of a release are read in each draw
STATISTICS = (
    "edges", "density", "mean_degree", "degree_deviation", "degree_shares", "degree", "top",
    "wedges", "triangles", "transitivity", "components", "eigenvalues", "within", "between",
    "homophily", "mixing", "modularity",
)  # fmt: skip
SLOW = ("degree_deviation", "wedges", "triangles", "transitivity", "eigenvalues")
FLIPPED_GRAPHS: dict[str, Make] = GRAPHS | {
    "Blocks, 20,000 nodes": lambda: generate("sbm", n=20_000, seed=1, within=0.003, between=0.0005)
}


@dataclass(frozen=True)
class LaterIntervals(Study):
    """Coverage of 95 % intervals from edgeFlip releases: eight graphs at six epsilons."""

    id = "later-intervals"
    statistics: ClassVar[tuple[str, ...]] = STATISTICS

    repeats: int = param(2000, "Releases for each graph and epsilon", low=10, high=10**5)
    seed: int = param(0, "Seed of the noise", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Two rules: coverage, and what is printed in few draws.

        Of 100 cells with a smooth law 95 cover 93 to 97 %; of 100 that print anything at most one
        is found to cover less than 93 %, by a test at 0.5 %.
        """
        return is_covered(rows[rows["finding"] != "cannot be known"])

    def grid(self) -> Iterator[tuple[Any, ...]]:
        """Graph, groups and epsilon."""
        for name, make in FLIPPED_GRAPHS.items():
            graph = make()
            groups = three_groups(graph)
            for epsilon in LARGE_EPSILONS if graph.n >= LARGE else EPSILONS:
                yield name, graph, groups, epsilon

    def measure(self, setting: tuple[Any, ...], progress: Progress) -> Iterator[dict[str, Any]]:
        """Draw and read releases of one graph at one epsilon."""
        name, graph, groups, epsilon = setting
        about = {"graph": name, "n": graph.n, "m": graph.m, "epsilon": epsilon}
        yield from cells(about, self._told(graph, groups, epsilon))

    def _told(self, graph: Graph, groups: Groups, epsilon: float) -> Iterator[Told]:
        rng = np.random.default_rng((self.seed, graph.n, round(10 * epsilon)))
        asked = Asked(nodes=(0,), groups=groups, partition=groups)
        true = truth(graph, groups)
        slowly = max(self.repeats // 2, 2)  # what takes long is read as well
        for draw in range(max(self.repeats // 10, 2) if graph.n >= LARGE else self.repeats):
            noisy = EdgeFlip().release(graph, epsilon=epsilon, rng=rng)
            reads_all = draw < slowly and noisy.m <= FEW_EDGES
            wanted = [id for id in self.statistics if id not in SLOW or reads_all]
            for row in estimates_from(Given(noisy), asked, wanted):
                if is_counted(row, groups.names):
                    yield told(row, is_held(row, true, graph, top=asked.top))


LEVEL, ENOUGH = 0.95, 0.1  # share of intervals that hold the truth; of draws that print


@dataclass(frozen=True)
class LaterFew(LaterIntervals):
    """Coverage of 95 % intervals from edgeFlip releases, on small and unusual graphs."""

    id = "later-few"
    statistics: ClassVar[tuple[str, ...]] = (
        *(id for id in STATISTICS if id not in ("density", "mean_degree")),
        "segregation", "connectedness",
    )  # fmt: skip

    repeats: int = param(1200, "Releases for each graph and epsilon", low=10, high=10**5)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Two rules for cells that print in a tenth of the draws.

        None is found to cover less than 93 %, by a test at 0.5 %; together they hold 95 %.
        """
        known = rows[rows["printed"] >= ENOUGH * rows["draws"]]
        return bool((known["finding"] != "missed").all() and pooled(known) >= LEVEL)

    def grid(self) -> Iterator[tuple[Any, ...]]:
        """Graph, groups and epsilon; of what is drawn anew its size, chances and epsilon."""
        for name, (make, epsilons) in FEW.items():
            graph = make()
            labels = graph.labels if graph.labels is not None else np.arange(graph.n) % 2
            groups = groups_of(labels.tolist(), graph.all_names())
            yield from ((name, graph, groups, epsilon) for epsilon in epsilons)
        yield from product(DRAWN_ANEW, (6.0, 8.0, 10.0))

    def measure(self, setting: tuple[Any, ...], progress: Progress) -> Iterator[dict[str, Any]]:
        """Of a graph, or of a population: two blocks drawn anew for every release."""
        if len(setting) > 2:
            yield from super().measure(setting, progress)
            return
        (name, epsilon), (n, *chances) = setting, DRAWN_ANEW[setting[0]]
        labels = np.arange(n) * 2 // n
        groups = groups_of(labels.tolist(), [str(node) for node in range(n)])
        pairs, apart = np.array(list(combinations(range(n), 2))), float(groups.pairs[0, 1])
        chance = np.where(labels[pairs[:, 0]] == labels[pairs[:, 1]], *chances)
        within, between = chances[0] * (len(pairs) - apart), chances[1] * apart
        true = {
            "edges": within + between, "within": within, "between": between,
            "homophily": within / (within + between),
        }  # fmt: skip

        def draws() -> Iterator[Told]:
            rng = np.random.default_rng((self.seed, n, round(10 * epsilon)))
            for _ in range(self.repeats):
                graph = Graph.from_edges(n, pairs[rng.random(len(pairs)) < chance])
                noisy = EdgeFlip().release(graph, epsilon=epsilon, rng=rng)
                for row in estimates_from(Given(noisy), Asked(groups=groups), list(true)):
                    if row.of == POPULATION:
                        inside = row.is_known and row.low <= true[row.statistic] <= row.high
                        yield told(row, inside, f"{row.statistic} of the population")

        yield from cells(
            {"graph": name, "n": n, "m": round(true["edges"]), "epsilon": epsilon}, draws()
        )


def _star(leaves: int) -> list[tuple[int, int]]:
    return [(0, leaf) for leaf in range(1, leaves + 1)]


def _of(n: int, edges: Any, labels: Any = None) -> Graph:
    graph = Graph.from_edges(n, list(edges))
    if labels is None:
        return graph
    return replace(graph, labels=np.array(labels, dtype=np.int32), label_names=("a", "b"))


def _bipartite(one: int, other: int) -> Graph:
    """Every node on the one side joined with every one on the other."""
    return _of(one + other, product(range(one), range(one, one + other)))


def _blocks(n: int, within: float, between: float, isolated: int = 0) -> Graph:
    """Two blocks, or one and isolated nodes, which are the second group."""
    made = generate("sbm", n=n, blocks=1 if isolated else 2, seed=1, within=within, between=between)
    groups = np.repeat([0, 1], [n, isolated]) if isolated else np.arange(n) * 2 // n
    return _of(n + isolated, made.edges, groups)


FEW: dict[str, tuple[Make, tuple[float, ...]]] = {
    "Star, 15": (lambda: _of(15, _star(14)), (4.4, 6.0)),
    "Star, 60": (lambda: _of(60, _star(59)), (5.85, 8.0)),
    "Star, 200": (lambda: _of(200, _star(199)), (7.06,)),
    "Star, 1,000": (lambda: _of(1000, _star(999)), (8.68,)),
    "Star, the hub a group": (lambda: _of(40, _star(39), np.minimum(np.arange(40), 1)), (5.0,)),
    "Three stars": (
        lambda: _of(93, [(u + at, v + at) for at in (0, 31, 62) for u, v in _star(30)]),
        (6.0,),
    ),
    "K 2,150": (lambda: _bipartite(2, 150), (7.48,)),
    "K 3,30": (lambda: _bipartite(3, 30), (4.0, 8.1)),
    "Two cliques of 8": (
        lambda: _of(16, [*combinations(range(8), 2), *combinations(range(8, 16), 2)]), (6.62,)
    ),
    "K10, 40 isolated": (lambda: _of(50, combinations(range(10), 2)), (6.0, 8.0)),
    "K5 without an edge": (lambda: _of(5, [*combinations(range(5), 2)][1:]), (3.0, 4.0)),
    "Path of 5": (lambda: _of(5, pairwise(range(5))), (3.0,)),
    "Star, 5": (lambda: _of(5, _star(4)), (4.0,)),
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


@dataclass(frozen=True)
class Numbers:
    """A way to release numbers, and what is read from it.

    `share` is that of the draws: what takes long is drawn less often. What `is_published` is drawn
    with coins, as it leaves the house: its law stands on the certificate alone. It is released of
    graphs with at most `most_edges`, from `least_epsilon` on, and `level` is that of the intervals.
    """

    made: Mechanism[Any]
    statistics: tuple[str, ...]
    share: float = 1.0
    is_published: bool = False
    most_edges: int = 10**9
    level: float = 0.95
    least_epsilon: float = 0.0

    def given(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Given:
        """One release, as whoever receives it has it."""
        exactly, names = Fraction(epsilon), tuple(graph.all_names())
        if self.is_published:
            drawn = self.made.publish(graph, epsilon=exactly, coins=SecureRandom(rng.bytes))
            return Given(drawn.released, self.made, exactly, names, drawn.facts)
        return Given(self.made.release(graph, epsilon=epsilon, rng=rng), self.made, exactly, names)


MOST_REDRAWN = 2_100  # edges of a graph whose tree is drawn anew for every interval
WEIGHTS = 1.5, 0.5  # of all edges: lognormal, by mean and deviation of the logarithm
OF_DEGREES = (
    "edges", "density", "mean_degree", "degree_deviation", "degree_shares", "degree", "top",
    "wedges",
)  # fmt: skip
OF_GROUPS = (
    "edges", "density", "mean_degree", "within", "between", "homophily", "segregation",
    "connectedness", "mixing",
)  # fmt: skip
RELEASES = (
    Numbers(PrivateCount(count="edges"), ("edges",)),
    Numbers(PrivateCount(noise="global"), ("triangles",), share=0.5, is_published=True),
    Numbers(NoisyDegrees(), OF_DEGREES),
    Numbers(GroupMixing(), OF_GROUPS, share=0.3),
    Numbers(NoisyEigenvalues(k=3), ("eigenvalues",), share=0.25),
    Numbers(WeightLaplace(), ("mean_weight",)),
    Numbers(WeightLaplace(), ("tree_cost",), share=0.2, most_edges=MOST_REDRAWN),
    Numbers(PrivateTreeCost(), ("tree_cost",), share=0.2, is_published=True),
    Numbers(LaplaceFlip(), ("edges",), share=0.5),
)
"""Every release with noise of a public law on numbers, and a flipped graph that is not edgeFlip."""

FEW_DECIDE = tuple(
    Numbers(made, statistics, level=level, least_epsilon=6)
    for made, statistics in (
        (NoisyDegrees(), ("edges", "degree_deviation", "wedges")),
        (WeightLaplace(), ("mean_weight",)),
    )
    for level in (0.95, 0.99, 0.999)
)
"""Sums that one or a few noises decide, at several levels."""
TIED = (Numbers(WeightLaplace(radius=0.3), ("tree_cost",), share=0.2),)
"""The least tree where many weights are equal: all of them, or among a few whole numbers."""


def _tied(name: str, least: int, most: int) -> Graph:
    """A graph with whole numbers as weights."""
    n, density = {"Random, 2,500 edges": (100, 0.5), "Random, 500 edges": (60, 0.3)}.get(
        name, (20, 1.0)
    )
    if name == "Karate":
        graph = load_graph("karate")
    else:
        pairs = np.column_stack(np.triu_indices(n, 1))
        graph = Graph.from_edges(n, pairs[np.random.default_rng(1).random(len(pairs)) < density])
    weights = np.random.default_rng(1).integers(least, most + 1, graph.m)
    return replace(graph, weights=weights.astype(np.float64))


ALL_GRAPHS = GRAPHS | {
    "Blocks, 2,000 nodes": lambda: generate("sbm", n=2000, seed=1, within=0.02, between=0.004)
}
FEW_GRAPHS: dict[str, Make] = {
    "Star, 40 nodes": lambda: _bipartite(1, 39),
    "Two hubs of 40": lambda: _bipartite(2, 40),
    "Karate": lambda: load_graph("karate"),
    "Star, 6 nodes": lambda: _bipartite(1, 5),
    "One edge": lambda: Graph.from_edges(6, [(0, 1)]),
}
TIED_GRAPHS: dict[str, Make] = {
    f"{name}, weights {least} to {most}": partial(_tied, name, least, most)
    for name in ("Random, 2,500 edges", "Random, 500 edges", "All pairs of 20", "Karate")
    for least, most in ((5, 5), (1, 3), (1, 5))
}


@dataclass(frozen=True)
class LaterLaws(Study):
    """Coverage of intervals from released numbers: eight graphs at six epsilons, and hard cases."""

    id = "later-laws"
    repeats: int = param(1000, "Releases for each graph and epsilon", low=10, high=10**5)
    seed: int = param(0, "Seed of the noise", low=0, high=10**6)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Two rules: coverage, and what is printed in few draws.

        Of 100 cells with a smooth law 95 cover 93 to 97 %; of 100 that print anything at most one
        is found to cover less than 93 %, by a test at 0.5 %.
        """
        return is_covered(rows[rows["finding"] != "cannot be known"])

    def grid(self) -> Iterator[tuple[Any, ...]]:
        """A graph with its name and number, and what is released of it."""
        kinds = ((ALL_GRAPHS, RELEASES), (FEW_GRAPHS, FEW_DECIDE), (TIED_GRAPHS, TIED))
        cases = [(name, make, ways) for graphs, ways in kinds for name, make in graphs.items()]
        for number, (name, make, ways) in enumerate(cases):
            yield number, name, make, ways

    def measure(self, setting: tuple[Any, ...], progress: Progress) -> Iterator[dict[str, Any]]:
        """Every release of one graph at every epsilon."""
        number, name, make, ways = setting
        graph = make()
        if ways is not TIED:
            weights = np.random.default_rng(1).lognormal(*WEIGHTS, graph.m)
            graph = replace(graph, weights=weights)
        groups = three_groups(graph)
        labels = groups.labels.astype(np.int32)
        graph, true = replace(graph, labels=labels, label_names=groups.names), _truth(graph)
        for place, epsilon in enumerate(EPSILONS):
            progress(place / len(EPSILONS), name)
            for way, numbers in enumerate(ways):
                if graph.m <= numbers.most_edges and epsilon >= numbers.least_epsilon:
                    rng = np.random.default_rng((self.seed, number, place, way))
                    about = {
                        "graph": name, "n": graph.n, "m": graph.m, "epsilon": epsilon,
                        "release": numbers.made.title, "level": numbers.level,
                    }  # fmt: skip
                    yield from cells(about, self._told(numbers, graph, true, epsilon, rng))

    def _told(
        self, numbers: Numbers, graph: Graph, true: dict[str, float], epsilon: float,
        rng: np.random.Generator,
    ) -> Iterator[Told]:  # fmt: skip
        asked = Asked(level=numbers.level, nodes=(0,))
        for _ in range(self._draws(numbers)):
            given = numbers.given(graph, epsilon, rng)
            for row in estimates_from(given, asked, numbers.statistics):
                if is_counted(row, graph.label_names):
                    yield told(row, is_held(row, true, graph, top=asked.top))

    def _draws(self, numbers: Numbers) -> int:
        return max(round(self.repeats * numbers.share), 2)


def _truth(graph: Graph) -> dict[str, float]:
    true, weights = truth(graph, three_groups(graph)), graph.weights
    if weights is not None:
        true["mean_weight"] = float(weights.mean())
        true["tree_cost"] = math.fsum(weights[minimum_spanning_forest(graph, weights)])
    return true
