"""Results: partitions that know the sets they stand in."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.results import NestedPartition


@pytest.fixture
def grown(rng):
    """Thirty items that merge to twelve, to five groups; three communities that cut across."""
    labels = rng.integers(0, 3, size=30)
    first, second = rng.permutation(np.arange(30) % 12), rng.permutation(np.arange(12) % 5)
    return labels, first, second, NestedPartition.from_merges(labels, [first, second])


def test_sets_that_grew_are_the_groups_cut_at_the_communities(grown):
    labels, first, second, nested = grown
    sizes = {level: nested.set_sizes[nested.levels == level].tolist() for level in range(4)}
    assert sizes[0] == [30]
    assert sizes[1] == nested.sizes.tolist() == sorted(np.bincount(labels).tolist(), reverse=True)
    for level, group in ((2, second[first]), (3, first)):
        _, expected = np.unique(np.column_stack((labels, group)), axis=0, return_counts=True)
        assert sorted(sizes[level]) == sorted(expected.tolist())
    below = np.bincount(nested.parents[1:], weights=nested.set_sizes[1:])
    assert np.array_equal(below, nested.set_sizes[: len(below)])
    assert (nested.communities[1:] >= 0).all()
    assert (nested.communities[0], nested.parents[0]) == (-1, -1)


def test_a_level_that_changes_nothing_is_left_out():
    same = np.array([0, 0, 1, 1])
    assert NestedPartition.from_merges(same, [same, np.array([0, 1])]).parents.tolist() == [
        -1,
        0,
        0,
    ]
    assert NestedPartition.from_merges(same, ()).parents.tolist() == [-1, 0, 0]
    empty = NestedPartition.from_merges(np.empty(0, dtype=int), ())
    assert (empty.k, len(empty.parents)) == (0, 0)


def test_items_of_many_nodes_count_all_of_them():
    items = np.array([0, 0, 0, 1, 2, 2])
    nested = NestedPartition.from_merges(np.zeros(6, dtype=int), [np.array([0, 0, 1])], items=items)
    assert nested.set_sizes.tolist() == [6, 6, 4, 2]


def test_louvain_levels_compose_to_its_communities():
    graph = gdp.generate("degree_corrected_sbm", n=3_000, blocks=30, seed=1)
    merges = []
    labels = louvain_communities(*graph.neighbours, key=3, runs=3, rounds=1, merges=merges)
    composed = merges[0]
    for merge in merges[1:]:
        composed = merge[composed]
    assert len(merges) > 1
    assert len(np.unique(np.column_stack((labels, composed)), axis=0)) == labels.max() + 1


def test_a_cut_through_divisions_names_every_set():
    graph = gdp.generate("sbm", n=300, blocks=3, within=0.3, between=0.01, seed=1)
    release = gdp.mechanism("mod_divisive", k=2, max_level=4, smallest=5).release(
        graph, epsilon=8.0, rng=gdp.noise_stream(0)
    )
    above = release.communities[release.parents]
    whole = (release.communities >= 0) & (above < 0)
    assert np.array_equal(np.sort(release.set_sizes[whole]), np.sort(release.sizes))
    inherits = (above >= 0) & (release.parents >= 0)
    assert np.array_equal(release.communities[inherits], above[inherits])
    assert release.levels.max() == 4
    assert release.scores[0] == 0.0
    assert len(release.scores) == len(release.parents)
