"""Communities over draws, against overlapping groups, and their edges: against plain loops.

Separable clusters are those that cuts of the tree can find; the gap says when cuts do.

The validity index of a partition along a tree: by hand, its range, its ends.
"""

import itertools

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.tree_partitioning import SingleLinkage
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.communities import (
    Separability,
    block_matrix,
    co_assignment,
    evenly_spread_nodes,
    f1_with_known_groups,
    pair_certainty,
    tree_validity,
)
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.results import SpanningTree


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


def test_f1_without_groups_is_nan():
    assert np.isnan(f1_with_known_groups([0, 1], []))
    assert np.isnan(f1_with_known_groups([0, 1], [[]]))


def test_block_matrix_counts_the_ends_of_edges():
    g = gdp.load_graph("karate")
    labels = np.arange(g.n) % 3
    outcome = block_matrix(g, labels).counts
    network = g.to_networkx()
    nx.set_node_attributes(network, dict(enumerate(labels.tolist())), "block")
    mixing = nx.attribute_mixing_matrix(
        network, "block", normalized=False, mapping={0: 0, 1: 1, 2: 2}
    )
    assert np.array_equal(outcome, mixing.astype(int))
    assert outcome.sum() == 2 * g.m


def test_small_communities_share_one_row_of_the_block_matrix():
    path = Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    table = block_matrix(path, [0, 0, 1, 2, 3], largest=1)
    assert table.rows == (0, -1)
    assert table.counts.tolist() == [[2, 1], [1, 4]]


PATH = np.array([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]], dtype=np.int32)
LENGTHS = np.array([1.0, 2.0, 9.0, 2.0, 1.0])


def seen(labels, lengths=LENGTHS):
    return Separability.of(6, PATH, lengths, np.array(labels))


def test_a_cluster_whose_path_leaves_it_is_not_separable():
    assert seen([0, 0, 0, 1, 1, 1]) == Separability(2, 2, 4.5)
    assert seen([0, 1, 0, 1, 1, 1]).separable == 0
    assert seen([0, 0, 1, 1, 0, 0]).separable == 1
    assert seen([0, 0, -1, -1, 1, 1]).clusters == 2
    assert seen([0] * 6).gap == np.inf
    assert np.isnan(seen(range(6)).gap)


@pytest.mark.parametrize("seed", range(20))
def test_separable_is_what_cuts_can_make_and_the_light_is_right(seed):
    rng = np.random.default_rng(seed)
    edges = np.array([[rng.integers(v), v] for v in range(1, 12)], dtype=np.int32)
    lengths = rng.exponential(size=11)
    cut = rng.random(11) < 0.2
    labels = component_numbers(12, edges[~cut])
    outcome = Separability.of(12, edges, lengths, labels)
    assert outcome.separable == outcome.clusters == cut.sum() + 1
    mixed = labels.copy()
    mixed[rng.permutation(12)[:2]] = labels.max() + 1
    assert Separability.of(12, edges, lengths, mixed).separable <= mixed.max() + 1
    tree = SpanningTree(edges, lengths)
    cuts = SingleLinkage(clusters=outcome.clusters, smallest=1).run(
        tree, rng=np.random.default_rng(0)
    )
    agrees = Overlaps.of(labels, cuts.labels).adjusted_rand() == pytest.approx(1.0)
    assert agrees or not outcome.recovers
    longest = np.argsort(-lengths)[: cut.sum()]
    assert outcome.recovers == (set(longest) == set(np.flatnonzero(cut)))


def test_it_says_what_it_means():
    assert seen([0, 0, 0, 1, 1, 1]).sentence.endswith("cuts find them.")
    assert "may miss" in seen([0, 0, 1, 1, 1, 1]).sentence
    assert seen([0, 0, 1, 1, 0, 0]).sentence.endswith("no cuts of it can find the others.")


VALIDITY_PATH = np.array([[0, 1], [1, 2], [2, 3], [3, 4]])


def test_one_cluster_has_separation_one():
    assert tree_validity(VALIDITY_PATH, [0.5, 0.2, 0.4, 0.1], [0] * 5) == pytest.approx(0.5)
    assert tree_validity(VALIDITY_PATH, [0.5, 0.2, 4.0, 0.1], [0] * 5) == pytest.approx(-0.75)


def test_clusters_count_by_size():
    # {0,1}: (4-1)/4; {2,3,4}: (4-2)/4
    value = tree_validity(VALIDITY_PATH, [1.0, 4.0, 2.0, 0.5], [1, 1, 0, 0, 0])
    assert value == pytest.approx((2 * 0.75 + 3 * 0.5) / 5)


def test_a_cut_at_the_wrong_place_is_below_zero():
    assert tree_validity(VALIDITY_PATH, [1.0, 4.0, 2.0, 0.5], [0, 0, 0, 0, 1]) < 0


def test_weights_must_be_positive_and_nodes_must_be_there():
    with pytest.raises(ValueError, match="above 0"):
        tree_validity(VALIDITY_PATH, [1.0, 0.0, 2.0, 0.5], [0] * 5)
    assert np.isnan(tree_validity(VALIDITY_PATH[:0], [], []))
