"""The exact law of what is published of tiny graphs, nodes renumbered: its loss, without chance."""

import math
from collections import Counter
from fractions import Fraction

import pytest
from coin_laws import law_of

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.node_count import NodeCount
from graphdp_core.mechanisms.node_degrees import NodeDegrees
from graphdp_core.trust.renumbered import renumbered
from tests.lab.exact_laws import exact_loss


def law_without_noise(made, graph, seen):
    """Of `seen` in what is published, before its Laplace noise: by all numberings and orders."""
    inner = {}

    def outcome(coins):
        there = renumbered(graph, made, names="numbers", coins=coins)
        return there.graph

    law = Counter()
    for other, chance in law_of(outcome).items():
        if other not in inner:
            inner[other] = law_of(
                lambda coins, other=other: seen(
                    made.publish(other, epsilon=Fraction(1), coins=coins).released
                )
            )
        for value, share in inner[other].items():
            law[value] += chance * share
    return law


def with_noise(law, epsilon, values):
    """The same after two-sided geometric noise of sensitivity 1."""
    a = math.exp(-epsilon)
    return {y: sum(p * (1 - a) / (1 + a) * a ** abs(y - x) for x, p in law.items()) for y in values}


def count(released):
    return int(released.values[0])


@pytest.mark.parametrize("epsilon", [1.0, 5.0])
def test_a_node_that_joins_moves_a_published_count_by_no_more_than_epsilon(epsilon):
    """An order by a hash of the numbers 0 to n - 1 loses more: it is moved by the new number."""
    made = NodeCount(neighbours="join", bound=1)
    before = Graph.from_edges(5, [(0, 1), (0, 2), (1, 3)])
    after = Graph.from_edges(6, [(0, 1), (0, 2), (1, 3), (4, 5)])
    laws = [law_without_noise(made, graph, count) for graph in (before, after)]
    assert all(math.isclose(sum(law.values()), 1.0) for law in laws)
    loss, _ = exact_loss(*(with_noise(law, epsilon, range(-3, 8)) for law in laws))
    assert epsilon - 0.2 < loss <= epsilon + 1e-9


@pytest.mark.parametrize("kind", [NodeCount, NodeDegrees])
def test_a_node_without_edges_moves_the_thinned_graph_of_a_publication_not_at_all(kind):
    made = kind(neighbours="join", bound=1)
    path = [(0, 1), (1, 2), (2, 3)]
    seen = count if kind is NodeCount else lambda released: round(float(released.counts[1]), 9)
    before, after = (law_without_noise(made, Graph.from_edges(n, path), seen) for n in (4, 5))
    assert len(before) == 2, "the order decides"
    assert before == pytest.approx(after)
