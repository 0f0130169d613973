"""One release for all: the same numbers as one by one, and refusals that stop nobody else."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.shared_release import baselines_of, share_release
from graphdp_core.graphs.graph import Graph


def test_shared_numbers_are_those_of_single_comparisons(karate):
    flip = gdp.mechanism("edge_flip")
    analyses = {id: gdp.analysis(id) for id in ("louvain", "spectral", "centrality")}
    baselines, refused = baselines_of(karate, analyses)
    outcome = share_release(
        karate, flip, analyses, epsilon=2.0, seed=3, repeat=1, baselines=baselines
    )
    assert refused == outcome.refused == {}
    for id, analysis in analyses.items():
        alone = gdp.compare(karate, flip, analysis, epsilon=2.0, seed=3, repeats=2)
        assert outcome.results[id].metrics == pytest.approx(alone.repeats[1], nan_ok=True)
        assert outcome.results[id].release is outcome.release


def test_the_mechanism_draws_once(karate, monkeypatch):
    from graphdp_core.mechanisms.edge_flip import EdgeFlip

    draws = []
    draw = EdgeFlip._draw
    monkeypatch.setattr(EdgeFlip, "_draw", lambda *a, **k: draws.append(1) or draw(*a, **k))
    analyses = {id: gdp.analysis(id) for id in ("louvain", "overview")}
    share_release(
        karate, EdgeFlip(), analyses, epsilon=1.0, seed=0,
        baselines=baselines_of(karate, analyses)[0],
    )  # fmt: skip
    assert draws == [1]


def test_an_analysis_that_refuses_leaves_the_others_standing():
    pair = Graph.from_edges(3, [(0, 1)])
    analyses = {"space": gdp.analysis("spectrum"), "groups": gdp.analysis("louvain")}
    baselines, refused = baselines_of(pair, analyses)
    assert "k must be below the number of nodes" in refused["space"]
    outcome = share_release(
        pair, gdp.mechanism("edge_flip"), analyses, epsilon=1.0, seed=0, baselines=baselines
    )
    assert list(outcome.results) == ["groups"]


def test_at_zero_the_release_ignores_the_data(karate):
    analyses = {"groups": gdp.analysis("louvain")}
    baselines, _ = baselines_of(karate, analyses)
    outcome = share_release(
        karate, gdp.mechanism("louvain_dp"), analyses, epsilon=0.0, seed=0, baselines=baselines
    )
    assert isinstance(outcome.release, Graph)
    coins = gdp.mechanism("edge_flip").release(karate, epsilon=0.0, rng=gdp.noise_stream(0))
    assert np.array_equal(outcome.release.edges, coins.edges)
