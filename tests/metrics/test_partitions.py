"""Partition scores against scikit-learn, networkx and their definitions."""

import itertools

import networkx as nx
import numpy as np
import pytest
from sklearn import metrics as reference

from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.partitions import (
    Overlaps,
    community_weights,
    confusion_matrix,
    is_degenerate,
    match_labels,
    modularity,
    share_in_singletons_and_pairs,
)


def two_partitions(
    n: int, k1: int, k2: int, seed: int, noise: float = 0.5
) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    first = rng.integers(0, k1, n)
    return first, np.where(rng.random(n) < noise, rng.integers(0, k2, n), first % k2)


CASES = [(2, 1, 2), (5, 2, 3), (50, 5, 4), (200, 1, 7), (1000, 40, 30), (2500, 700, 900)]


@pytest.mark.parametrize("case", CASES)
def test_scores_agree_with_scikit_learn(case: tuple[int, int, int]) -> None:
    first, second = two_partitions(*case, seed=case[0])
    ours = Overlaps.of(first, second)
    assert ours.adjusted_rand() == pytest.approx(
        reference.adjusted_rand_score(first, second), abs=1e-12
    )
    assert ours.normalised_mutual_information() == pytest.approx(
        reference.normalized_mutual_info_score(first, second), abs=1e-12
    )
    assert ours.adjusted_mutual_information() == pytest.approx(
        reference.adjusted_mutual_info_score(first, second), abs=1e-9
    )


def test_chance_correction_is_exact_with_large_communities() -> None:
    # Means of thousands and few communities: the terms left out must not show.
    first, second = two_partitions(30_000, 3, 2, seed=0, noise=0.97)
    assert Overlaps.of(first, second).adjusted_mutual_information() == pytest.approx(
        reference.adjusted_mutual_info_score(first, second), rel=1e-8
    )


@pytest.mark.parametrize(
    "labels", [[0, 0, 1, 1, 2], [0] * 6, [0, 1, 2, 3]], ids=["some", "one", "singles"]
)
def test_equal_partitions_score_one(labels: list[int]) -> None:
    overlaps = Overlaps.of(labels, [f"class {c}" for c in labels])
    assert overlaps.adjusted_rand() == 1.0
    assert overlaps.adjusted_mutual_information() == 1.0
    assert overlaps.normalised_mutual_information() == 1.0
    assert overlaps.average_f1() == 1.0


def test_average_f1_follows_its_definition() -> None:
    first, second = two_partitions(60, 6, 4, seed=3)
    a = [set(np.flatnonzero(first == c)) for c in set(first)]
    b = [set(np.flatnonzero(second == c)) for c in set(second)]

    def direction(xs: list[set[int]], ys: list[set[int]]) -> float:
        return float(np.mean([max(2 * len(x & y) / (len(x) + len(y)) for y in ys) for x in xs]))

    expected = (direction(a, b) + direction(b, a)) / 2
    assert Overlaps.of(first, second).average_f1() == pytest.approx(expected, abs=1e-12)


def test_too_few_nodes_have_no_score() -> None:
    assert np.isnan(Overlaps.of([], []).average_f1())
    for labels in ([], [3]):
        overlaps = Overlaps.of(labels, labels)
        assert np.isnan(overlaps.adjusted_rand())
        assert np.isnan(overlaps.adjusted_mutual_information())
        assert np.isnan(overlaps.normalised_mutual_information())


def test_labels_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="one length"):
        Overlaps.of([0, 1], [0])


@pytest.mark.parametrize("resolution", [0.5, 1.0, 2.0])
def test_modularity_agrees_with_networkx(resolution: float) -> None:
    rng = np.random.default_rng(0)
    for network in (nx.karate_club_graph(), nx.gnm_random_graph(40, 90, seed=1)):
        graph = Graph.from_networkx(network)
        labels = rng.integers(0, 5, graph.n)
        sets = [set(np.flatnonzero(labels == c).tolist()) for c in range(5)]
        expected = nx.community.modularity(network, sets, resolution=resolution)
        assert modularity(graph, labels, resolution=resolution) == pytest.approx(expected)


