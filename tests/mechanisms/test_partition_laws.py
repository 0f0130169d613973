"""Partitions drawn with integers: the law of cells and placements, and what they lose.

One-pass labelling as a mechanism: its guarantee, its limits, what it finds.
"""

import itertools
import math
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from noise_laws import seeded_coins
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.one_pass_labelling import OnePassLabelling
from graphdp_core.mechanisms.partition_laws import MOST_PLACES, CellFilter, Placing, Supergraph
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.params import Refused
from graphdp_core.privacy.draws import SecretDraws
from graphdp_core.privacy.secure_random import WHOLE, Growth, SecureRandom, noise_tail

RARE = 1e-6  # failure probability of each random test
PATH = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])


def pvalue(seen: Counter, law: dict, runs: int) -> float:
    """Chi-square of outcomes against their law; rare ones are counted together."""
    often = [outcome for outcome in law if runs * law[outcome] > 5]
    expected = [runs * law[outcome] for outcome in often]
    counts = [seen[outcome] for outcome in often]
    if runs - sum(expected) > 1:
        expected.append(runs - sum(expected))
        counts.append(runs - sum(counts))
    scale = sum(counts) / sum(expected)
    return float(stats.chisquare(counts, [scale * e for e in expected]).pvalue)


def cell_law(count: int, threshold: int, epsilon: float, most: int) -> dict[int, float]:
    """P(weight) of one cell that holds `count` edges; 0 where it does not pass."""
    a = math.exp(-epsilon)
    law = {w: (1 - a) / (1 + a) * a ** abs(w - count) for w in range(threshold, most)}
    return {**law, 0: 1 - sum(law.values())}


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("threshold", [1, 2])
def test_cells_pass_as_with_noise_on_each_of_them(threshold):
    cells = Supergraph(np.array([0, 1]), 2, np.array([1]), np.array([2]))  # of 3, one is full
    coins, runs, seen = seeded_coins(1), 2_000, Counter()
    for _ in range(runs):
        where, weights = CellFilter("cells", Fraction(1), cells, threshold).drawn_exactly(coins)
        by_name = dict(zip(where.tolist(), weights.tolist(), strict=True))
        seen[tuple(by_name.get(cell, 0) for cell in range(3))] += 1
    each = [cell_law(count, threshold, 1.0, 12) for count in (0, 2, 0)]
    law = {
        outcome: math.prod(one[weight] for one, weight in zip(each, outcome, strict=True))
        for outcome in itertools.product(*each)
    }
    assert pvalue(seen, law, runs) > RARE


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(1), Fraction(20)])
@pytest.mark.parametrize("threshold", [1, 2])
def test_an_edge_in_an_empty_cell_costs_at_most_epsilon(epsilon, threshold):
    """By the numbers that are drawn; the integers' own noise is exact."""
    with localcontext() as context:
        context.prec = 60
        e = Decimal(epsilon.numerator) / epsilon.denominator
        empty = Decimal(noise_tail(threshold, epsilon)) / WHOLE
        full = (e * (1 - threshold)).exp() / (1 + (-e).exp())  # P(noise >= threshold - 1)
        for ratio in (full / empty, (1 - empty) / (1 - full)):
            assert 0 <= ratio.ln() <= e * (1 + Decimal("1e-50"))
        assert empty / full > (-e).exp(), "rounded up"


def test_groups_are_of_their_size_and_lie_anywhere():
    seen = Counter(
        tuple(Supergraph.drawn(PATH, size=2, draws=SecretDraws(coins)).groups.tolist())
        for coins in [seeded_coins(2)]
        for _ in range(1_200)
    )
    assert len(seen) == 6
    assert stats.chisquare(list(seen.values())).pvalue > RARE


def test_too_many_groups_are_refused_by_their_number():
    with pytest.raises(Refused, match="take larger groups"):
        Supergraph.drawn(Graph.from_edges(100_000, []), size=1, draws=SecretDraws(SecureRandom()))


def placement_law(graph: Graph, k: int, cost: float, growth: Growth) -> dict[tuple, Fraction]:
    """P(labels) over all orders; g(s) as the sampler rounds it."""
    law: Counter = Counter()
    orders = list(itertools.permutations(range(graph.n)))
    edges = set(map(tuple, graph.edges.tolist()))
    for order in orders:
        for labels in itertools.product(range(k), repeat=graph.n):
            chance = Fraction(1, len(orders))
            for t, v in enumerate(order):
                before = order[:t]
                sizes = [sum(labels[u] == c for u in before) for c in range(k)]
                scores = [
                    sum(labels[u] == c and (min(u, v), max(u, v)) in edges for u in before)
                    for c in range(k)
                ]
                weights = [
                    weight * max(1, int(WHOLE * math.exp(-cost * (size - min(sizes)))))
                    for weight, size in zip(growth.weights(scores), sizes, strict=True)
                ]
                chance *= Fraction(weights[labels[v]], sum(weights))
            law[labels] += chance
    return law


