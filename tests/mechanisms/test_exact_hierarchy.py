"""Places drawn with integers: their law on five nodes, and what is refused."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_hierarchy import LARGEST_N, STEPS, grown_exactly
from graphdp_core.privacy.secure_random import SecureRandom
from tests.dendrograms import grown_law, nested

KITE = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])


def test_the_dendrograms_have_the_law_of_the_screen_up_to_rounding():
    """Chi-square at level 1e-6; a step in 1024 moves no chance by more than a hundredth of it."""
    epsilon = Fraction(5)
    generator = np.random.default_rng(1)

    class InOrder(SecureRandom):
        def permutation(self, n):
            return np.array([2, 0, 3, 1])

    coins = InOrder(generator.bytes)
    seen: Counter = Counter()
    for _ in range(2500):
        tree = grown_exactly(KITE, epsilon=epsilon, coins=coins)
        seen[nested(tree.left, tree.right, int(np.flatnonzero(tree.parent < 0)[0]))] += 1
    law = grown_law(KITE, (2, 0, 3, 1), float(epsilon * STEPS / (STEPS + 2)))
    assert set(seen) <= set(law)
    expected = 2500 * np.array(list(law.values()))
    assert stats.chisquare([seen[tree] for tree in law], expected, sum_check=False).pvalue > 1e-6


def test_more_nodes_than_are_proposed_one_by_one_are_refused():
    with pytest.raises(ValueError, match=r"at most 5,000 nodes, got n = 5,001: publish a smaller"):
        grown_exactly(
            Graph.from_edges(LARGEST_N + 1, []), epsilon=Fraction(1), coins=SecureRandom()
        )
