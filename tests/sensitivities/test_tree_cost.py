"""The smooth bound of the spanning tree's cost against all cuts of all small weightings."""

import itertools
import math

import numpy as np
import pytest

from graphdp_core.sensitivities.tree_cost import GRID, light_connectivity, smooth_cost_bound

K4 = np.array(list(itertools.combinations(range(4), 2)), dtype=np.int32)
LARGEST = 3
CUTS = [
    [place for place, (u, v) in enumerate(K4.tolist()) if (u in side) != (v in side)]
    for size in (1, 2)
    for side in itertools.combinations(range(4), size)
]
WEIGHTINGS = list(itertools.product(range(LARGEST + 1), repeat=6))


def cost(weights):
    trees = [t for t in itertools.combinations(range(6), 3) if _joins(t)]
    return min(sum(weights[e] for e in tree) for tree in trees)


def _joins(tree):
    parts = [{v} for v in range(4)]
    for place in tree:
        u, v = K4[place].tolist()
        one, other = (next(p for p in parts if end in p) for end in (u, v))
        if one is other:
            return False
        parts.remove(other)
        one |= other
    return len(parts) == 1


def by_cuts(weights, k):
    """Local sensitivity at distance k, from all cuts (Nissim, Raskhodnikova and Smith)."""
    worst = 0
    for cut in CUTS:
        crossing = [*sorted(weights[e] for e in cut), *[LARGEST] * 9]
        worst = max(worst, crossing[k], crossing[k + 1] - crossing[0])
    return worst


@pytest.mark.long
def test_the_formula_over_cuts_is_the_local_sensitivity():
    """At distance 0, against the costs of all 4,096 weightings of K_4 and their neighbours."""
    costs = {weights: cost(weights) for weights in WEIGHTINGS}
    for weights in WEIGHTINGS[::7]:
        moves = [
            abs(costs[weights] - costs[(*weights[:e], w, *weights[e + 1 :])])
            for e in range(6)
            for w in range(LARGEST + 1)
        ]
        assert max(moves) == by_cuts(weights, 0)


@pytest.mark.sample
@pytest.mark.parametrize("beta", [0.1, 0.8])
def test_the_bound_is_never_too_small_and_is_smooth(beta):
    bounds = {
        weights: smooth_cost_bound(4, K4, np.array(weights, dtype=float), float(LARGEST), beta)
        for weights in WEIGHTINGS[::5]
    }
    for weights, bound in bounds.items():
        needed = max(math.exp(-beta * k) * by_cuts(weights, k) for k in range(7))
        assert bound >= needed - 1e-12
    for weights, bound in itertools.islice(bounds.items(), 0, None, 9):
        for e in range(6):
            for w in (0, LARGEST):
                near = np.array((*weights[:e], w, *weights[e + 1 :]), dtype=float)
                other = smooth_cost_bound(4, K4, near, float(LARGEST), beta)
                assert bound <= math.exp(beta) * other * (1 + 1e-12)


def test_a_bridge_leaves_no_less_than_the_whole_range():
    path = np.array([[0, 1], [1, 2]], dtype=np.int32)
    assert smooth_cost_bound(3, path, np.array([0.0, 0.1]), 2.0, 0.1) == 2.0


def test_connectivity_rises_with_the_threshold_and_is_found_between_equal_ones():
    rng = np.random.default_rng(3)
    edges = np.array(list(itertools.combinations(range(9), 2)), dtype=np.int32)
    weights = rng.random(len(edges))
    outcome = light_connectivity(9, edges, weights, 1.0)
    assert np.all(np.diff(outcome) >= 0)
    assert outcome[GRID] == 8
    assert outcome[0] == 0
