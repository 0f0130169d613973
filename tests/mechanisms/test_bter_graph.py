"""Graphs with given degrees and clustering: what is met, and the law of the groups."""

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_ends, pair_numbers
from graphdp_core.mechanisms import bter_graph
from graphdp_core.mechanisms.bter_graph import bter_edges, class_shares
from graphdp_core.mechanisms.given_degrees import matched_stubs
from graphdp_core.sensitivities.clustering import class_clustering, class_count

LEVEL = 1e-6


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

    monkeypatch.setattr(bter_graph, "np", OtherMachine())
    found = bter_edges(np.full(30, 2), nearly, rng=np.random.default_rng(0))
    assert len(found) == 30
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
