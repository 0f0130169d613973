"""Sensitivities beside one evaluation of their measure on the same graph, of which they take many.

Recomputing a measure after every step of every pair is what they replace.
"""

import time
from collections.abc import Callable
from statistics import median

import networkx as nx
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.sensitivities import closeness, eigenvector, laplacian
from graphdp_core.sensitivities.neighbours import LocalSensitivity, ThetaEdges

UNIT = ThetaEdges(1.0, "vanish", 1.0, 1.0)
SMALL = Graph.from_networkx(nx.path_graph(5))
REPEATS = 9


@pytest.fixture(scope="module")
def wiki_vote() -> Graph:
    try:
        return gdp.load_graph("wiki-vote")
    except ValueError as error:
        pytest.skip(str(error))


def once(measure: str, graph: Graph) -> float:
    """Processor seconds of one evaluation, the median of some."""
    centrality, seconds = gdp.analysis("centrality", score=measure), []
    for _ in range(REPEATS):
        start = time.process_time()
        centrality.run(graph, rng=gdp.noise_stream(0))
        seconds.append(time.process_time() - start)
    return median(seconds)


def evaluations(measure: str, graph: Graph, work: Callable[[Graph], LocalSensitivity]) -> float:
    """How many evaluations of the measure take as long as the work."""
    work(SMALL)  # compiles
    start = time.process_time()
    outcome = work(graph)
    taken = time.process_time() - start
    as_long = taken / once(measure, graph)
    print(f"\n{measure} of {graph.n:,} nodes: {taken:.2f} s, as long as {as_long:,.0f} "
          f"evaluations; value {outcome.value:.6g}, {outcome.change} {outcome.note}")  # fmt: skip
    return as_long


def test_laplacian_over_all_pairs_of_wiki_vote(wiki_vote: Graph) -> None:
    taken = evaluations("laplacian", wiki_vote, lambda g: laplacian.local_sensitivity(g, UNIT))
    assert taken < wiki_vote.n  # of 25 million pairs


def test_eigenvector_over_the_edges_of_wiki_vote(wiki_vote: Graph) -> None:
    relation = ThetaEdges(1.0, "vanish")
    taken = evaluations(
        "eigenvector", wiki_vote,
        lambda g: eigenvector.local_sensitivity(g, relation, pairs="edges"),
    )  # fmt: skip
    assert taken < wiki_vote.n  # of 200,000 steps


@pytest.mark.parametrize("pairs", ["edges", "all"])
def test_closeness_at_1000_nodes_is_exact(pairs: str) -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(1000, 5, seed=1))
    taken = evaluations(
        "closeness", graph, lambda g: closeness.local_sensitivity(g, UNIT, pairs=pairs)
    )
    steps = graph.m if pairs == "edges" else graph.n * (graph.n - 1) // 2
    assert taken < steps / 2
