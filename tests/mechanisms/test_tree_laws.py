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
from graphdp_core.mechanisms.tree_laws import MOST_TRIALS, drawn_tree
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


@pytest.mark.parametrize("rule", ["prim", "kruskal"])
def test_every_tree_has_its_probability(rule):
    coins = seeded_coins(1)
    drawn = Counter(
        tuple(drawn_tree(SQUARE, WEIGHTS, rate=Fraction(1), rule=rule, coins=coins).tolist())
        for _ in range(3_000)
    )
    expected = law(1.0, rule)
    assert sum(expected.values()) == pytest.approx(1.0)
    assert drawn.keys() <= expected.keys()
    trees = list(expected)
    counts = [3_000 * expected[tree] for tree in trees]
    assert stats.chisquare([drawn[tree] for tree in trees], counts).pvalue > RARE


def test_a_published_tree_spends_what_its_rate_says():
    drawn = PAMST(norm="linf", radius=0.5).publish(
        SQUARE, epsilon=Fraction(3), coins=SecureRandom()
    )
    assert drawn.facts["rate"] == "1"  # 3 / (3 steps * 2 * 0.5)
    assert drawn.exact_epsilon == 3.0
    assert len(drawn.released.edges) == 3


def test_the_thesis_calibration_spends_half():
    drawn = PAMST(sensitivity="thesis").publish(SQUARE, epsilon=Fraction(2), coins=SecureRandom())
    assert drawn.exact_epsilon == 1.0
    assert drawn.facts["rate"] == "1/3"


def test_every_part_of_a_graph_gets_a_tree():
    parts = Graph.from_edges(5, [(0, 1), (3, 4)], weights=[1.0, 1.0])
    for rule in ("prim", "kruskal"):
        taken = drawn_tree(parts, parts.weights, rate=Fraction(1), rule=rule, coins=SecureRandom())
        assert taken.tolist() == [0, 1]


def test_light_trees_win_at_a_large_rate():
    taken = drawn_tree(SQUARE, WEIGHTS, rate=Fraction(1000), rule="prim", coins=SecureRandom())
    assert taken.tolist() == [0, 1, 3] or math.fsum(WEIGHTS[taken]) == 2.25


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
