"""Noisy centrality: laws of the noise, honest labels, and refusals that say what to do.

Propose, test, release: what is promised of the gap holds for the rounded number.
"""

import math

import networkx as nx
import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.analyses.centrality import matched
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.centrality_calibrations import _sure
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.params import schema
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.samplers import on_a_grid
from graphdp_core.privacy.smooth_sensitivity import smooth_constants
from graphdp_core.sensitivities import eigenvector, laplacian
from graphdp_core.sensitivities.neighbours import ThetaEdges

KARATE = Graph.from_networkx(nx.karate_club_graph(), weight=None)
LARGE = Graph.from_networkx(nx.fast_gnp_random_graph(3000, 0.004, seed=1))
RING = Graph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)])


@pytest.mark.parametrize(
    ("parameters", "law"),
    [
        ({"calibration": "global"}, stats.laplace),
        ({"calibration": "sound_smooth"}, stats.laplace),
        ({"calibration": "sound_smooth", "noise": "cauchy"}, stats.cauchy),
        ({"calibration": "sound_smooth", "noise": "student"}, lambda scale: stats.t(3, 0, scale)),
        ({"calibration": "published_local"}, stats.laplace),
        ({"calibration": "published_bound"}, stats.laplace),
    ],
)
def test_the_noise_has_the_law_and_scale_that_it_says(parameters: dict, law: object) -> None:
    """Kolmogorov-Smirnov over 3,000 nodes: fails with probability 1e-6."""
    mechanism = NoisyCentrality(**parameters)
    release = mechanism.release(LARGE, epsilon=1.5, rng=gdp.noise_stream(3))
    added = release.values - mechanism.exact(LARGE)
    scale, _ = mechanism.scale(LARGE, 1.5)
    assert stats.kstest(added, law(scale=scale).cdf).pvalue > 1e-6


def test_scales_are_those_of_the_formulas() -> None:
    def scale(**parameters: object) -> float:
        return NoisyCentrality(**parameters).scale(KARATE, 2.0)[0]

    relation = NoisyCentrality().neighbours
    paper = ThetaEdges(theta=1.0, support="vanish")
    local = laplacian.local_sensitivity(KARATE, paper).value
    assert local == pytest.approx(0.1403, abs=5e-5)
    both = scale(score="eigenvector", calibration="published_local")
    assert 2 * both == pytest.approx(0.627, abs=5e-4)
    assert scale(calibration="published_local") == pytest.approx(local / 2)
    bound = 34 * (4 * 78 - 34)
    assert scale(calibration="published_bound") == pytest.approx(bound / 2)
    assert scale(calibration="global") == pytest.approx(3.0)
    assert scale(score="eigenvector", calibration="global") == pytest.approx(math.sqrt(68) / 2)
    assert scale(score="closeness", calibration="global", support="vanish") == pytest.approx(
        34 / 33 / 2
    )
    alpha, beta, _ = smooth_constants("laplace", 2.0, 1e-6, 34)
    assert scale() == pytest.approx(laplacian.sound_smooth(KARATE, relation, beta) / alpha)
    gap = eigenvector.spectral_gap(KARATE)
    expected = 2 * math.sqrt(34) / gap / 2
    assert scale(score="eigenvector", calibration="published_bound") == pytest.approx(expected)
    closeness = 34 * 33 / (78 * 77)
    assert scale(score="closeness", calibration="published_smooth", delta=1e-3) == pytest.approx(
        2 * closeness / 2
    )


def test_the_noise_only_changes_its_size_with_epsilon() -> None:
    for calibration in ("global", "published_local", "sound_smooth"):
        mechanism = NoisyCentrality(calibration=calibration)
        draws = []
        for epsilon in (0.5, 4.0):
            release = mechanism.release(KARATE, epsilon=epsilon, rng=gdp.noise_stream(1))
            added = release.values - mechanism.exact(KARATE)
            draws.append(added / mechanism.scale(KARATE, epsilon)[0])
        # A public grid moves a score by half a step, up to 2e-5 of the scale here.
        np.testing.assert_allclose(draws[0], draws[1], atol=1e-3)


@pytest.mark.sample
@pytest.mark.parametrize("score", ["laplacian", "eigenvector", "closeness"])
def test_menus_offer_no_combination_that_is_always_refused(score: str) -> None:
    """Every offered combination is drawn on a weighted connected graph with a public range."""
    plain = Graph.from_networkx(nx.gnp_random_graph(12, 0.4, seed=1))
    weights = np.linspace(1.0, 2.0, plain.m)
    graph = Graph.from_edges(plain.n, plain.edges, weights=weights)
    declared = {parameter.name: parameter for parameter in schema(NoisyCentrality)}
    made = 0
    for calibration in declared["calibration"].given({"score": score}).choices:
        values = {"score": score, "calibration": calibration}
        for support in declared["support"].given(values).choices:
            laws = declared["noise"].choices if declared["noise"].is_used(values) else ("laplace",)
            for noise in laws:
                mechanism = NoisyCentrality(
                    **values, support=support, noise=noise, lowest=1.0, highest=2.0
                )
                if (score, calibration) != ("closeness", "published_smooth"):  # Algorithm 1 may end
                    mechanism.release(graph, epsilon=2.0, rng=gdp.noise_stream(0))
                made += 1
    assert made == {"laplacian": 21, "eigenvector": 21, "closeness": 15}[score]


