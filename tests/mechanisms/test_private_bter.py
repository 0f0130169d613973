"""Private BTER: the law of its noise, what one edge betrays, what is kept, bad input.

Seeds are fixed; each random check is a test at level 1e-6.

Graphs with given degrees and clustering: what is met, and the law of the groups.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from noise_laws import betrays_no_edge
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_ends, pair_numbers
from graphdp_core.graphs.statistics import clustering_statistics, node_triangles
from graphdp_core.mechanisms import private_bter
from graphdp_core.mechanisms.block_graph import matched_stubs
from graphdp_core.mechanisms.private_bter import PrivateBTER, bter_edges, class_shares
from graphdp_core.privacy.samplers import grid_step
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.sensitivities.clustering import (
    class_clustering,
    class_count,
    clustering_sensitivity,
)

LEVEL = 1e-6
KITE = Graph.from_edges(5, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 4)])


@pytest.mark.parametrize("shares", [{}, {"clustering_share": 0.9}, {"name_share": 0.05}])
def test_the_shares_add_up_to_epsilon(shares):
    parts = PrivateBTER(**shares).budget(3.0)
    assert sum(parts) == pytest.approx(3.0, rel=1e-12)
    assert min(parts) > 0


@pytest.mark.sample
@pytest.mark.parametrize("way", ["study", "publication"])
def test_all_three_parts_have_the_noise_that_is_stated(way, monkeypatch):
    """What the graph is drawn from, caught before: discrete Laplace noise of the stated scales."""
    seen = []

    def caught(sequence, named, sums, *, scale, rng):
        seen.append((sequence, named, sums))
        return np.empty((0, 2), dtype=np.int32)

    monkeypatch.setattr(private_bter, "_generated", caught)
    made, coins, rng = PrivateBTER(), SecureRandom(), np.random.default_rng(5)
    draws = 1500 if way == "study" else 250
    for _ in range(draws):
        if way == "study":
            made.release(KITE, epsilon=2.0, rng=rng)
        else:
            made.publish(KITE, epsilon=Fraction(2), coins=coins)
    sorts, names, closes = made.budget(2.0)
    true = class_clustering(KITE, 2.0)
    step = grid_step(clustering_sensitivity(2.0), len(true))
    steps = clustering_sensitivity(2.0) / step + 2 * len(true)
    for part, truth, rate, unit in (
        (0, np.sort(KITE.degrees), sorts / 2, 1.0),
        (1, KITE.degrees, names / 2, 1.0),
        (2, np.round(true / step) * step, closes / steps, step),
    ):
        noise = np.concatenate([(each[part] - truth) / unit for each in seen])
        assert (noise == np.round(noise)).all()
        alpha = math.exp(-rate)

        def chance(k, alpha=alpha):
            """P(noise <= k) of the two-sided geometric law, k whole."""
            return np.where(
                k < 0, alpha ** np.abs(k) / (1 + alpha), 1 - alpha ** (np.abs(k) + 1) / (1 + alpha)
            )

        limits = np.unique(np.floor(np.quantile(noise, np.arange(1, 10) / 10)))
        expected = np.diff(np.concatenate(([0.0], chance(limits), [1.0])))
        counted = np.bincount(np.searchsorted(limits, noise), minlength=len(expected))
        assert stats.chisquare(counted, expected * len(noise)).pvalue > LEVEL


@pytest.mark.long
def test_no_released_graph_betrays_an_edge_beyond_epsilon():
    path = [(0, 1), (1, 2)]
    assert betrays_no_edge(PrivateBTER(), (path, [*path, (0, 2)]), 400)


def test_triangles_come_through_where_the_block_model_loses_them():
    g = gdp.generate("powerlaw_cluster", n=800, attach=6, triangle=0.95, seed=1)
    true = clustering_statistics(g, node_triangles(g)[0])

    def error(mechanism):
        made = mechanism.release(g, epsilon=4.0, rng=gdp.noise_stream(0))
        numbers = clustering_statistics(made, node_triangles(made)[0])["average_clustering"]
        return abs(numbers / true["average_clustering"] - 1)

    assert error(PrivateBTER()) < 0.15
    assert error(gdp.mechanism("private_block_model", blocks="one_block")) > 0.6


def test_classes_that_are_mostly_noise_are_drawn_to_the_mean():
    shares = np.array([10_000.0, 10_000.0, 1.0])
    values = private_bter._estimated(np.array([2000.0, 4000.0, 500.0]), shares, scale=20.0)
    assert values == pytest.approx([0.2, 0.4, 0.325], abs=0.01)
    assert private_bter._estimated(np.array([3.0, -1.0]), np.zeros(2), 1.0).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("n", "epsilon", "words"),
    [(2, 1.0, "3 to 500,000"), (500_001, 1.0, "500,001"), (30, 0.001, r"from 0\.01 to 5000 for")],
)
def test_bad_input_gets_one_clear_sentence(n, epsilon, words):
    with pytest.raises(ValueError, match=words) as caught:
        PrivateBTER().check(Graph.from_edges(n, []), epsilon)
    assert str(caught.value).endswith(".")


def test_degrees_are_met_and_no_pair_comes_twice():
    true = gdp.generate("powerlaw_cluster", n=400, seed=3)
    for clustering in (0.0, 0.5):
        edges = bter_edges(
            true.degrees, np.full(class_count(400), clustering), rng=np.random.default_rng(0)
        )
        made = Graph(n=400, edges=edges)
        assert made.m == len({tuple(edge) for edge in edges.tolist()})
        assert np.abs(made.degrees - true.degrees).sum() <= 0.01 * 2 * true.m


def test_clustering_is_met_class_by_class():
    degrees = np.full(3000, 8)
    for goal in (0.1, 0.6):
        edges = bter_edges(degrees, np.full(class_count(3000), goal), rng=np.random.default_rng(1))
        reached = class_clustering(Graph(n=3000, edges=edges), np.inf).sum()
        assert reached / class_shares(degrees, class_count(3000)).sum() == pytest.approx(
            goal, abs=0.03
        )


def test_a_cube_root_that_is_rounded_above_one_is_a_chance_still(monkeypatch):
    """As some machines round it, whatever this one does."""
    nearly = np.array([1.0 - 2.0**-52, 0.0, 0.0, 0.0, 0.0])
    roots = []

    class OtherMachine:
        def __getattr__(self, name):
            return getattr(np, name)

        def cbrt(self, values):
            roots.append(np.cbrt(values) * (1.0 + 2.0**-50))
            return roots[-1]

    monkeypatch.setattr(private_bter, "np", OtherMachine())
    numbers = bter_edges(np.full(30, 2), nearly, rng=np.random.default_rng(0))
    assert len(numbers) == 30
    assert max(map(np.max, roots)) > 1.0


def test_stubs_are_all_matched_around_what_is_taken():
    rng = np.random.default_rng(2)
    taken = pair_numbers(60, np.arange(59), np.arange(1, 60))
    for _ in range(20):
        stubs = rng.integers(0, 6, size=60)
        stubs[0] += stubs.sum() % 2
        pairs = matched_stubs(stubs, taken, rng=rng)
        ends = np.bincount(np.concatenate(pair_ends(60, pairs)), minlength=60)
        assert ends.tolist() == stubs.tolist()
        assert not np.isin(pairs, taken).any()
        assert (np.diff(pairs) > 0).all()


def test_every_node_of_one_degree_meets_every_other_as_often():
    """A ring's worth of stubs among 5 like nodes: all 10 pairs with the same chance."""
    rng, seen = np.random.default_rng(3), np.zeros(10)
    for _ in range(1000):
        seen[matched_stubs(np.full(5, 2), np.empty(0, dtype=np.int64), rng=rng)] += 1
    # The 5 pairs of one graph hang together; the variance of a pair is below that of a coin.
    assert stats.chi2.sf(((seen - 500) ** 2 / 250).sum(), 9) > LEVEL


@pytest.mark.parametrize("degrees", [[0, 0, 0], [1, 1, 0], [3, 3, 3, 3], [2, 0, 0]])
def test_small_and_impossible_degrees_give_a_graph(degrees):
    edges = bter_edges(np.array(degrees), np.array([0.5, 0.5]), rng=np.random.default_rng(0))
    made = Graph(n=len(degrees), edges=edges)
    assert (made.degrees <= np.array(degrees)).all()
