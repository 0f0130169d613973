"""Graphs from node-private degrees: what they are drawn from, and how near they come."""

from fractions import Fraction

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.node_count import NodeCount
from graphdp_core.mechanisms.node_degrees import NodeDegrees
from graphdp_core.mechanisms.node_graph import NodeGraph
from graphdp_core.params import Refused
from graphdp_core.privacy.secure_random import SecureRandom

KARATE = gdp.load_graph("karate")


@pytest.mark.parametrize("choice", ["public", "private"])
def test_what_is_spent_inside_adds_up_to_epsilon(choice, monkeypatch):
    """The two inner releases get all of epsilon, but for a fifth where the bound is chosen."""
    spent = []
    for kind in (NodeCount, NodeDegrees):

        def draw(self, graph, *, epsilon, drawn=kind._drawn, **rest):
            spent.append(epsilon)
            assert self.choice == "public"
            return drawn(self, graph, epsilon=epsilon, **rest)

        monkeypatch.setattr(kind, "_drawn", draw)
    made = NodeGraph(bound=16, choice=choice, edge_share=0.3)
    left = 2.0 * (0.8 if choice == "private" else 1.0)
    made.release(KARATE, epsilon=2.0, rng=gdp.noise_stream(0))
    assert sum(spent) == pytest.approx(left)
    assert min(spent) == pytest.approx(0.3 * left)
    spent.clear()
    made.publish(KARATE, epsilon=Fraction(2), coins=SecureRandom())
    assert sum(spent) == Fraction(left).limit_denominator(10)


def test_nothing_but_the_number_of_nodes_and_the_two_releases_is_read():
    """Another ring through all nodes gives the same graph: counts and degrees are the same."""
    one = Graph.from_edges(60, [(i, (i + 1) % 60) for i in range(60)])
    two = Graph.from_edges(60, [(7 * i % 60, 7 * (i + 1) % 60) for i in range(60)])
    assert one.edges.tolist() != two.edges.tolist()
    left, right = (
        NodeGraph(bound=4).release(ring, epsilon=4.0, rng=gdp.noise_stream(5))
        for ring in (one, two)
    )
    assert left.m > 0
    assert left.edges.tolist() == right.edges.tolist()


def test_who_is_who_is_made_up():
    """The hub of a star has the mean degree of all nodes; off by six errors with chance 2e-9."""
    star = Graph.from_edges(40, [(0, i) for i in range(1, 40)])
    made, rng = NodeGraph(bound=39), np.random.default_rng(0)
    drawn = np.array([made.release(star, epsilon=20.0, rng=rng).degrees for _ in range(100)])
    rest = drawn[:, 1:].mean()
    assert rest > 0.5
    assert abs(drawn[:, 0].mean() - rest) < 6.0 * drawn.std() / 10.0


def test_it_keeps_edges_and_degrees_at_a_generous_epsilon(data_dir):
    """Ego-Facebook, bound 128, mean of 5 draws: edges off by .12 to .13, mostly by the bound."""
    graph, made = gdp.load_graph("ego-facebook"), NodeGraph(bound=128)
    true = np.bincount(graph.degrees, minlength=graph.n) / graph.n
    edges, l1 = [], []
    for i in range(5):
        drawn = made.release(graph, epsilon=10.0, rng=gdp.noise_stream(0, i))
        edges.append(1.0 - drawn.m / graph.m)
        l1.append(np.abs(np.bincount(drawn.degrees, minlength=graph.n) / graph.n - true).sum())
    assert 0.10 < np.mean(edges) < 0.16
    assert np.mean(l1) < 0.45


def test_a_node_that_joins_is_refused_and_the_way_out_is_said():
    with pytest.raises(Refused, match="neighbours must be one of 'rewire'"):
        NodeGraph(neighbours="join")
