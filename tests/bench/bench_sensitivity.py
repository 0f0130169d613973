"""Time of the sensitivities on Wiki-Vote, and of the exact closeness at 1,000 nodes."""

import time
from collections.abc import Callable

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.sensitivities import closeness, eigenvector, laplacian
from graphdp_core.sensitivities.neighbours import LocalSensitivity, ThetaEdges

UNIT = ThetaEdges(1.0, "vanish", 1.0, 1.0)


@pytest.fixture(scope="module")
def wiki_vote() -> Graph:
    try:
        return gdp.load_graph("wiki-vote")
    except ValueError as error:
        pytest.skip(str(error))


def timed(name: str, work: Callable[[], LocalSensitivity]) -> float:
    start = time.perf_counter()
    found = work()
    seconds = time.perf_counter() - start
    print(f"\n{name}: {seconds:.2f} s, value {found.value:.6g}, {found.change} {found.note}")
    return seconds


def test_laplacian_over_all_pairs_of_wiki_vote_takes_less_than_5_seconds(wiki_vote: Graph) -> None:
    laplacian.local_sensitivity(nx_path(), UNIT)  # compiles
    seconds = timed("Laplacian", lambda: laplacian.local_sensitivity(wiki_vote, UNIT))
    assert seconds < 5


def test_sound_bounds_of_wiki_vote_take_less_than_a_second(wiki_vote: Graph) -> None:
    start = time.perf_counter()
    for theta in (1.0, 1e-3):
        laplacian.sound_smooth(wiki_vote, ThetaEdges(theta), 1e-3)
    seconds = time.perf_counter() - start
    print(f"\nSound smooth bounds of the Laplacian: {seconds:.2f} s")
    assert seconds < 1


def test_eigenvector_over_the_edges_of_wiki_vote_takes_a_minute(wiki_vote: Graph) -> None:
    relation = ThetaEdges(1.0, "vanish")
    seconds = timed(
        "Eigenvector", lambda: eigenvector.local_sensitivity(wiki_vote, relation, pairs="edges")
    )
    assert seconds < 120


@pytest.mark.parametrize("pairs", ["edges", "all"])
def test_closeness_at_1000_nodes_is_exact_and_takes_minutes_at_most(pairs: str) -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(1000, 5, seed=1))
    closeness.local_sensitivity(nx_path(), UNIT)
    seconds = timed(
        f"Closeness, {pairs}", lambda: closeness.local_sensitivity(graph, UNIT, pairs=pairs)
    )
    assert seconds < 180


def test_closeness_of_wiki_vote_is_bounded_from_below_in_a_minute(wiki_vote: Graph) -> None:
    component = component_numbers(wiki_vote.n, wiki_vote.edges)
    largest = component == np.bincount(component).argmax()
    plain = wiki_vote.to_networkx()
    graph = Graph.from_networkx(plain.subgraph(largest.nonzero()[0].tolist()))
    seconds = timed("Closeness", lambda: closeness.local_sensitivity(graph, UNIT))
    assert seconds < 60


def nx_path() -> Graph:
    return Graph.from_networkx(nx.path_graph(5))
