"""The overview analysis."""

import math

import networkx as nx
import numpy as np
import pytest

from graphdp_core.analyses.overview import STATISTIC_LABELS, Overview
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.results import Statistics

KARATE = Graph.from_networkx(nx.karate_club_graph())
OVERVIEW = Overview()


def _run(graph: Graph) -> Statistics:
    return OVERVIEW.run(graph, rng=np.random.default_rng(0))


def test_values_of_the_karate_club_equal_networkx():
    network = nx.karate_club_graph()
    values = _run(KARATE).values
    assert list(values) == list(STATISTIC_LABELS)
    assert values["edges"] == 78
    assert values["mean_degree"] == pytest.approx(2 * 78 / 34)
    assert values["triangles"] == sum(nx.triangles(network).values()) / 3
    assert values["transitivity"] == pytest.approx(nx.transitivity(network))
    assert values["average_clustering"] == pytest.approx(nx.average_clustering(network))
    assert values["assortativity"] == pytest.approx(nx.degree_assortativity_coefficient(network))
    assert values["average_path_length"] == pytest.approx(nx.average_shortest_path_length(network))
    assert values["components"] == values["largest_component"] == 1.0


def test_estimates_without_noise_repeat_the_values(edge_case_graph):
    result = _run(edge_case_graph)
    assert result.estimates == pytest.approx(result.values, nan_ok=True)
    np.testing.assert_array_equal(result.degrees, edge_case_graph.degrees)
    np.testing.assert_array_equal(result.degree_estimates, edge_case_graph.degrees)


def test_estimates_of_a_release_are_near_the_truth_and_values_are_not():
    """Deviations of the estimates are below 1% (edges) and 6% (triangles): 6 of them."""
    graph = Graph.from_networkx(nx.gnp_random_graph(400, 0.05, seed=1))
    true = _run(graph).values
    result = _run(EdgeFlip().release(graph, epsilon=3.0, rng=np.random.default_rng(3)))
    assert result.values["edges"] > 1.5 * true["edges"]
    assert result.estimates["edges"] == pytest.approx(true["edges"], rel=0.06)
    assert result.estimates["density"] == pytest.approx(true["density"], rel=0.06)
    assert result.estimates["mean_degree"] == pytest.approx(true["mean_degree"], rel=0.06)
    assert result.estimates["wedges"] == pytest.approx(true["wedges"], rel=0.12)
    assert result.estimates["triangles"] == pytest.approx(true["triangles"], rel=0.36)
    ratio = 3 * result.estimates["triangles"] / result.estimates["wedges"]
    assert result.estimates["transitivity"] == pytest.approx(ratio)
    assert "average_clustering" not in result.estimates


def test_degree_estimates_stay_in_range():
    release = EdgeFlip().release(KARATE, epsilon=0.5, rng=np.random.default_rng(0))
    estimates = _run(release).degree_estimates
    assert estimates.min() >= 0.0
    assert estimates.max() <= 33.0


def test_pure_noise_has_no_estimates_and_says_so():
    release = EdgeFlip().release(KARATE, epsilon=0.0, rng=np.random.default_rng(0))
    result = _run(release)
    assert result.estimates == {}
    assert result.degree_estimates is None
    assert any("pure noise" in note for note in result.notes)
    values = OVERVIEW.measure(KARATE, _run(KARATE), result)
    assert math.isnan(values["edges_error"])
    assert values["edges_error_raw"] > 1
    assert "Nothing can correct it" in OVERVIEW.finding(values, epsilon=0.0)


def test_correcting_helps():
    release = EdgeFlip().release(KARATE, epsilon=2.0, rng=np.random.default_rng(4))
    values = OVERVIEW.measure(KARATE, _run(KARATE), _run(release))
    for name in ("edges_error", "triangles_error", "degree_distance"):
        assert values[name] < values[f"{name}_raw"]


def test_the_finding_gives_both_errors():
    values = {
        "degree_distance": 0.15, "edges_error_raw": 11.3, "edges_error": 0.004,
        "triangles_error": 0.00004,
    }  # fmt: skip
    assert OVERVIEW.finding(values, epsilon=1.0) == (
        "At ε = 1 the spread of ties is off by 15%, their number by 11 times its size. Corrected "
        "for known noise their number is off by 0.4%, triangles by less than 0.1%."
    )


def test_the_finding_of_a_synthetic_graph_corrects_nothing():
    values = OVERVIEW.measure(
        KARATE,
        OVERVIEW.run(KARATE, rng=np.random.default_rng(0)),
        OVERVIEW.run(Graph.from_edges(34, [(0, 1), (1, 2)]), rng=np.random.default_rng(0)),
    )
    assert "by 97%. Also off: " in OVERVIEW.finding(values, epsilon=1.0)


def test_the_top_m_filter_is_not_corrected_where_that_would_only_add_noise():
    """Sparse graph of 2,600 nodes and 3,300 edges: raw 3% off, corrected some 400%."""
    pairs = np.random.default_rng(0).integers(0, 2600, (3300, 2))
    graph = Graph.from_edges(2600, pairs[pairs[:, 0] != pairs[:, 1]])
    true = _run(graph)
    for seed in range(3):
        release = TopMFilter().release(graph, epsilon=2.0, rng=np.random.default_rng(seed))
        result = _run(release)
        assert result.estimates["edges"] == result.values["edges"] == release.m
        assert result.estimates["triangles"] == result.values["triangles"]
        np.testing.assert_array_equal(result.degree_estimates, release.degrees)
        assert any("not corrected for the noise: edges" in note for note in result.notes)
        measured = OVERVIEW.measure(graph, true, result)
        assert measured["edges_error"] == measured["edges_error_raw"] < 0.1
        assert "corrected" not in OVERVIEW.finding(measured, epsilon=2.0)
        flipped = _run(EdgeFlip().release(graph, epsilon=4.0, rng=np.random.default_rng(seed)))
        measured = OVERVIEW.measure(graph, true, flipped)
        # sd sqrt(N q (1-q))/(1-2q)/m = 7.7%; raw about 18 times the edges
        assert measured["edges_error"] < 0.5
        assert measured["edges_error_raw"] > 10


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [1.0, 3.0, 9.0])
def test_a_shown_correction_is_nearer_than_the_raw_count_on_average(epsilon):
    """Root mean square over 60 draws; where it is not shown it is no worse by a tenth."""
    graph = Graph.from_networkx(nx.gnp_random_graph(200, 0.03, seed=2))
    for mechanism in (EdgeFlip(), TopMFilter()):
        raw, shown = [], []
        for seed in range(60):
            release = mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))
            result = _run(release)
            raw.append(result.values["edges"] - graph.m)
            shown.append(result.estimates["edges"] - graph.m)
        assert np.square(shown).mean() <= 1.1 * np.square(raw).mean() + 1e-9
