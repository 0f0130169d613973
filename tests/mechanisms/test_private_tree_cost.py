"""The private cost of the spanning tree: its sensitivity, its law, and what it refuses."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare, kstest, t

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.mechanisms.private_tree_cost import PrivateTreeCost
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.privacy.secure_random import SecureRandom

COMPLETE = Graph.from_edges(
    12,
    [(i, j) for i in range(12) for j in range(i + 1, 12)],
    weights=np.random.default_rng(1).random(66),
)


def cost_of(graph, weights):
    return float(weights[minimum_spanning_forest(graph, weights)].sum())


@pytest.mark.parametrize(("norm", "moved"), [("l1", 0.5), ("linf", 0.5 * 11), ("one", 10.0)])
def test_the_sensitivity_is_attained_and_never_passed(norm, moved):
    made = PrivateTreeCost(norm=norm, radius=0.5)
    assert made.sensitivity(COMPLETE) == pytest.approx(moved)
    rng = np.random.default_rng(0)
    seen = 0.0
    for _ in range(300):
        left = rng.uniform(0.0, 10.0, COMPLETE.m)
        right = left.copy()
        if norm == "linf":
            right += rng.choice([-0.5, 0.5]) if rng.random() < 0.5 else rng.uniform(-0.5, 0.5, 66)
        elif norm == "one":
            right[rng.integers(66)] = rng.choice([0.0, 10.0])
        else:
            step = rng.dirichlet(np.full(66, 0.1)) * rng.choice([-0.5, 0.5])
            right += step
        seen = max(seen, abs(cost_of(COMPLETE, left) - cost_of(COMPLETE, right)))
    assert seen <= moved + 1e-9
    if norm == "linf":
        assert seen >= moved - 1e-9


def test_the_published_noise_has_the_exact_law_of_whole_steps():
    """Chi-square of 2,000 publications against the discrete Laplace law; fails with 1e-6."""
    made, epsilon, coins = PrivateTreeCost(radius=1.0), Fraction(1), SecureRandom()
    flat = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[1.0, 1.0])
    draw = made.publish(flat, epsilon=epsilon, coins=coins)
    scale = float(Fraction(draw.facts["scale"]))
    values = np.array(
        [made.publish(flat, epsilon=epsilon, coins=coins).released.values[0] for _ in range(2_000)]
    )
    steps = (values - 2.0) / float(draw.facts["grid"])
    q = np.exp(-1.0 / scale)
    edges = np.array([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0]) * scale

    def below(x):  # P(noise < x) for x not whole
        k = np.floor(x)
        return np.where(k >= 0, 1 - q ** (k + 1) / (1 + q), q ** (-k) / (1 + q))

    expected = np.diff([0.0, *below(edges), 1.0]) * len(values)
    counted = np.bincount(np.searchsorted(edges, steps), minlength=len(edges) + 1)
    assert chisquare(counted, expected).pvalue > 1e-6


@pytest.mark.long
def test_smooth_noise_is_student_t_of_its_scale():
    """Kolmogorov-Smirnov on 600 draws; fails with 1e-6."""
    made = PrivateTreeCost(norm="one", noise="smooth", lowest=0.0, highest=1.0)
    scale = made.scale(COMPLETE, 2.0)
    true = cost_of(COMPLETE, COMPLETE.weights)
    rng = np.random.default_rng(4)
    drawn = [made.release(COMPLETE, epsilon=2.0, rng=rng).values[0] for _ in range(600)]
    assert kstest((np.array(drawn) - true) / scale, t(3).cdf).pvalue > 1e-6
    assert scale < PrivateTreeCost(norm="one", highest=1.0).scale(COMPLETE, 2.0) * 3


def test_a_light_dense_graph_needs_less_noise_than_its_range():
    n = 40
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    graph = Graph.from_edges(n, pairs, weights=np.random.default_rng(0).random(len(pairs)))
    smooth = PrivateTreeCost(norm="one", noise="smooth", highest=1.0)
    plain = PrivateTreeCost(norm="one", highest=1.0)
    mean_of_t3 = 2.0 * np.sqrt(3.0) / np.pi
    ratio = mean_of_t3 * smooth.scale(graph, 1.0) / plain.scale(graph, 1.0)
    assert 0.3 < ratio < 0.6, "0.47 in the mean over 20 graphs"
    path = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[0.1, 0.2])
    assert smooth.scale(path, 1.0) > plain.scale(path, 1.0)


def test_parts_are_bounded_apart_and_lone_nodes_cost_nothing():
    smooth = PrivateTreeCost(norm="one", noise="smooth", highest=1.0)
    triangle = [(0, 1), (0, 2), (1, 2)]
    one = Graph.from_edges(4, triangle, weights=[0.1, 0.1, 0.1])
    two = Graph.from_edges(
        6, [*triangle, (3, 4), (3, 5), (4, 5)], weights=[0.1, 0.1, 0.1, 0.2, 0.2, 0.2]
    )
    alone = Graph.from_edges(3, triangle, weights=[0.2, 0.2, 0.2])
    assert two.n == 6
    assert smooth.scale(two, 4.0) == smooth.scale(alone, 4.0)
    assert smooth.scale(one, 4.0) <= smooth.scale(alone, 4.0)
    empty = Graph.from_edges(3, [], weights=[])
    assert np.isfinite(smooth.release(empty, epsilon=1.0, rng=gdp.noise_stream(0)).values[0])


def test_what_cannot_be_published_or_computed_is_said():
    smooth = PrivateTreeCost(norm="one", noise="smooth")
    with pytest.raises(Refused, match="Set noise to 'global'"):
        smooth.publish(COMPLETE, epsilon=Fraction(1), coins=SecureRandom())
    n = 301
    long = Graph.from_edges(n, [(i, i + 1) for i in range(n - 1)], weights=np.ones(n - 1))
    with pytest.raises(Refused, match="at most 300 nodes, this one has 301"):
        smooth.release(long, epsilon=1.0, rng=gdp.noise_stream(0))
    assert smooth.guarantee(1.0).relation is NeighbouringRelation.WEIGHT_ONE
    assert smooth.clip, "the range is what may change"
