"""The spectral embedding analysis."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.analyses.spectral import SpectralEmbedding, automatic_dimension
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.metrics.embedding import procrustes_error
from graphdp_core.spectra.scree import procrustes

KARATE = Graph.from_networkx(nx.karate_club_graph())


def _run(graph: Graph, **parameters):
    return SpectralEmbedding(**parameters).run(graph, rng=np.random.default_rng(0))


def _blocks(k: int, n: int = 300) -> Graph:
    inside, outside = 0.3, 0.03
    chances = np.full((k, k), outside) + (inside - outside) * np.eye(k)
    return Graph.from_networkx(nx.stochastic_block_model([n // k] * k, chances, seed=k))


def test_inner_products_with_the_signature_give_back_the_matrix():
    """With all dimensions X I_pq X' = A."""
    graph = Graph.from_networkx(nx.gnp_random_graph(10, 0.4, seed=1))
    result = _run(graph, dimension=10)
    signs = np.sign(result.values)
    product = (result.points * signs) @ result.points.T
    np.testing.assert_allclose(product, graph.adjacency().toarray(), atol=1e-9)
    assert sum(result.signature) == 10
    assert result.signature[1] == np.sum(result.values < 0)


@pytest.mark.parametrize("matrix", ["adjacency", "laplacian"])
@pytest.mark.parametrize("dimension", [1, 3, 10])
def test_shapes_follow_the_dimension(matrix, dimension):
    result = _run(KARATE, matrix=matrix, dimension=dimension)
    assert result.points.shape == (34, dimension)
    assert result.values.shape == (dimension,)
    np.testing.assert_array_equal(result.scree, result.values)
    values = SpectralEmbedding(matrix=matrix, dimension=dimension).scree(KARATE, result)
    assert len(values) == 20
    np.testing.assert_allclose(values[:dimension], result.values)
    assert not result.points.flags.writeable


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("matrix", ["adjacency", "laplacian"])
def test_automatic_dimension_finds_the_planted_blocks(k, matrix):
    assert _run(_blocks(k), matrix=matrix).points.shape[1] == k


def test_automatic_dimension_stays_between_two_and_ten():
    assert automatic_dimension(np.array([9.0, 1.0, 0.1, 0.1])) == 2
    assert automatic_dimension(np.array([5.0])) == 2
    assert automatic_dimension(np.array([5.0] * 15 + [0.1] * 5)) == 10


def test_small_graphs_have_at_most_n_dimensions():
    assert _run(Graph.from_edges(3, [(0, 1)]), dimension=7).points.shape == (3, 3)


@pytest.mark.parametrize("graph", [Graph.from_edges(2, [(0, 1)]), Graph.from_edges(5, [])])
def test_a_graph_without_structure_is_refused_in_plain_words(graph):
    with pytest.raises(ValueError, match="needs at least 3 nodes and one edge"):
        _run(graph)


def test_debiasing_takes_out_the_constant_direction():
    release = EdgeFlip().release(_blocks(3), epsilon=2.0, rng=np.random.default_rng(1))
    constant = np.ones(300) / np.sqrt(300)
    raw, fair = (_run(release, correction=way, dimension=3) for way in ("raw", "debiased"))
    true = _run(_blocks(3), dimension=3)
    assert raw.values[0] > 1.5 * true.values[0]
    assert fair.values[0] == pytest.approx(true.values[0], rel=0.1)
    assert abs(constant @ raw.points[:, 0]) / np.linalg.norm(raw.points[:, 0]) > 0.99


def test_pure_noise_is_said():
    release = EdgeFlip().release(KARATE, epsilon=0.0, rng=np.random.default_rng(1))
    assert "pure noise" in _run(release).notes[0]
    assert _run(release, correction="raw").notes == ()