def test_nodes_are_placed_by_their_exact_law():
    triangle = Graph.from_edges(3, [(0, 1), (1, 2)])
    epsilon, coins, runs = Fraction(3, 2), seeded_coins(4), 2_000
    growth = Growth.at_most(epsilon)
    law = placement_law(triangle, 2, 0.4, growth)
    assert sum(law.values()) == 1
    seen = Counter(
        tuple(
            Placing("placing", epsilon, triangle, coins.permutation(3), 2, 0.4 / 1.5)
            .drawn_exactly(coins)
            .tolist()
        )
        for _ in range(runs)
    )
    assert pvalue(seen, {labels: float(p) for labels, p in law.items()}, runs) > RARE


def test_one_edge_changes_no_placement_by_more_than_is_stated():
    growth = Growth.at_most(Fraction(1))
    factor, worst = Fraction(growth.numerator, 1 << 32), Fraction(1)
    for edges in ([], [(1, 2)], [(1, 2), (0, 2)]):
        laws = [
            placement_law(Graph.from_edges(3, given), 2, 0.4, growth)
            for given in (edges, [*edges, (0, 1)])
        ]
        ratios = [laws[0][labels] / laws[1][labels] for labels in laws[0]]
        worst = max(worst, *ratios, *(1 / ratio for ratio in ratios))
    assert 1 < worst <= factor


def test_too_many_places_are_refused_by_their_number():
    large = Graph.from_edges(100_000, [])
    assert large.n * 500 > MOST_PLACES
    with pytest.raises(Refused, match="nodes times 500 groups"):
        OnePassLabelling(k=500).publish(large, epsilon=Fraction(1), coins=SecureRandom())


def test_a_single_edge_joins_its_nodes_with_the_closed_form() -> None:
    """Two nodes, no cost: together with probability e^eps/(e^eps + k - 1), in either order."""
    edge = Graph.from_edges(2, [(0, 1)])
    mechanism, rng, runs = OnePassLabelling(k=3, penalty=0.0), np.random.default_rng(1), 6_000
    together = sum(mechanism.release(edge, epsilon=1.2, rng=rng).k == 1 for _ in range(runs))
    chance = np.exp(1.2) / (np.exp(1.2) + 2)
    assert stats.binomtest(together, runs, chance).pvalue > 1e-6


def test_at_epsilon_zero_groups_are_drawn_blindly() -> None:
    graph = gdp.generate("sbm", n=300, blocks=2, within=0.9, between=0.0, seed=0)
    mechanism, rng = OnePassLabelling(k=2), np.random.default_rng(5)
    same = [
        np.count_nonzero(np.diff(mechanism.release(graph, epsilon=0.0, rng=rng).labels[:2]) == 0)
        for _ in range(1000)
    ]
    assert stats.binomtest(sum(same), len(same), 0.5).pvalue > 1e-6


def test_blocks_are_found_better_with_more_epsilon() -> None:
    graph = gdp.generate("sbm", n=600, blocks=2, within=0.2, between=0.01, seed=6)
    mechanism = OnePassLabelling(k=2)
    agreement = [
        Overlaps.of(
            graph.labels, mechanism.release(graph, epsilon=e, rng=gdp.noise_stream(3)).labels
        ).adjusted_rand()
        for e in (0.05, 1.0, 5.0)
    ]
    assert agreement == sorted(agreement)
    assert agreement[0] < 0.2
    assert agreement[-1] > 0.8


def test_the_cost_keeps_groups_of_like_size() -> None:
    graph = Graph.from_edges(500, np.column_stack([np.zeros(499, int), np.arange(1, 500)]))
    spread = [
        np.ptp(
            OnePassLabelling(k=4, penalty=p)
            .release(graph, epsilon=5.0, rng=gdp.noise_stream(0))
            .sizes
        )
        for p in (0.0, 50.0)
    ]
    assert spread[1] < spread[0] / 5


def test_limits_look_at_public_numbers_only() -> None:
    large = Graph.from_edges(1_000_000, [])
    with pytest.raises(ValueError, match=r"at most k = 200 groups, got 500: lower k\."):
        OnePassLabelling(k=500).check(large, 1.0)
    OnePassLabelling(k=200).check(large, 1.0)
    with pytest.raises(ValueError, match="epsilon must be a number"):
        OnePassLabelling().check(large, float("nan"))


def test_progress_rises_and_can_stop_the_work() -> None:
    graph = Graph.from_edges(60_000, [(0, 1)])
    seen: list[float] = []
    OnePassLabelling(k=100).release(
        graph,
        epsilon=1.0,
        rng=gdp.noise_stream(0),
        progress=lambda fraction, text: seen.append(fraction),
    )
    assert seen == sorted(seen)
    assert len(seen) == 3
    assert seen[-1] == 1.0

    def stop(fraction: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        OnePassLabelling().release(graph, epsilon=1.0, rng=gdp.noise_stream(0), progress=stop)