def test_modularity_without_edges_is_not_defined() -> None:
    assert np.isnan(modularity(Graph.from_edges(3, []), [0, 1, 2]))
    assert np.isnan(modularity(Graph.from_edges(0, []), []))


def test_modularity_needs_one_label_per_node() -> None:
    with pytest.raises(ValueError, match=r"shape \(3,\), got \(2,\)"):
        modularity(Graph.from_edges(3, [(0, 1)]), [0, 1])


def test_negative_weights_are_not_used() -> None:
    edges = [(0, 1), (1, 2)]
    assert community_weights(Graph.from_edges(3, edges, weights=[1.0, -1.0])) is None
    assert community_weights(Graph.from_edges(3, edges)) is None
    used = community_weights(Graph.from_edges(3, edges, weights=[1.0, 2.0]))
    assert used is not None
    assert used.tolist() == [1.0, 2.0]


def test_a_degenerate_partition_is_noticed_where_nmi_is_fooled() -> None:
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(4), 50)
    useless = rng.permutation(200)
    assert is_degenerate(useless)
    assert not is_degenerate(truth)
    overlaps = Overlaps.of(truth, useless)
    assert overlaps.normalised_mutual_information() > 0.3
    assert overlaps.adjusted_rand() < 0.01
    assert share_in_singletons_and_pairs([0, 0, 1, 1, 1, 2]) == pytest.approx(0.5)
    assert not is_degenerate([0, 0, 1, 1, 1, 2])
    assert np.isnan(share_in_singletons_and_pairs([]))
    assert not is_degenerate([])


@pytest.mark.parametrize("seed", range(8))
def test_matching_keeps_most_nodes_in_their_colour(seed: int) -> None:
    base, own = two_partitions(40, 4, 4, seed)
    renamed = match_labels(base, own)
    best = max(
        sum(np.count_nonzero((base == i) & (own == p[i])) for i in range(4))
        for p in itertools.permutations(range(4))
    )
    assert np.count_nonzero(renamed == base) == best
    # The partition itself is the same.
    assert Overlaps.of(own, renamed).adjusted_rand() == 1.0


def test_communities_without_a_partner_get_new_numbers_by_size() -> None:
    base = np.zeros(9, dtype=int)
    own = np.array([0, 1, 1, 1, 1, 2, 2, 2, 0])
    assert match_labels(base, own).tolist() == [2, 0, 0, 0, 0, 1, 1, 1, 2]
    # Paired with nobody rather than with a community that shares no node.
    assert match_labels([0, 0, 0, 0, 1], [0, 0, 0, 1, 0]).tolist() == [0, 0, 0, 2, 0]
    assert match_labels([], []).tolist() == []


def test_confusion_counts_every_node_once() -> None:
    first, second = two_partitions(300, 9, 7, seed=2)
    table = confusion_matrix(first, second, largest=20)
    np.testing.assert_array_equal(table.counts, reference.cluster.contingency_matrix(first, second))
    assert table.rows == tuple(range(9))
    short = confusion_matrix(first, second, largest=3)
    assert short.counts.shape == (4, 4)
    assert short.counts.sum() == 300
    assert short.rows[-1] == short.columns[-1] == -1
    i, j = short.rows[0], short.columns[1]
    assert short.counts[0, 1] == np.count_nonzero((first == i) & (second == j))
    shown = [c for c in short.rows if c >= 0]
    sizes = np.bincount(first)
    assert min(sizes[shown]) >= max(np.delete(sizes, shown))


def test_confusion_needs_room_for_a_community() -> None:
    with pytest.raises(ValueError, match="largest must be at least 1, got 0"):
        confusion_matrix([0], [0], largest=0)
