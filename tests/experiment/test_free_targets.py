"""A target that guessing meets, or the number of edges alone, is told apart from a good one."""

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.chance import DataIndependent, SameSize
from graphdp_core.experiment.free_targets import free_of
from graphdp_core.experiment.suited import suited
from graphdp_core.experiment.targets import targets_from
from graphdp_core.experiment.worker import measure


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
    found = asked(random_graph, "overview.degree_distance", 0.2)
    assert not found.by_chance
    assert 0 < found.value <= 0.2
    assert found.in_words.startswith("A random graph with as many edges reaches 0.")
    assert asked(karate, "overview.degree_distance", 0.1) is None


def test_a_target_that_asks_for_nothing_is_met_by_what_ignores_the_data(karate):
    found = asked(karate, "louvain.ari", -0.5)
    assert found.by_chance
    assert found.in_words.startswith("Releases that ignore the data reach ")


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


def test_the_answer_says_that_a_target_asks_for_nothing(random_graph, karate):
    top = [gdp.mechanism("top_m_filter")]
    size = gdp.answer(random_graph, {"overview.degree_distance": 0.2}, mechanisms=top)
    assert size.finding.endswith("(Top-m filter); a random graph as large would do.")
    assert "asks for no more than the number of edges" in size.remarks[0]
    nothing = gdp.answer(karate, {"louvain.ari": -0.5}, mechanisms=top)
    assert nothing.finding == "You need no epsilon: guessing is good enough here."
    assert "asks for nothing" in nothing.remarks[0]


def test_who_asks_for_the_number_of_edges_is_not_told_that_it_is_free(karate):
    assert asked(karate, "subgraph_counts.relative_error", 0.2, "node_count") is None
