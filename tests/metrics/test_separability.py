"""Separable clusters are those that cuts of the tree can find; the gap says when cuts do.

The validity index of a partition along a tree: by hand, its range, its ends.
"""

import numpy as np
import pytest

from graphdp_core.analyses.tree_partitioning import SingleLinkage
from graphdp_core.graphs.components import component_numbers
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.metrics.separability import Separability, tree_validity
from graphdp_core.results import SpanningTree

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
    found = Separability.of(12, edges, lengths, labels)
    assert found.separable == found.clusters == cut.sum() + 1
    mixed = labels.copy()
    mixed[rng.permutation(12)[:2]] = labels.max() + 1
    assert Separability.of(12, edges, lengths, mixed).separable <= mixed.max() + 1
    tree = SpanningTree(edges, lengths)
    cuts = SingleLinkage(clusters=found.clusters, smallest=1).run(
        tree, rng=np.random.default_rng(0)
    )
    agrees = Overlaps.of(labels, cuts.labels).adjusted_rand() == pytest.approx(1.0)
    assert agrees or not found.recovers
    longest = np.argsort(-lengths)[: cut.sum()]
    assert found.recovers == (set(longest) == set(np.flatnonzero(cut)))


def test_it_says_what_it_means():
    assert seen([0, 0, 0, 1, 1, 1]).sentence.endswith("cuts find them.")
    assert "may miss" in seen([0, 0, 1, 1, 1, 1]).sentence
    assert seen([0, 0, 1, 1, 0, 0]).sentence.endswith("no cuts of it can find the others.")


VALIDITY_PATH = np.array([[0, 1], [1, 2], [2, 3], [3, 4]])


def test_one_cluster_has_separation_one():
    assert tree_validity(VALIDITY_PATH, [0.5, 0.2, 0.4, 0.1], [0] * 5) == pytest.approx(0.5)
    assert tree_validity(VALIDITY_PATH, [0.5, 0.2, 4.0, 0.1], [0] * 5) == pytest.approx(-0.75)


def test_a_part_that_no_edge_leaves_has_index_one():
    assert tree_validity(VALIDITY_PATH[[0, 2, 3]], [0.5, 4.0, 0.1], [0, 0, 1, 1, 1]) == 1.0
    assert tree_validity(VALIDITY_PATH[:1], [0.5], [0, 0]) == 0.5


def test_single_nodes_have_dispersion_zero_and_index_one():
    assert tree_validity(VALIDITY_PATH, [3.0, 1.0, 2.0, 5.0], [0, 1, 2, 3, 4]) == 1.0


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
