"""Survival: 1 for the true result, 0 for guessing, whatever the metric.

Chance is the same number wherever it is drawn, and is given up when nobody waits.
"""

import math
import threading
from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment import survival
from graphdp_core.experiment.chance import DataIndependent
from graphdp_core.experiment.compare import run_baseline, run_repeat
from graphdp_core.experiment.survival import (
    CHANCE_DRAWS,
    Level,
    Verdict,
    chance_level,
    draws_by_workers,
    draws_here,
    judge,
    score_of,
    verdict_of,
)
from graphdp_core.graphs.graph import Graph

each_analysis = pytest.mark.parametrize("analysis", gdp.ANALYSES, ids=lambda a: a.id)


@pytest.fixture(scope="module")
def blocks():
    return gdp.generate("sbm", n=60, seed=1)


@pytest.fixture(scope="module")
def flip():
    return gdp.mechanism("edge_flip")


def suited(analysis, blocks):
    """A graph that the analysis reads, and a mechanism that protects what it reads there."""
    if analysis.id not in ("dbmstclu", "single_linkage", "msdr", "tree_cost"):
        return blocks, gdp.mechanism("edge_flip")
    most = 1.0 if analysis.id == "tree_cost" else 10.0  # of a public range up to 10
    weights = np.random.default_rng(0).uniform(0.0, most, blocks.m)
    graph = Graph(blocks.n, blocks.edges, weights=weights)
    return graph, gdp.mechanism("weight_laplace")


@each_analysis
def test_yardsticks_name_metrics_and_lie_where_these_can(analysis):
    known = {metric.id: metric for metric in analysis.metrics}
    assert analysis.yardsticks
    for yardstick in analysis.yardsticks:
        metric = known[yardstick.metric]
        best_is_high = metric.better == "higher"
        assert best_is_high == (yardstick.perfect > yardstick.nothing)
        for value in (yardstick.perfect, yardstick.nothing):
            assert metric.low is None or metric.low <= value
            assert metric.high is None or value <= metric.high


@pytest.mark.sample
@each_analysis
def test_a_result_equal_to_the_baseline_scores_one(analysis, blocks):
    graph, mechanism = suited(analysis, blocks)
    made = analysis()
    baseline = run_baseline(graph, made)
    metrics = made.measure(graph, baseline, baseline)
    outcome = judge(made, [metrics], chance_level(graph, mechanism, made, baseline))
    assert outcome.score == pytest.approx(1.0, abs=1e-9)
    assert outcome.verdict is Verdict.SURVIVES


@pytest.mark.sample
@each_analysis
def test_releases_that_ignore_the_data_score_about_zero(analysis, blocks):
    graph, mechanism = suited(analysis, blocks)
    made = analysis()
    baseline = run_baseline(graph, made)
    levels = chance_level(graph, mechanism, made, baseline)
    ignoring = DataIndependent.instead_of(mechanism)
    draws = [
        run_repeat(graph, ignoring, made, epsilon=0.0, seed=9, repeat=k, baseline=baseline).metrics
        for k in range(12)
    ]
    scores = [judge(made, [draw], levels).score for draw in draws]
    assert np.mean(scores) < 0.3  # DBMSTClu finds much at random, now and then; others stay at 0.1
    assert judge(made, draws, levels).verdict is Verdict.LOST


def test_scores_rise_from_chance_to_perfect_and_are_cut_at_both():
    error, share = Level("error", chance=1.5, perfect=0.0), Level("share", chance=0.2, perfect=1.0)
    assert [score_of(v, error) for v in (3.0, 1.5, 0.75, 0.0)] == [0.0, 0.0, 0.5, 1.0]
    assert [score_of(v, share) for v in (0.0, 0.2, 0.6, 1.0)] == pytest.approx([0, 0, 0.5, 1])
    assert score_of(math.nan, share) == 0.0


def test_where_chance_is_perfect_nothing_can_be_lost():
    assert math.isnan(score_of(1.0, Level("ari", chance=1.0, perfect=1.0)))
    assert verdict_of(math.nan) is Verdict.PUBLIC


def test_communities_of_a_public_topology_are_public():
    path = Graph.from_edges(40, [(i, i + 1) for i in range(39)], weights=np.ones(39))
    degrees = gdp.analysis("overview")
    c = gdp.compare(path, gdp.mechanism("weight_laplace"), degrees, epsilon=1.0)
    assert gdp.survival(c)["overview"].verdict is Verdict.PUBLIC


