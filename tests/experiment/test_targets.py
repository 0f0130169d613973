"""Targets: what is asked for makes sense, or one sentence says why not.

A target that guessing meets, or the number of edges alone, is told apart from a good one.
"""

import math

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.chance import DataIndependent, SameSize
from graphdp_core.experiment.feasible import suited
from graphdp_core.experiment.targets import free_of, read_target, targets_from
from graphdp_core.experiment.worker import measure
from graphdp_core.params import Refused


@pytest.mark.parametrize(
    ("targets", "sentence"),
    [
        ({}, "targets must hold at least one"),
        ({"louvain": 0.8}, "a target is named ANALYSIS.METRIC, such as louvain.ari, got 'louvain'"),
        ({"lovain.ari": 0.8}, "analysis must be one of"),
        ({"louvain.arri": 0.8}, "metric of louvain must be one of ari"),
        ({"louvain.communities_private": 3}, "has no better direction"),
        ({"louvain.ari": 1.2}, r"louvain.ari is at most 1, so that 1.2 can never be reached"),
        ({"spectral.procrustes_error": -1}, "is at least 0, so that -1 can never be reached"),
        ({"louvain.ari": math.nan}, "louvain.ari needs a finite number"),
        ({"louvain.ari": "much"}, "louvain.ari needs a finite number"),
    ],
)
def test_a_target_that_cannot_be_is_refused(targets, sentence):
    with pytest.raises(Refused, match=sentence):
        targets_from(targets)


def test_errors_must_fall_and_agreements_must_rise():
    error, agreement = targets_from({"spectral.procrustes_error": 0.3, "louvain.ari": 0.8})
    assert error.is_met({"procrustes_error": 0.3})
    assert not error.is_met({"procrustes_error": 0.31})
    assert agreement.is_met({"ari": 0.8})
    assert not agreement.is_met({"ari": 0.79})
    assert not agreement.is_met({"ari": math.nan})
    assert not agreement.is_met({})


@pytest.mark.parametrize("text", ["louvain.ari>=0.8", " louvain.ari >= .8 ", "louvain.ari=0.8"])
def test_a_typed_target_is_read(text):
    assert read_target(text) == ("louvain.ari", 0.8)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("louvain.ari<=0.8", "louvain.ari is better when higher: write >="),
        ("louvain.ari", "a target is written ANALYSIS.METRIC>=VALUE, got 'louvain.ari'"),
        ("louvain.ari>=much", "a target is written"),
    ],
)
def test_a_mistyped_target_is_refused(text, sentence):
    with pytest.raises(Refused, match=sentence):
        read_target(text)


@pytest.mark.long
def test_the_width_of_an_interval_is_a_target_like_others():
    (width,) = targets_from({"intervals.homophily": 0.05})
    assert width.is_met({"homophily": 0.04})
    assert not width.is_met({"homophily": math.nan})
    graph = gdp.generate("sbm", n=120, seed=1, within=0.4, between=0.1)
    advice = gdp.answer(
        graph, {"intervals.homophily": 0.05}, mechanisms=[gdp.mechanism("edge_flip")]
    )
    (need,) = advice.needs
    assert 0.5 < need.epsilon < 5.0
    with pytest.raises(Refused, match="has no value on this graph"):
        gdp.answer(gdp.generate("erdos_renyi", n=60, seed=1), {"intervals.homophily": 0.05})


@pytest.fixture(scope="module")
def random_graph():
    return gdp.generate("erdos_renyi", seed=1, n=200, p=0.05)


def asked(graph, name, value, mechanism="top_m_filter"):
    (target,), kind = targets_from({name: value}), gdp.mechanism(mechanism)
    return free_of(
        target, kind, suited(target.analysis, graph, kind),
        lambda jobs: [
            {name: cell.refused or cell.metrics for name, cell in measure(graph, job).items()}
            for job in jobs
        ],
    )  # fmt: skip


def test_degrees_of_a_random_graph_need_no_more_than_the_number_of_edges(random_graph, karate):
    outcome = asked(random_graph, "overview.degree_distance", 0.2)
    assert not outcome.by_chance
    assert 0 < outcome.value <= 0.2
    assert outcome.in_words.startswith("A random graph with as many ties reaches 0.")
    assert asked(karate, "overview.degree_distance", 0.1) is None


def test_a_target_that_asks_for_nothing_is_met_by_what_ignores_the_data(karate):
    outcome = asked(karate, "louvain.ari", -0.5)
    assert outcome.by_chance
    assert outcome.in_words.startswith("Releases that ignore the data reach ")


def test_where_weights_are_protected_only_guessing_counts(monkeypatch):
    graph = gdp.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)], weights=[1.0, 2.0, 3.0, 4.0])
    drawn = []
    release = DataIndependent._draw
    monkeypatch.setattr(
        DataIndependent, "_draw", lambda *a, **k: drawn.append(1) or release(*a, **k)
    )
    monkeypatch.setattr(SameSize, "_draw", lambda *a, **k: pytest.fail("edges are public"))
    assert asked(graph, "spanning_tree.edge_overlap", 1.0, "weight_laplace") is None
    assert drawn


@pytest.mark.long
def test_the_answer_says_that_a_target_asks_for_nothing(random_graph, karate):
    top = [gdp.mechanism("top_m_filter")]
    size = gdp.answer(random_graph, {"overview.degree_distance": 0.2}, mechanisms=top)
    assert size.finding == "This wish is too weak: a random graph as large would do."
    assert (size.rests_on, size.is_sure) == ([], False), "no recommendation"
    assert ". Ask for less than 0." in size.remarks[0]
    assert "asks for no more than the number of ties" in size.remarks[0]
    nothing = gdp.answer(karate, {"louvain.ari": -0.5}, mechanisms=top)
    assert nothing.finding == "This wish is too weak: guessing would do."
    assert "asks for nothing" in nothing.remarks[0]


def test_who_asks_for_the_number_of_edges_is_not_told_that_it_is_free(karate):
    assert asked(karate, "subgraph_counts.relative_error", 0.2, "node_count") is None
