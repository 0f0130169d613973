"""Louvain on true and released graphs."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from made_graphs import blocks

import graphdp_core as gdp
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.partitioning import DEGENERATE
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.partitions import Overlaps, modularity
from graphdp_core.results import Partition


def flipped(graph: Graph, chance: float, seed: int) -> Graph:
    """Every pair flipped with this chance, and the law of it told."""
    rng = np.random.default_rng(seed)
    upper = np.triu(graph.adjacency().toarray() > 0, 1)
    noisy = np.triu(upper ^ (rng.random(upper.shape) < chance), 1)
    law = EdgeNoise(true_positive_rate=1 - chance, false_positive_rate=chance)
    return replace(Graph.from_edges(graph.n, np.argwhere(noisy)), noise=law)


def run(graph: Graph, seed: int = 0, **parameters: object) -> Partition:
    return Louvain(**parameters).run(graph, rng=np.random.default_rng(seed))


def test_planted_blocks_come_back_numbered_by_size() -> None:
    graph = blocks([30, 60, 45], 0.4, 0.03)
    partition = run(graph)
    assert partition.sizes.tolist() == [60, 45, 30]
    assert Overlaps.of(graph.labels, partition.labels).adjusted_rand() == 1.0


def test_the_same_stream_gives_the_same_partition() -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(200, 2, seed=0))
    np.testing.assert_array_equal(run(graph, 3).labels, run(graph, 3).labels)


def test_edge_case_graphs_keep_components_apart(edge_case_graph: Graph) -> None:
    partition = run(edge_case_graph)
    assert partition.labels.shape == (edge_case_graph.n,)
    assert all(
        partition.labels[u] == partition.labels[v] or edge_case_graph.m > 1
        for u, v in edge_case_graph.edges
    )
    if edge_case_graph.m == 0:
        assert partition.k == edge_case_graph.n


def test_one_quality_on_karate_is_the_known_best() -> None:
    graph = Graph.from_networkx(nx.karate_club_graph(), weight=None)
    best = 0.4197896  # Brandes et al. (2008), by integer programming
    assert modularity(graph, run(graph, runs=20).labels) == pytest.approx(best, abs=1e-6)


def test_weights_count_unless_one_is_negative() -> None:
    edges = [(0, 1), (1, 2), (2, 3), (0, 3)]
    heavy = Graph.from_edges(4, edges, weights=[9, 1, 9, 1])
    labels = run(heavy).labels
    assert labels[0] == labels[1] != labels[2] == labels[3]
    mixed = Graph.from_edges(4, edges, weights=[9, -1, 9, 1])
    partition = run(mixed)
    np.testing.assert_array_equal(partition.labels, run(Graph.from_edges(4, edges)).labels)
    assert any("negative" in note for note in partition.notes)


def test_a_degenerate_partition_is_said() -> None:
    pairs = Graph.from_edges(40, [(2 * i, 2 * i + 1) for i in range(20)])
    assert DEGENERATE in run(pairs).notes
    assert run(blocks([30, 30], 0.5, 0.02)).notes == ()


@pytest.mark.sample
@pytest.mark.parametrize("false_positive_rate", [0.0, 0.1])
def test_correcting_for_noise_optimises_the_debiased_modularity(false_positive_rate: float) -> None:
    # No community can gain by losing one node or by taking one in: checked densely.
    true = blocks([25, 25], 0.5, 0.1, seed=3)
    graph = flipped(true, false_positive_rate, seed=1) if false_positive_rate else true
    labels = run(graph).labels
    estimate = (graph.adjacency().toarray() - false_positive_rate * (1 - np.eye(graph.n))) / (
        1 - 2 * false_positive_rate
    )
    degrees = np.maximum(estimate.sum(axis=0), 0.0)
    gains = estimate - np.outer(degrees, degrees) / degrees.sum()
    np.fill_diagonal(gains, 0.0)
    member = np.eye(int(labels.max()) + 2)[labels]
    pull = gains @ member
    own = pull[np.arange(graph.n), labels]
    linked = (graph.adjacency().toarray() @ member) > 0
    linked[:, -1] = True  # standing alone
    assert (np.where(linked, pull, -np.inf).max(axis=1) <= own + 1e-9).all()


def test_correcting_for_noise_helps_where_communities_differ_in_size() -> None:
    # Flips of 5%. The gain in ARI of one draw has mean 0.33 and deviation 0.08 (measured), so
    # that the mean of 5 falls below 0.15 with a chance under 1e-6.
    true = blocks([100] * 2 + [20] * 15, 0.6, 0.01)
    gains = []
    for seed in range(5):
        release = flipped(true, 0.05, seed)
        corrected, raw = (
            Overlaps.of(true.labels, run(release, debias=d).labels).adjusted_rand()
            for d in (True, False)
        )
        gains.append(corrected - raw)
    assert np.mean(gains) > 0.15


def test_a_release_that_is_pure_noise_still_gives_a_partition() -> None:
    true = blocks([20, 20], 0.5, 0.1)
    blind = flipped(true, 0.5, seed=0)
    partition = run(blind)
    assert partition.labels.shape == (40,)
    assert any("pure noise" in note for note in partition.notes)
    drowned = replace(true, noise=EdgeNoise(true_positive_rate=1.0, false_positive_rate=0.99))
    np.testing.assert_array_equal(run(drowned).labels, run(true).labels)


def test_measure_sees_equal_and_unrelated_partitions() -> None:
    graph = blocks([40, 40, 40], 0.4, 0.03)
    baseline = run(graph)
    same = Louvain().measure(graph, baseline, baseline)
    assert set(same) == {metric.id for metric in Louvain.metrics}
    own = ("ari", "ami", "nmi", "f1")
    known = ("ari_labels_private", "ari_labels_baseline", "f1_labels_private", "f1_labels_baseline")
    for name in own + known:
        assert same[name] == pytest.approx(1.0)
    assert same["modularity_private"] == same["modularity_baseline"] > 0.4
    assert same["communities_private"] == same["communities_baseline"] == 3.0
    shuffled = Partition.from_labels(np.random.default_rng(0).permutation(baseline.labels))
    other = Louvain().measure(graph, baseline, shuffled)
    assert abs(other["ari"]) < 0.1
    assert abs(other["modularity_private"]) < 0.1
    assert other["singletons_and_pairs"] == 0.0


def test_without_classes_their_scores_are_not_defined() -> None:
    graph = Graph.from_edges(4, [(0, 1), (2, 3)])
    metrics = Louvain().measure(graph, run(graph), run(graph))
    for score in ("ari_labels", "f1_labels"):
        assert np.isnan(metrics[f"{score}_private"])
        assert np.isnan(metrics[f"{score}_baseline"])


@pytest.mark.parametrize(
    ("ari", "words"),
    [(0.95, "survive"), (0.7, "are blurred"), (0.2, "are lost"), (0.0, "are lost")],
)
def test_the_finding_follows_the_agreement(ari: float, words: str) -> None:
    metrics = {
        "ari": ari,
        "communities_private": 1200.0,
        "communities_baseline": 4.0,
        "singletons_and_pairs": 0.2,
        "modularity_private": 0.05,
        "modularity_baseline": 0.8,
    }
    sentence = Louvain().finding(metrics, epsilon=2.0)
    assert words in sentence
    assert "ε = 2" in sentence
    assert "1,200 groups where there are 4" in sentence
    assert "NMI" not in sentence
    assert "NMI" in Louvain().finding({**metrics, "singletons_and_pairs": 0.9}, epsilon=2.0)
    other = Louvain().finding({**metrics, "modularity_private": 0.5}, epsilon=2.0)
    assert ("modularity 0.50 against 0.80, with other borders" in other) == (ari == 0.0)


def test_the_finding_knows_when_there_is_nothing_to_compare() -> None:
    one = Graph.from_edges(1, [])
    metrics = Louvain().measure(one, run(one), run(one))
    assert "too few nodes" in Louvain().finding(metrics, epsilon=1.0)
    pair = Graph.from_edges(2, [(0, 1)])
    metrics = Louvain().measure(pair, run(pair), run(pair))
    assert "one single community" in Louvain().finding(metrics, epsilon=1.0)


def test_a_release_without_a_false_edge_gives_the_communities_of_the_graph_itself():
    # Grids are full of ties, which any correction, however small, would break another way.
    grid = Graph.from_networkx(nx.grid_2d_graph(30, 30))
    law = EdgeNoise(true_positive_rate=1 - 1e-8, false_positive_rate=1e-8)
    released = replace(Graph.from_edges(grid.n, grid.edges), noise=law)
    labels = [Louvain().run(g, rng=np.random.default_rng(0)).labels for g in (grid, released)]
    np.testing.assert_array_equal(*labels)


def test_a_graph_beyond_the_limit_is_refused_with_a_remedy(monkeypatch):
    monkeypatch.setattr("graphdp_core.analyses.louvain.MOST_EDGES", 10)
    with pytest.raises(ValueError, match=r"at most 10 edges, got m = 12: take"):
        Louvain().run(Graph.from_networkx(nx.cubical_graph()), rng=np.random.default_rng(0))


def test_weights_near_the_ends_of_all_numbers_give_the_same_groups():
    """Squares of 1e290 are no numbers: the score takes none."""
    weights = np.random.default_rng(0).integers(1, 5, 78) * 1.0
    karate = gdp.load_graph("karate")
    values = [
        gdp.analysis("louvain").run(Graph.from_edges(34, karate.edges, weights=unit * weights),
                                    rng=np.random.default_rng(1)).labels.tolist()
        for unit in (1.0, 2.0**960, 2.0**-960)
    ]  # fmt: skip
    assert values[0] == values[1] == values[2]