def test_a_spectrum_without_vectors_is_judged_by_its_values(blocks):
    c = gdp.compare(
        blocks, gdp.mechanism("noisy_eigenvalues"), gdp.analysis("spectrum"), epsilon=20
    )
    verdicts = gdp.survival(c)["spectrum"]
    assert verdicts.metric == "eigenvalues_lost"
    assert verdicts.score == pytest.approx(1 - c.metrics["eigenvalues_lost"])


def test_few_nodes_are_judged_by_the_share_of_the_top(flip):
    star = Graph.from_edges(8, [(0, i) for i in range(1, 8)])
    c = gdp.compare(star, flip, gdp.analysis("centrality"), epsilon=20.0)
    assert gdp.survival(c)["centrality"].metric == "precision_10"


def test_several_comparisons_are_judged_together_and_repeats_give_a_range(blocks, flip):
    verdicts = gdp.survival(
        gdp.compare(blocks, flip, gdp.analysis(id), epsilon=2.0, repeats=4)
        for id in ("louvain", "spanning_tree")
    )
    assert list(verdicts) == ["louvain", "spanning_tree"]
    assert all(s.draws == 4 and s.low <= s.score <= s.high for s in verdicts.values())


def test_two_rings_are_stable_and_wrong():
    rings = gdp.generate("rdpg", shape="rings", n=600, seed=0)
    clusters = gdp.analysis("spectral_clustering", clusters=2)
    c = gdp.compare(rings, gdp.mechanism("edge_flip"), clusters, epsilon=2.0, repeats=3)
    verdicts = gdp.survival(c)["spectral_clustering"]
    assert verdicts.verdict is Verdict.SURVIVES
    assert verdicts.truth < 0.2
    assert verdicts.is_stable_and_wrong
    assert "misses the known classes" in verdicts.note


def test_right_communities_are_not_called_wrong(flip):
    blocks = gdp.generate("sbm", seed=0)
    compared = gdp.survival(gdp.compare(blocks, flip, gdp.analysis("louvain"), epsilon=4.0))
    assert compared["louvain"].truth > 0.9
    assert not compared["louvain"].is_stable_and_wrong
    assert compared["louvain"].note == ""


def test_the_level_of_chance_is_measured_once(blocks, flip, monkeypatch):
    made = replace(gdp.analysis("louvain"), resolution=1.125)
    first = chance_level(blocks, flip, made)
    monkeypatch.setattr("graphdp_core.experiment.survival.run_repeat", None)
    assert chance_level(blocks, gdp.mechanism("laplace_flip"), made) == first


FLIP = DataIndependent.instead_of(gdp.mechanism("edge_flip"))


@pytest.mark.parametrize("id", ["louvain", "centrality"])
def test_workers_draw_the_same_numbers(here, id):
    karate, analysis = gdp.load_graph("karate"), gdp.analysis(id)
    true = run_baseline(karate, analysis)
    alone = draws_here(karate, FLIP, analysis, true)
    there = draws_by_workers(karate, FLIP, analysis, true, pool=here, progress=lambda *_: None)
    assert len(alone) == CHANCE_DRAWS
    assert [dict(metrics) for metrics in there] == [
        pytest.approx(dict(metrics), nan_ok=True) for metrics in alone
    ]


def test_what_an_analysis_refuses_has_no_numbers_on_either_way(here):
    small, analysis = gdp.Graph.from_edges(5, [(0, 1), (1, 2)]), gdp.analysis("spectrum")
    draws = draws_by_workers(small, FLIP, analysis, None, pool=here, progress=lambda *_: None)
    assert draws == [{}] * CHANCE_DRAWS == draws_here(small, FLIP, analysis, None)


def test_it_stops_waiting_when_nobody_looks(here, monkeypatch):
    monkeypatch.setattr(survival, "LOOK_S", 0.01)
    gate = threading.Event()

    class Gone(Exception):
        """Raised by the progress."""

    def nobody(fraction, text):
        raise Gone

    here._running().submit(gate.wait, 60.0)  # the one worker is busy
    karate = gdp.load_graph("karate")
    with pytest.raises(Gone):
        draws_by_workers(karate, FLIP, gdp.analysis("louvain"), None, pool=here, progress=nobody)
    gate.set()
