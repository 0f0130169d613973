"""Communities over draws, against overlapping groups, and their edges: against plain loops."""

import itertools

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.communities import (
    block_matrix,
    co_assignment,
    evenly_spread_nodes,
    f1_with_known_groups,
    pair_certainty,
)
from graphdp_core.metrics.partitions import Overlaps


@pytest.fixture
def draws(rng):
    return [rng.integers(0, 4, size=15) for _ in range(6)]


def test_co_assignment_counts_shared_communities(draws):
    share = co_assignment(draws)
    for u, v in itertools.product(range(15), repeat=2):
        assert share[u, v] == pytest.approx(np.mean([d[u] == d[v] for d in draws]))
    assert (share == share.T).all()


def test_co_assignment_needs_a_draw():
    with pytest.raises(ValueError, match="at least one"):
        co_assignment([])


def test_pair_certainty_is_the_mean_of_co_assignment(draws, rng):
    baseline = rng.integers(0, 3, size=15)
    share = co_assignment(draws)
    pairs = list(itertools.combinations(range(15), 2))
    within = [share[u, v] for u, v in pairs if baseline[u] == baseline[v]]
    between = [share[u, v] for u, v in pairs if baseline[u] != baseline[v]]
    assert pair_certainty(baseline, draws) == pytest.approx((np.mean(within), np.mean(between)))


def test_pair_certainty_without_pairs_is_nan():
    assert np.isnan(pair_certainty([0], [[0]])).all()
    assert np.isnan(pair_certainty([0, 1], [[0, 1]])[0])


def test_evenly_spread_nodes_give_every_community_its_share(rng):
    labels = rng.permutation(np.repeat([0, 1, 2], [60, 30, 10]))
    nodes = evenly_spread_nodes(labels, 20)
    assert np.bincount(labels[nodes]).tolist() == [12, 6, 2]
    assert (np.diff(labels[nodes]) >= 0).all()
    assert len(set(nodes.tolist())) == 20
    assert len(evenly_spread_nodes(labels, 500)) == 100


def f1_by_loops(labels, groups):
    covered = set().union(*map(set, groups))
    communities = [
        {u for u in covered if labels[u] == c} for c in set(labels[sorted(covered)].tolist())
    ]

    def f1(a, b):
        return 2 * len(set(a) & set(b)) / (len(a) + len(b))

    one = np.mean([max(f1(g, c) for c in communities) for g in groups])
    two = np.mean([max(f1(g, c) for g in groups) for c in communities])
    return (one + two) / 2


def test_f1_with_overlapping_groups_is_that_of_the_definition(rng):
    labels = rng.integers(0, 5, size=40)
    groups = [rng.choice(40, size=size, replace=False) for size in (3, 8, 12, 5, 1)]
    assert f1_with_known_groups(labels, groups) == pytest.approx(f1_by_loops(labels, groups))


def test_f1_with_groups_that_are_a_partition_is_the_usual_one(rng):
    labels, truth = rng.integers(0, 5, size=(2, 60))
    groups = [np.flatnonzero(truth == c) for c in np.unique(truth)]
    usual = Overlaps.of(truth, labels).average_f1()
    assert f1_with_known_groups(labels, groups) == pytest.approx(usual)


def test_f1_without_groups_is_nan():
    assert np.isnan(f1_with_known_groups([0, 1], []))
    assert np.isnan(f1_with_known_groups([0, 1], [[]]))


def test_block_matrix_counts_the_ends_of_edges():
    g = gdp.load_graph("karate")
    labels = np.arange(g.n) % 3
    found = block_matrix(g, labels).counts
    network = g.to_networkx()
    nx.set_node_attributes(network, dict(enumerate(labels.tolist())), "block")
    mixing = nx.attribute_mixing_matrix(
        network, "block", normalized=False, mapping={0: 0, 1: 1, 2: 2}
    )
    assert np.array_equal(found, mixing.astype(int))
    assert found.sum() == 2 * g.m


def test_small_communities_share_one_row_of_the_block_matrix():
    path = Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    table = block_matrix(path, [0, 0, 1, 2, 3], largest=1)
    assert table.rows == (0, -1)
    assert table.counts.tolist() == [[2, 1], [1, 4]]
