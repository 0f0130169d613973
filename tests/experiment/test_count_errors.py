"""Expected errors of counts: against releases, and the published figures on ego-Facebook."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.count_errors import expected_errors, flip_deviation
from graphdp_core.graphs.graph import Graph

KARATE = gdp.load_graph("karate")
WAYS = {"Global sensitivity": "global", "Ladder": "ladder", "Smooth sensitivity": "smooth"}


@pytest.mark.parametrize(("count", "k"), [("triangles", 2), ("stars", 3), ("k_triangles", 2)])
def test_expected_errors_are_those_of_releases(count, k):
    """Means of 600 draws; each fails with probability below 1e-6 but for the heavy tail of t."""
    expected = expected_errors(KARATE, count, k, np.array([0.5]))
    true = gdp.analysis("subgraph_counts", count=count, k=k).run(KARATE, rng=None).values[0]
    for way, noise in WAYS.items():
        made = gdp.mechanism("private_count", count=count, k=k, noise=noise)
        rng = np.random.default_rng(1)
        drawn = [made.release(KARATE, epsilon=0.5, rng=rng).values[0] for _ in range(600)]
        errors = np.abs(np.array(drawn) - true) / true
        spread = errors.std() / 600**0.5
        assert abs(errors.mean() - expected[way][0]) < 5 * spread + 0.02 * expected[way][0]


@pytest.mark.parametrize("count", ["edges", "triangles", "stars"])
def test_corrected_counts_of_flipped_graphs_are_unbiased_with_the_known_spread(count):
    """1,000 releases: mean within 5 standard errors, deviation within 15%."""
    analysis = gdp.analysis("subgraph_counts", count=count)
    flip, rng = gdp.mechanism("edge_flip"), np.random.default_rng(3)
    values = np.array(
        [
            analysis.run(flip.release(KARATE, epsilon=2.0, rng=rng), rng=rng).values[0]
            for _ in range(1_000)
        ]
    )
    deviation = flip_deviation(KARATE, count, 2, 2.0)
    true = analysis.run(KARATE, rng=rng).values[0]
    assert abs(values.mean() - true) < 5 * deviation / 1_000**0.5
    assert values.std() == pytest.approx(deviation, rel=0.15)


def test_nothing_counted_has_no_error():
    assert expected_errors(Graph.from_edges(5, []), "triangles", 2, np.array([1.0])) == {}


def test_the_table_of_ego_facebook(data_dir):
    """Mean relative errors at epsilon .1, .5 and 1; what a benchmark prints is below 1e-4."""
    graph = gdp.load_graph("ego-facebook")
    values = expected_errors(graph, "triangles", 2, np.array([0.1, 0.5, 1.0]))
    assert values["Ladder"] == pytest.approx([0.0041, 0.00075, 0.00038], rel=0.02)
    assert values["Smooth sensitivity"] == pytest.approx([0.0026, 0.00051, 0.00026], rel=0.02)
    assert values["Global sensitivity"] == pytest.approx([0.025, 0.005, 0.0025], rel=0.02)