def test_a_range_counts_for_repaired_calibrations_only_and_a_law_for_the_smooth_one() -> None:
    declared = {parameter.name: parameter for parameter in schema(NoisyCentrality)}
    published = {"score": "laplacian", "calibration": "published_local", "noise": "laplace"}
    repaired = {**published, "calibration": "sound_smooth"}
    for name in ("lowest", "highest", "noise", "delta"):
        assert declared[name].is_used(repaired)
        assert not declared[name].is_used(published)
    assert not declared["delta"].is_used({**repaired, "noise": "cauchy"})


@pytest.mark.parametrize("parameters", [{"theta": 0.01}, {"support": "fixed"}])
def test_a_guarantee_over_no_neighbours_says_that_it_protects_nothing(parameters: dict) -> None:
    guarantee = NoisyCentrality(**parameters).guarantee(1.0)
    words = guarantee.statement()
    assert words.startswith("This release protects nothing: no two graphs are neighbours")
    assert not guarantee.protects
    assert "ε = " not in words
    assert NoisyCentrality(**parameters, highest=2.0).guarantee(1.0).protects


def test_released_scores_lie_on_a_public_grid() -> None:
    """One step for all graphs of n nodes: a power of two above 2^-40, whatever the scores."""
    for parameters in (
        {}, {"calibration": "global"}, {"noise": "student"}, {"score": "eigenvector"},
        {"score": "closeness", "calibration": "global"},
    ):  # fmt: skip
        for graph in (KARATE, Graph.from_edges(34, [(0, 1)])):
            release = NoisyCentrality(**parameters).release(
                graph, epsilon=1.0, rng=gdp.noise_stream(0)
            )
            assert np.array_equal(release.values * 2**40, np.round(release.values * 2**40))


def test_bridges_are_named_where_both_neighbours_must_be_connected() -> None:
    assert "falls apart" in NoisyCentrality(support="connected").guarantee(1.0).statement()
    assert "falls apart" not in NoisyCentrality(support="vanish").guarantee(1.0).statement()


def test_noise_by_local_sensitivity_tells_neighbours_apart() -> None:
    """Two neighbours at epsilon = 1: one event is more than e times as likely, in closed form.

    The scales differ sixfold, so {all noise within 2 LS(H)} tells them apart.
    """
    graphs = [
        Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], weights=[heavy, 1e-6, 1.0])
        for heavy in (1.0015, 1.0005)
    ]
    mechanism = NoisyCentrality(
        score="eigenvector", calibration="published_local", support="fixed", theta=0.001,
        lowest=0.0, highest=2.0,
    )  # fmt: skip
    narrow, wide = (mechanism.scale(graph, 1.0)[0] for graph in graphs)
    centre, other = (mechanism.exact(graph) for graph in graphs)
    reach = 2 * narrow
    here = (1 - math.exp(-reach / narrow)) ** 4
    law = stats.laplace(0, wide)
    there = np.prod([law.cdf(c + reach - o) - law.cdf(c - reach - o)
                     for c, o in zip(centre, other, strict=True)])  # fmt: skip
    assert here / there > 20


def test_propose_test_release_says_how_it_went_and_keeps_its_law() -> None:
    mechanism = NoisyCentrality(score="eigenvector", calibration="propose_test_release")
    dense = Graph.from_networkx(nx.complete_graph(400))
    release = mechanism.release(dense, epsilon=4.0, rng=gdp.noise_stream(0))
    assert release.notes[0].startswith("The propose-test-release test passed: the gap is at least")
    added = release.values - mechanism.exact(dense)
    at_least = float(release.notes[0].split()[-1].rstrip("."))
    deviation = 2 * math.sqrt(2) / at_least * gaussian_scale(2.0, 5e-7)
    assert stats.kstest(added, stats.norm(0, deviation).cdf).pvalue > 1e-6
    failed = mechanism.release(KARATE, epsilon=0.5, rng=gdp.noise_stream(0))
    assert failed.notes == (
        "The propose-test-release test failed: the noise is that of the worst case.",
    )


@pytest.mark.long
def test_the_private_lower_bound_of_the_gap_is_hardly_ever_too_large() -> None:
    """P(bound > gap) = delta/2 = 0.05 in each of 1,500 draws: within 6 deviations."""
    mechanism = NoisyCentrality(score="eigenvector", calibration="propose_test_release", delta=0.1)
    clique = Graph.from_networkx(nx.complete_graph(60))
    notes = [
        mechanism.release(clique, epsilon=4.0, rng=np.random.default_rng(i)).notes[0]
        for i in range(1500)
    ]
    above = np.mean([float(note.split()[-1].rstrip(".")) > 60 for note in notes])
    assert abs(above - 0.05) < 6 * math.sqrt(0.05 * 0.95 / 1500)


