"""Comparisons: baseline and private result paired, measured, repeatable."""

import itertools

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.tree_partitioning import TreePartitioning
from graphdp_core.experiment.compare import run_baseline, run_repeat
from graphdp_core.graphs.graph import Graph
from graphdp_core.results import Partition


def test_the_noise_of_a_draw_depends_on_seed_and_repeat_only():
    first = gdp.noise_stream(3, 1).integers(2**62, size=4)
    assert np.array_equal(first, gdp.noise_stream(3, 1).integers(2**62, size=4))
    assert not np.array_equal(first, gdp.noise_stream(3, 2).integers(2**62, size=4))
    assert not np.array_equal(first, gdp.noise_stream(4, 1).integers(2**62, size=4))


def test_moving_epsilon_keeps_the_noise(karate):
    mechanism = gdp.mechanism("edge_flip")
    flips = []
    for epsilon in (0.0, 0.5, 1.0, 2.0, 4.0, 8.0):
        release = mechanism.release(karate, epsilon=epsilon, rng=gdp.noise_stream(7))
        true = set(map(tuple, karate.edges.tolist()))
        flips.append(true ^ set(map(tuple, release.edges.tolist())))
    assert all(later <= earlier for earlier, later in itertools.pairwise(flips))


def test_metrics_are_the_median_of_the_repeats(karate):
    c = gdp.compare(
        karate, gdp.mechanism("edge_flip"), gdp.analysis("centrality"), epsilon=2.0, repeats=5
    )
    for name, value in c.metrics.items():
        assert value == pytest.approx(np.median([r[name] for r in c.repeats]), nan_ok=True)


def test_a_known_baseline_and_release_change_nothing(karate):
    mechanism, analysis = gdp.mechanism("edge_flip"), gdp.analysis("centrality")
    plain = gdp.compare(karate, mechanism, analysis, epsilon=2.0)
    release = mechanism.release(karate, epsilon=2.0, rng=gdp.noise_stream(0))
    again = gdp.compare(
        karate, mechanism, analysis, epsilon=2.0, baseline=plain.baseline, release=release
    )
    assert again.metrics == plain.metrics
    assert again.baseline is plain.baseline


def test_a_release_of_the_wrong_kind_is_refused(karate):
    from graphdp_core.experiment.compare import run_private

    with pytest.raises(ValueError, match="does not fit"):
        run_private(Partition(np.zeros(3, dtype=np.int32)), gdp.analysis("spectral"))


@pytest.mark.parametrize(("epsilon", "repeats"), [(-1.0, 1), (5001.0, 1), (1.0, 0)])
def test_bad_numbers_are_refused_by_name(karate, epsilon, repeats):
    with pytest.raises(ValueError, match=r"epsilon|repeats"):
        gdp.compare(
            karate, gdp.mechanism("edge_flip"), gdp.analysis("louvain"),
            epsilon=epsilon, repeats=repeats,
        )  # fmt: skip


def test_progress_rises_and_can_stop_the_work(karate):
    class Stop(Exception):
        pass

    def stop(fraction, text):
        raise Stop

    with pytest.raises(Stop):
        gdp.sweep(
            karate, [gdp.mechanism("edge_flip")], gdp.analysis("louvain"), epsilons=[1.0],
            repeats=2, progress=stop,
        )  # fmt: skip
    seen = []
    gdp.sweep(
        karate, [gdp.mechanism("edge_flip")], gdp.analysis("louvain"), epsilons=[1.0, 2.0],
        repeats=2, progress=lambda fraction, text: seen.append(fraction),
    )  # fmt: skip
    assert seen == sorted(seen)
    assert 0 <= seen[0] <= seen[-1] <= 1


def test_a_sweep_is_tidy_and_agrees_with_single_comparisons(karate):
    mechanisms = [gdp.mechanism("edge_flip"), gdp.mechanism("laplace_flip")]
    analysis = gdp.analysis("centrality")
    table = gdp.sweep(karate, mechanisms, analysis, epsilons=[1.0, 4.0], repeats=3, seed=2)
    assert list(table.columns) == ["mechanism", "epsilon", "repeat", "metric", "value"]
    assert len(table) == 2 * 2 * 3 * len(analysis.metrics)
    c = gdp.compare(karate, mechanisms[1], analysis, epsilon=4.0, seed=2, repeats=3)
    for repeat, values in enumerate(c.repeats):
        rows = table[
            (table["mechanism"] == "laplace_flip")
            & (table["epsilon"] == 4.0)
            & (table["repeat"] == repeat)
        ]
        assert dict(zip(rows.metric, rows.value, strict=True)) == pytest.approx(values, nan_ok=True)


def test_the_input_is_untouched(karate):
    before = karate.fingerprint
    copy = Graph.from_edges(karate.n, karate.edges.copy(), labels=karate.labels)
    reads_graphs = [a for a in gdp.ANALYSES if not issubclass(a, TreePartitioning)]
    for analysis in reads_graphs:
        gdp.compare(karate, gdp.mechanism("edge_flip"), analysis(), epsilon=3.0)
    del karate.__dict__["fingerprint"]
    assert karate.fingerprint == before
    assert np.array_equal(karate.edges, copy.edges)


def test_one_repeat_is_a_comparison_of_one_and_a_row_of_a_sweep():
    graph, mechanism = gdp.load_graph("karate"), gdp.mechanism("edge_flip")
    analysis = gdp.analysis("louvain")
    baseline = run_baseline(graph, analysis)
    values = [
        run_repeat(
            graph, mechanism, analysis, epsilon=3.0, seed=5, repeat=repeat, baseline=baseline
        )
        for repeat in range(2)
    ]
    compared = gdp.compare(graph, mechanism, analysis, epsilon=3.0, seed=5, repeats=2)
    assert compared.repeats == tuple(one.metrics for one in values)
    assert compared.release == values[0].release
    known = run_repeat(
        graph, mechanism, analysis, epsilon=3.0, seed=5, baseline=baseline,
        release=values[0].release,
    )  # fmt: skip
    assert known.release is values[0].release
    assert known.metrics == values[0].metrics
    table = gdp.sweep(graph, [mechanism], analysis, epsilons=[3.0], repeats=2, seed=5)
    ari = table[table.metric == "ari"].sort_values("repeat")
    assert list(ari.value) == [one.metrics["ari"] for one in values]
