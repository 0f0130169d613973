"""Refusals: each is a `Refused`, a ValueError with one sentence, and numpy's own errors are not."""

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import LARGEST_EPSILON
from graphdp_core.privacy.amounts import EXPLORED_EPSILON


@pytest.mark.parametrize(
    "ask",
    [
        lambda: gdp.mechanism("no_such_mechanism"),
        lambda: gdp.mechanism("edge_flip", width=2),
        lambda: gdp.mechanism("louvain_dp", k=-1),
        lambda: gdp.analysis("no_such_analysis"),
        lambda: gdp.generate("sbm", n=-5),
        lambda: gdp.generate("sbm", n=10, blocks=11),
        lambda: gdp.load_graph("no_such_graph"),
        lambda: gdp.read_graph("no_such_file.csv"),
        lambda: gdp.graph_from_points([[1.5], [1.0]]),
        lambda: _compare("edge_flip", "spectral", epsilon=5001.0),
        lambda: _compare("edge_flip", "spectral", epsilon=float("nan")),
        lambda: _compare("edge_flip", "spectral", epsilon=1.0, repeats=0),
        lambda: _compare("noisy_degrees", "spectral", epsilon=1.0),
        lambda: _compare("weight_laplace", "spanning_tree", epsilon=1.0),
        lambda: gdp.mechanism("edge_flip").release(
            Graph.from_edges(100_000, []), epsilon=0.1, rng=gdp.noise_stream(0)
        ),
    ],
)
def test_what_is_refused_says_so_in_one_sentence(ask):
    with pytest.raises(gdp.Refused) as caught:
        ask()
    assert str(caught.value).endswith(".")


FLIP, LOUVAIN = gdp.mechanism("edge_flip"), gdp.analysis("louvain")
KARATE, PATH = gdp.load_graph("karate"), nx.path_graph(3)
PLACE = {"epsilon": 1, "to": "no/a.zip", "ledger": "no/l.jsonl"}


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("graph", lambda: gdp.compare(PATH, FLIP, LOUVAIN, epsilon=1)),
        ("mechanism", lambda: gdp.compare(KARATE, "edge_flip", LOUVAIN, epsilon=1)),
        ("mechanism", lambda: gdp.compare(KARATE, type(FLIP), LOUVAIN, epsilon=1)),
        ("analysis", lambda: gdp.compare(KARATE, FLIP, "louvain", epsilon=1)),
        ("graph", lambda: gdp.sweep(PATH, [FLIP], LOUVAIN, epsilons=[1])),
        ("mechanisms", lambda: gdp.sweep(KARATE, ["pamst"], LOUVAIN, epsilons=[1])),
        ("graph", lambda: gdp.publish(PATH, FLIP, **PLACE)),
        ("mechanism", lambda: gdp.publish(KARATE, "edge_flip", **PLACE)),
        ("graph", lambda: gdp.answer(PATH, {"louvain.ari": 0.8})),
        ("mechanisms", lambda: gdp.answer(KARATE, {"louvain.ari": 0.8}, mechanisms=["pamst"])),
        ("graph", lambda: gdp.recognition(PATH)),
        ("mechanism", lambda: gdp.to_opendp("edge_flip", epsilon=1, public=KARATE)),
        ("mechanism", lambda: gdp.audit("edge_flip", epsilon=1)),
        ("mechanism", lambda: gdp.estimate(KARATE, mechanism="edge_flip", epsilon=1)),
        ("graph", lambda: gdp.plan(PATH, 1, ["edges"])),
        ("graph", lambda: gdp.to_pandas(PATH)),
        ("graph", lambda: gdp.write_graph(PATH, "no/x.json")),
        ("graph", lambda: LOUVAIN.run(PATH, rng=gdp.noise_stream(0))),
        ("graph", lambda: FLIP.release(PATH, epsilon=1, rng=gdp.noise_stream(0))),
    ],
)
def test_what_is_no_graph_or_was_not_made_is_named(name, ask):
    way = "a graph of GraphDP, got .*networkx" if name == "graph" else r"made first: gdp\.\w+\("
    with pytest.raises(gdp.Refused, match=f"^{name} must be {way}"):
        ask()


def _compare(mechanism, analysis, **numbers):
    return gdp.compare(KARATE, gdp.mechanism(mechanism), gdp.analysis(analysis), **numbers)


def test_a_refusal_is_a_value_error_and_a_broken_array_is_no_refusal():
    assert issubclass(gdp.Refused, ValueError)
    assert issubclass(gdp.GraphFileError, gdp.Refused)
    with pytest.raises(ValueError, match="edges must") as caught:
        Graph.from_edges(3, np.array([[0, 9]]))
    assert not isinstance(caught.value, gdp.Refused)


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda m: m.id)
def test_every_mechanism_takes_its_epsilon_range_and_refuses_what_lies_beyond(kind):
    low, high = kind.epsilon_range
    high = EXPLORED_EPSILON if high >= LARGEST_EPSILON else high
    graph = Graph.from_edges(20, [(i, i + 1) for i in range(19)], weights=np.ones(19))
    for beyond in (low - 1e-6, high + 1e-6):
        with pytest.raises(gdp.Refused, match="epsilon must be a number from"):
            kind().check(graph, beyond)
        with pytest.raises(gdp.Refused, match="epsilon must be a number from"):
            kind().release(graph, epsilon=beyond, rng=gdp.noise_stream(0))