def test_releases_are_named_after_what_they_measure() -> None:
    weighted = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], weights=[1.0, 2.0, 3.0])
    mechanism = NoisyCentrality(calibration="global", highest=4.0)
    assert (
        mechanism.release(weighted, epsilon=1.0, rng=gdp.noise_stream(0)).measure
        == "weighted laplacian"
    )
    analysis = gdp.analysis("centrality", score="laplacian", weights=True)
    c = gdp.compare(weighted, mechanism, analysis, epsilon=1.0)
    assert c.private.measure == c.baseline.measure
    unweighted = NoisyCentrality(calibration="global")
    assert unweighted.release(RING, epsilon=1.0, rng=gdp.noise_stream(0)).measure == "laplacian"
    with pytest.raises(ValueError, match="weights to True"):
        gdp.compare(weighted, mechanism, gdp.analysis("centrality"), epsilon=1.0)


@pytest.mark.parametrize("calibration", ["global", "sound_smooth"])
def test_a_release_does_not_tell_whether_the_graph_had_weights(calibration) -> None:
    """Weights of 1 and none are one input, and an edge that becomes heavier is a neighbour."""
    ones = Graph(KARATE.n, KARATE.edges, weights=np.ones(KARATE.m))
    mechanism = NoisyCentrality(calibration=calibration, support="fixed", highest=2.0)
    one, two = (
        mechanism.release(graph, epsilon=1.0, rng=gdp.noise_stream(0)) for graph in (KARATE, ones)
    )
    assert one.measure == two.measure == "weighted laplacian"
    assert np.array_equal(one.values, two.values)
    for graph in (KARATE, ones):
        matching = matched(gdp.analysis("centrality"), mechanism, graph)
        c = gdp.compare(graph, mechanism, matching, epsilon=1.0)
        assert np.isfinite(c.metrics["kendall"])


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"calibration": "propose_test_release"}, "set score to 'eigenvector'"),
        (
            {"score": "eigenvector", "calibration": "published_smooth"},
            "does not exist for the score 'eigenvector'.* 'laplacian' or 'closeness'",
        ),
        ({"theta": 0.01}, "no two graphs are neighbours .* Nothing would be protected"),
        ({"support": "fixed", "calibration": "global"}, "the edges are public"),
        ({"score": "closeness"}, "support to 'fixed' or calibration to 'global'"),
        ({"score": "closeness", "calibration": "global", "lowest": 0.0}, "raise lowest"),
        ({"lowest": 1.5, "highest": 3.0}, "public range 1.5 to 3"),
    ],
)
def test_what_does_not_exist_is_refused(parameters: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        NoisyCentrality(**parameters).release(KARATE, epsilon=1.0, rng=gdp.noise_stream(0))


def test_graphs_without_the_number_are_refused_as_published() -> None:
    two = Graph.from_edges(6, [(0, 1), (1, 2), (3, 4), (4, 5)])
    rng = gdp.noise_stream(0)
    for score, calibration, words in (
        ("closeness", "published_local", "largest component"),
        ("eigenvector", "published_bound", "is inf on this graph"),
    ):
        with pytest.raises(ValueError, match=words):
            NoisyCentrality(score=score, calibration=calibration).release(two, epsilon=1.0, rng=rng)
    path = Graph.from_edges(
        6, [(i, i + 1) for i in range(5)], weights=[1.0, 0.01, 0.01, 0.01, 0.01]
    )
    published = NoisyCentrality(calibration="published_bound", lowest=0.0)
    with pytest.raises(ValueError, match=r"is -11\.04 on this graph"):
        published.release(path, epsilon=1.0, rng=rng)
    with pytest.raises(ValueError, match="lowest"):
        NoisyCentrality(lowest=3.0, highest=2.0)


def test_what_is_proved_does_not_refuse_by_private_facts(edge_case_graph: Graph) -> None:
    """Disconnected graphs, no edges and a gap of 0 get their noise like all others."""
    if edge_case_graph.weights is not None and edge_case_graph.weights.min() <= 0:
        return
    for parameters in (
        {},
        {"calibration": "global"},
        {"score": "eigenvector"},
        {"score": "eigenvector", "calibration": "propose_test_release"},
        {"score": "closeness", "calibration": "global"},
    ):
        release = NoisyCentrality(**parameters).release(
            edge_case_graph, epsilon=1.0, rng=gdp.noise_stream(0)
        )
        assert np.isfinite(release.values).all()
        assert release.values.shape == (edge_case_graph.n,)


def test_rounding_the_noisy_gap_never_raises_what_is_sure_of_it():
    """Else the test passes with up to 1.0005 times the probability that delta pays for."""
    scale, delta = 4.0, 1e-6
    for gap in np.linspace(0.0, 200.0, 2001):
        rounded = float(on_a_grid(np.array([gap]), scale)[0])
        assert _sure(rounded, scale, delta) <= gap - scale * math.log(1.0 / delta) + 1e-12
