"""Deletion until people look alike: which ties go first, when it ends, and what it reads."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.signatures import MEASURES, alike, classes
from graphdp_core.mechanisms.k_anonymous import KAnonymous

JAZZ = gdp.generate("sbm", n=90, seed=4)


def released(graph, *, draw=0, **settings):
    made = KAnonymous(**settings)
    return made.release(graph, epsilon=1.0, rng=gdp.noise_stream(draw))


@pytest.mark.parametrize("by", MEASURES)
@pytest.mark.parametrize("choice", ["unique", "sampled"])
def test_ties_are_only_deleted_and_no_more_than_the_budget(by, choice):
    release = released(JAZZ, alike_by=by, choice=choice, budget=0.1)
    true = set(map(tuple, JAZZ.edges.tolist()))
    assert set(map(tuple, release.edges.tolist())) <= true
    assert 0 < JAZZ.m - release.m <= int(0.1 * JAZZ.m)


@pytest.mark.sample
@pytest.mark.parametrize("by", MEASURES)
def test_how_many_who_stand_out_are_affected_is_what_deleting_changes(by):
    """Every third tie deleted by itself: whose class by all its numbers differs, counted anew."""
    graph = gdp.load_graph("karate")
    rare = alike(classes(graph, by)) < 2
    told = KAnonymous(alike_by=by)._affected(graph, rare)
    for tie in range(0, graph.m, 3):
        less = Graph(graph.n, np.delete(graph.edges, tie, axis=0))
        changed = [_number(graph, by, node) != _number(less, by, node) for node in range(graph.n)]
        assert told[tie] == np.count_nonzero(rare & np.array(changed))


def _number(graph, by, node):
    """A measure of one person by networkx."""
    network = graph.to_networkx()
    if by == "friends":
        return sorted(network.degree(other) for other in network[node])
    import networkx as nx

    circle = nx.triangles(network, node) if by == "circle" else 0
    return network.degree(node), circle


def test_it_ends_when_all_have_k_alike():
    ring = Graph.from_edges(12, [(i, (i + 1) % 12) for i in range(12)])
    assert released(ring, budget=1.0).m == 12
    star = Graph.from_edges(5, [(0, i) for i in range(1, 5)])
    whole = released(star, alike_by="degree", budget=1.0)
    assert alike(classes(whole, "degree")).min() >= 2


def test_who_stands_out_first_makes_more_people_alike_than_chance():
    """Both delete the same number of ties; ten draws, and the first wins in all."""
    novel = gdp.load_graph("les_miserables")
    for draw in range(10):
        first, chance = (
            released(novel, draw=draw, alike_by="degree", budget=0.1, choice=choice)
            for choice in ("unique", "sampled")
        )
        counts = [np.count_nonzero(alike(classes(g, "degree")) < 2) for g in (first, chance)]
        assert counts[0] <= counts[1]


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_graphs_without_ties_are_released_as_they_are(n):
    for by in MEASURES:
        assert released(Graph.from_edges(n, []), alike_by=by).m == 0