def test_metrics_compare_embeddings_of_different_dimensions():
    analysis = SpectralEmbedding()
    one, two = _run(KARATE, dimension=2), _run(KARATE, dimension=5)
    values = analysis.measure(KARATE, one, two)
    size = np.linalg.norm(one.points)
    rest = np.linalg.norm(two.points[:, 2:])
    assert values["procrustes_error"] == pytest.approx(rest / size, rel=0.02)
    assert set(values) == {metric.id for metric in analysis.metrics}


def test_turning_and_reflecting_an_embedding_changes_no_metric_but_the_leading_one():
    analysis, base = SpectralEmbedding(), _run(KARATE, dimension=2)
    turned = type(base)(
        base.points @ np.array([[0.8, 0.6], [0.6, -0.8]]), base.signature, base.values, base.scree
    )
    values = analysis.measure(KARATE, base, turned)
    assert values["procrustes_error"] == pytest.approx(0.0, abs=1e-12)
    assert values["neighbour_overlap"] == 1.0


def test_more_privacy_means_a_worse_picture():
    """Errors at eps 6 and 1 differ by tens of deviations: no chance of failure worth naming."""
    graph, analysis = _blocks(3), SpectralEmbedding(dimension=3)
    base = _run(graph, dimension=3)
    errors = []
    for epsilon in (6.0, 3.0, 1.0):
        release = EdgeFlip().release(graph, epsilon=epsilon, rng=np.random.default_rng(2))
        errors.append(analysis.measure(graph, base, _run(release, dimension=3))["procrustes_error"])
    assert errors == sorted(errors)
    assert errors[0] < 0.1 < 0.5 < errors[-1]


def test_relabelling_the_nodes_relabels_the_points():
    """Distances between points are the same; the points themselves up to signs."""
    order = np.random.default_rng(0).permutation(34)
    moved = Graph.from_edges(34, order[KARATE.edges])
    before, after = _run(KARATE, dimension=3).points, _run(moved, dimension=3).points[order]
    np.testing.assert_allclose(np.abs(before), np.abs(after), atol=1e-9)


@pytest.mark.parametrize(
    ("overlap", "error", "words"),
    [
        (0.8, 0.12, "keeps 80% of a node's nearest neighbours and misplaces nodes by 12%"),
        (0.8, 0.12, "the map survives"),
        (0.08, 0.12, "keeps 8% of"),
        (0.08, 0.22, "the map is blurred"),
        (0.08, 0.71, "the map is lost"),
        (0.00238, 0.71, "keeps 0.238% of"),  # many times chance on a large graph is not none
        (0.0, 2.0, "keeps none of"),
        (0.3, 6.23, "misplaces nodes by 6.2 times its size"),
        (np.nan, np.nan, "cannot be compared"),
    ],
)
def test_the_finding_says_what_the_numbers_mean(overlap, error, words):
    values = {"neighbour_overlap": overlap, "procrustes_error": error}
    text = SpectralEmbedding().finding(values, epsilon=3.0)
    assert text.startswith("At ε = 3 ")
    assert words in text


def test_the_adjusted_embedding_comes_close_to_the_debiased_one():
    release = EdgeFlip().release(_blocks(3), epsilon=4.0, rng=np.random.default_rng(1))
    fair, adjusted = (
        _run(release, correction=way, dimension=3) for way in ("debiased", "adjusted")
    )
    np.testing.assert_allclose(adjusted.values, fair.values, rtol=0.05)
    assert procrustes_error(procrustes(adjusted.points, fair.points), fair.points) < 0.05


@pytest.mark.parametrize("way", ["raw", "adjusted"])
def test_without_noise_every_correction_is_the_same(way):
    np.testing.assert_array_equal(
        _run(KARATE, correction=way, dimension=3).points, _run(KARATE, dimension=3).points
    )


def test_the_adjusted_embedding_is_for_the_adjacency_matrix():
    with pytest.raises(ValueError, match="needs matrix='adjacency'"):
        _run(KARATE, correction="adjusted", matrix="laplacian")
