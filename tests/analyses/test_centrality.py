"""The centrality analysis: scores, notes, metrics and the finding."""

import math

import networkx as nx
import numpy as np
import pytest

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import schema
from graphdp_core.results import Partition, Scores

MEASURES = next(parameter.choices for parameter in schema(Centrality) if parameter.name == "score")
KARATE = Graph.from_networkx(nx.karate_club_graph(), weight=None)


def run(graph: Graph, score: str, **parameters: bool) -> Scores:
    return Centrality(score=score, **parameters).run(graph, rng=np.random.default_rng(1))


def noisy(graph: Graph, true_positive_rate: float, false_positive_rate: float) -> Graph:
    return Graph(graph.n, graph.edges, noise=EdgeNoise(true_positive_rate, false_positive_rate))


@pytest.mark.parametrize("score", MEASURES)
def test_every_measure_survives_edge_case_graphs(edge_case_graph: Graph, score: str) -> None:
    for graph in (
        edge_case_graph,
        noisy(edge_case_graph, 0.7, 0.3),
        noisy(edge_case_graph, 0.5, 0.5),
    ):
        before = graph.fingerprint
        result = run(graph, score)
        assert result.values.shape == (graph.n,)
        assert np.isfinite(result.values).all()
        assert not result.values.flags.writeable
        assert result.measure.split()[0] == score
        np.testing.assert_array_equal(result.values, run(graph, score).values)
        metrics = Centrality(score=score).measure(graph, result, result)
        assert Centrality(score=score).finding(metrics, epsilon=1.0)
        graph.__dict__.pop("fingerprint")
        assert graph.fingerprint == before


def test_correcting_degrees_keeps_their_order_and_restores_their_size() -> None:
    release = noisy(KARATE, 0.8, 0.2)
    raw, debiased = run(release, "degree", debias=False), run(release, "degree")
    np.testing.assert_array_equal(raw.values, KARATE.degrees)
    np.testing.assert_allclose(debiased.values, (KARATE.degrees - 33 * 0.2) / 0.6)


def test_notes_say_what_was_ignored() -> None:
    weighted = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[2.0, 3.0])
    assert "weights are ignored" in run(weighted, "degree").notes[0]
    assert run(KARATE, "closeness").notes == ()
    assert "no correction" in run(noisy(KARATE, 0.8, 0.2), "closeness").notes[0]
    assert run(noisy(KARATE, 0.8, 0.2), "closeness", debias=False).notes == ()
    assert "pure noise" in run(noisy(KARATE, 0.5, 0.5), "eigenvector").notes[0]


def test_measure_returns_what_the_metrics_describe() -> None:
    a, b = run(KARATE, "degree"), run(noisy(KARATE, 0.8, 0.2), "degree")
    values = Centrality().measure(KARATE, a, b)
    assert next(iter(values)) == Centrality.metrics[0].id == "precision_10"
    assert set(values) == {metric.id for metric in Centrality.metrics}
    for metric in Centrality.metrics:
        assert metric.low is None or values[metric.id] >= metric.low
        assert metric.high is None or values[metric.id] <= metric.high


def test_the_finding_counts_the_top_ten() -> None:
    values = {"precision_10": 0.871, "top10_kept": 9.0}
    sentence = Centrality().finding(values, epsilon=2.0)
    assert sentence == "At ε = 2, 9 of 10 leaders stay."
    small = Centrality().finding({"precision_10": 0.5, "top10_kept": math.nan}, epsilon=2.0)
    assert small.startswith("At ε = 2, 50% of the top tenth stay")
    nothing = {"precision_10": math.nan, "top10_kept": math.nan}
    assert "no ranking" in Centrality().finding(nothing, epsilon=0.5)


def test_two_different_measures_are_not_compared() -> None:
    degree, laplacian = run(KARATE, "degree"), run(KARATE, "laplacian")
    with pytest.raises(ValueError, match="set score to 'laplacian', so that both"):
        Centrality().measure(KARATE, degree, laplacian)
    weighted = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[2.0, 3.0])
    with_weights = run(weighted, "degree", weights=True)
    plain = run(weighted, "degree")
    assert Centrality().measure(weighted, with_weights, plain)["precision_10"] == 1.0
    with pytest.raises(ValueError, match="score to 'degree' and weights to True"):
        Centrality().measure(weighted, plain, with_weights)


@pytest.mark.parametrize("score", ["degree", "eigenvector", "laplacian", "closeness"])
def test_weights_are_used_where_asked_and_lost_edges_are_named(score: str) -> None:
    edges = [(0, 1), (1, 2), (2, 3), (0, 3)]
    graph = Graph.from_edges(4, edges, weights=[1.0, 5.0, 2.0, 3.0])
    result = run(graph, score, weights=True)
    assert result.measure == f"weighted {score}"
    assert not np.allclose(result.values, run(graph, score).values)
    noisy_weights = Graph.from_edges(4, edges, weights=[1.0, -5.0, 2.0, 3.0])
    assert run(noisy_weights, score, weights=True).notes == (
        "Left out: 1 of 4 edges, of weight 0 or less.",
    )
    unweighted = Graph.from_edges(4, edges)
    assert run(unweighted, score, weights=True).measure == score


def test_other_results_and_unknown_measures_are_refused() -> None:
    scores = run(KARATE, "degree")
    with pytest.raises(ValueError, match="two results of type Scores, got Partition"):
        Centrality().measure(KARATE, scores, Partition(np.zeros(34, dtype=np.int32)))
    with pytest.raises(ValueError, match="score must be one of"):
        Centrality(score="fame")
