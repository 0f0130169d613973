"""The spectrum analysis: right pairs, right signs, debiased on releases."""

import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.graphs.graph import Graph
from graphdp_core.results import Spectrum

HEAD = np.random.default_rng(0)


@pytest.mark.parametrize("n", [90, 300])
def test_pairs_agree_with_a_full_decomposition(n):
    g = gdp.generate("sbm", n=n, seed=2)
    result = SpectrumAnalysis(k=4).run(g, rng=HEAD)
    dense = g.adjacency().toarray()
    expected = np.linalg.eigvalsh(dense)[::-1][:4]
    np.testing.assert_allclose(result.values, expected, rtol=1e-5)
    np.testing.assert_allclose(dense @ result.vectors, result.vectors * expected, atol=1e-2)
    assert np.abs(result.vectors).max(axis=0) == pytest.approx(result.vectors.max(axis=0))
    assert result.edge_count == g.m


def test_values_fall_even_where_a_negative_one_is_larger_in_size():
    square = Graph.from_edges(6, [(u, v) for u in range(3) for v in range(3, 6)])
    result = SpectrumAnalysis(k=2).run(square, rng=HEAD)
    np.testing.assert_allclose(result.values, [3.0, 0.0], atol=1e-9)


def test_a_release_is_debiased_and_says_how_many_edges_there_are():
    g = gdp.generate("sbm", n=200, seed=1)
    release = gdp.mechanism("edge_flip").release(g, epsilon=2.0, rng=gdp.noise_stream(3))
    q, p = release.noise.false_positive_rate, release.noise.true_positive_rate
    matrix = (release.adjacency().toarray() - q * (1 - np.eye(g.n))) / (p - q)
    result = SpectrumAnalysis(k=3).run(release, rng=HEAD)
    np.testing.assert_allclose(result.values, np.linalg.eigvalsh(matrix)[::-1][:3], rtol=1e-9)
    assert result.edge_count == pytest.approx(matrix.sum() / 2)
    plain = SpectrumAnalysis(k=3, debias=False).run(release, rng=HEAD)
    assert plain.values[0] > result.values[0] + 5


def test_pure_noise_says_nothing_about_edges():
    release = gdp.mechanism("edge_flip").release(
        gdp.load_graph("karate"), epsilon=0.0, rng=gdp.noise_stream(3)
    )
    result = SpectrumAnalysis().run(release, rng=HEAD)
    assert result.edge_count is None
    assert any("pure noise" in note for note in result.notes)


def test_a_release_of_values_alone_is_measured_as_far_as_it_goes():
    g = gdp.load_graph("karate")
    analysis = SpectrumAnalysis(k=2)
    baseline = analysis.run(g, rng=HEAD)
    values = Spectrum(values=baseline.values + 1.0, vectors=np.empty((g.n, 0)))
    metrics = analysis.measure(g, baseline, values)
    assert metrics["eigenvalue_error"] == pytest.approx(2.0)
    assert math.isnan(metrics["subspace_overlap"])
    assert math.isnan(metrics["gamma"])
    assert "holds no eigenvectors" in analysis.finding(metrics, epsilon=1.0)


def test_too_many_pairs_are_refused():
    with pytest.raises(ValueError, match="k must be below the number of nodes, got k = 5 on 5"):
        SpectrumAnalysis().run(Graph.from_edges(5, [(0, 1)]), rng=HEAD)


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (0.97, "the patterns survive"),
        (0.6, "the patterns are blurred"),
        (0.001, "0.1% of their"),
        (0.0, "none of their"),
    ],
)
def test_the_finding_says_what_is_left(kept, words):
    metrics = {"subspace_overlap": kept, "eigenvalue_error": 12.345}
    assert words in SpectrumAnalysis().finding(metrics, epsilon=1.0)
