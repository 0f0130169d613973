"""ToMATo: peaks found, merging, coinciding points."""

import numpy as np
import pytest
from made_graphs import blocks

from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.data import generate
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.results import ModePartition


def _cluster(points, neighbours, clusters):
    outcome = ToMATo(neighbours=neighbours, clusters=clusters).cluster(points)
    return outcome.labels, outcome.notes


def clouds(sizes: list[int], seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    centres = 8.0 * np.array([[0, 0], [1, 0], [0, 1], [1, 1]])[: len(sizes)]
    truth = np.repeat(np.arange(len(sizes)), sizes)
    return centres[truth] + rng.normal(size=(len(truth), 2)), truth


def run(graph: Graph, **parameters: object) -> ModePartition:
    return ToMATo(**parameters).run(graph, rng=np.random.default_rng(0))


def test_blocks_come_back() -> None:
    graph = blocks([100, 90, 80], 0.3, 0.02)
    partition = run(graph, clusters=3)
    assert partition.k == 3
    assert Overlaps.of(graph.labels, partition.labels).adjusted_rand() > 0.9


@pytest.mark.parametrize("sizes", [[100, 100], [120, 80, 60], [90, 90, 90, 90]])
def test_peaks_are_counted_by_the_largest_gap(sizes: list[int]) -> None:
    points, truth = clouds(sizes)
    labels, notes = _cluster(points, 0, 0)
    assert Overlaps.of(truth, labels).adjusted_rand() > 0.98
    assert notes == ()


def test_clusters_agree_with_gudhi_used_directly() -> None:
    from gudhi.clustering.tomato import Tomato

    points, _ = clouds([100, 90, 80], seed=3)
    # DTM of order 2 in both: the density differs by a constant and a factor only.
    theirs = Tomato(k=12, n_clusters=3, q=2).fit(points).labels_
    ours, _ = _cluster(points, 12, 3)
    assert Overlaps.of(theirs, ours).adjusted_rand() == 1.0


def test_the_order_of_points_does_not_matter() -> None:
    points, _ = clouds([60, 50, 40], seed=1)
    order = np.random.default_rng(0).permutation(len(points))
    first, _ = _cluster(points, 0, 3)
    second, _ = _cluster(points[order], 0, 3)
    assert Overlaps.of(first[order], second).adjusted_rand() == 1.0


def test_coinciding_points_share_a_cluster_and_do_not_break_the_density() -> None:
    points, _ = clouds([40, 40], seed=2)
    piled = np.vstack([points, np.repeat(points[:1], 50, axis=0), np.full((30, 2), 30.0)])
    labels, _ = _cluster(piled, 0, 3)
    assert set(labels[80:130].tolist()) == {labels[0]}
    assert len(set(labels[130:].tolist())) == 1
    one, notes = _cluster(np.ones((9, 3)), 0, 0)
    assert one.tolist() == [0] * 9
    assert "coincide" in notes[0]


def test_a_number_that_cannot_be_had_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    points, _ = clouds([40, 40, 40, 40])
    points = points * [100.0, 100.0]
    labels, notes = _cluster(points, 4, 2)
    assert labels.max() + 1 >= 4
    assert "instead of 2" in notes[0]
    labels, notes = _cluster(points[:40], 30, 30)
    assert labels.max() + 1 < 30
    assert "no more peaks" in notes[0]
    assert capfd.readouterr() == ("", "")  # gudhi prints where it cannot follow


def two_rings(n: int = 600) -> Graph:
    return generate("rdpg", n=n, shape="rings", seed=0)


def test_the_threshold_in_force_gives_the_same_clusters_when_it_is_set() -> None:
    graph = generate("sbm", n=200, seed=2)
    outcome = run(graph)
    prominences = outcome.merges[:, 0] - outcome.merges[:, 1]
    assert outcome.k == np.sum(prominences > outcome.threshold)
    again = run(graph, threshold=outcome.threshold)
    np.testing.assert_array_equal(again.labels, outcome.labels)


def test_a_larger_threshold_never_gives_more_clusters() -> None:
    graph = generate("rdpg", n=300, seed=1)
    counts = [run(graph, threshold=t).k for t in (0.05, 0.3, 1.0, 3.0, 100.0)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


def test_the_threshold_goes_before_the_number() -> None:
    graph = generate("sbm", n=200, seed=2)
    assert run(graph, threshold=100.0, clusters=5).k == run(graph, threshold=100.0).k


@pytest.mark.parametrize("density", ["dtm", "knn", "kde"])
def test_every_density_finds_three_dense_blocks(density: str) -> None:
    graph = generate("sbm", n=240, within=0.5, between=0.05, seed=0)
    assert run(graph, density=density).k == 3


def test_rings_are_found_where_means_are_not() -> None:
    graph = two_rings()
    outcome = run(graph, clusters=2, dimension=3, normalise=False)
    rivals = SpectralClustering(clusters=2, normalise=False).run(
        graph, rng=np.random.default_rng(0)
    )
    assert Overlaps.of(graph.labels, outcome.labels).adjusted_rand() > 0.9
    assert Overlaps.of(graph.labels, rivals.labels).adjusted_rand() < 0.2
