"""Trees drawn with integers: their exact law on four nodes, by both rules."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from noise_laws import seeded_coins
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.tree_laws import MOST_TRIALS, TreeSteps
from graphdp_core.params import Refused
from graphdp_core.privacy.secure_random import SecureRandom

RARE = 1e-6  # failure probability of each random test
EDGES = list(itertools.combinations(range(4), 2))
WEIGHTS = np.array([0.25, 1.0, 2.0, 0.5, 3.0, 1.5])
SQUARE = Graph.from_edges(4, EDGES, weights=WEIGHTS)


def law(rate, rule):
    """Probability of every tree, by following all choices."""
    found = Counter()

    def grow(part, taken, probability):
        cut = [
            e
            for e, (u, v) in enumerate(EDGES)
            if part[u] != part[v] and (rule == "kruskal" or part[0] in (part[u], part[v]))
        ]
        if not cut:
            found[tuple(sorted(taken))] += probability
            return
        shares = np.exp(-rate * WEIGHTS[cut])
        for e, share in zip(cut, shares / shares.sum(), strict=True):
            u, v = EDGES[e]
            merged = tuple(part[u] if p == part[v] else p for p in part)
            grow(merged, [*taken, e], probability * share)

    grow((0, 1, 2, 3), [], 1.0)
    return found


def drawn(graph, rate, rule, coins):
    law = TreeSteps("tree", Fraction(1), graph, graph.weights, Fraction(rate), rule, 1.0)
    return law.drawn_exactly(coins).tolist()


@pytest.mark.parametrize("rule", ["prim", "kruskal"])
def test_every_tree_has_its_probability(rule):
    coins = seeded_coins(1)
    seen = Counter(tuple(drawn(SQUARE, 1, rule, coins)) for _ in range(3_000))
    expected = law(1.0, rule)
    assert sum(expected.values()) == pytest.approx(1.0)
    assert seen.keys() <= expected.keys()
    trees = list(expected)
    counts = [3_000 * expected[tree] for tree in trees]
    assert stats.chisquare([seen[tree] for tree in trees], counts).pvalue > RARE


def test_a_published_tree_spends_what_its_rate_says():
    made = PAMST(norm="linf", radius=0.5).publish(SQUARE, epsilon=Fraction(3), coins=SecureRandom())
    assert made.facts["rate"] == "1"  # 3 / (3 steps * 2 * 0.5)
    assert made.exact_epsilon == 3.0
    assert len(made.released.edges) == 3


def test_the_thesis_calibration_spends_half():
    made = PAMST(sensitivity="thesis").publish(SQUARE, epsilon=Fraction(2), coins=SecureRandom())
    assert (made.exact_epsilon, made.facts["rate"]) == (1.0, "1/3")


def test_every_part_of_a_graph_gets_a_tree():
    parts = Graph.from_edges(5, [(0, 1), (3, 4)], weights=[1.0, 1.0])
    for rule in ("prim", "kruskal"):
        assert drawn(parts, 1, rule, SecureRandom()) == [0, 1]


def test_light_trees_win_at_a_large_rate():
    taken = drawn(SQUARE, 1000, "prim", SecureRandom())
    assert taken == [0, 1, 3] or math.fsum(WEIGHTS[taken]) == 2.25


@pytest.mark.parametrize("given", [{"accounting": "zcdp"}, {"weights_share": 0.5}])
def test_what_is_not_drawn_with_integers_is_refused(given):
    with pytest.raises(Refused, match="pure ε and without weights"):
        PAMST(**given).publish(SQUARE, epsilon=Fraction(1), coins=SecureRandom())


def test_a_graph_that_would_take_too_many_coins_is_refused():
    n = 4_500
    ring = Graph.from_edges(n, [(i, (i + 1) % n) for i in range(n)], weights=np.ones(n))
    assert n * n > MOST_TRIALS
    with pytest.raises(Refused, match="coins"):
        PAMST().publish(ring, epsilon=Fraction(1), coins=SecureRandom())
