"""What is published, not only what is explored, is audited: the same engine over exact draws.

Each audit accuses an honest mechanism with probability at most 1e-6.

The exact law of what is published of tiny graphs, nodes renumbered: its loss, without chance.
"""

import math
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from coin_laws import law_of

import graphdp_core as gdp
from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.fault_injection import Louder as Wrapped
from graphdp_core.lab.audits.neighbours import neighbouring_pairs
from graphdp_core.lab.audits.trial import Trial, quietly
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.node_count import NodeCount
from graphdp_core.mechanisms.node_degrees import NodeDegrees
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.results import Partition, Result, Scores, SpanningTree
from graphdp_core.trust.publish import renumbered
from tests.lab.exact_laws import exact_loss

PUBLISHABLE = [kind() for kind in MECHANISMS if kind.exact_sampler]
PUBLISHABLE += [kind(neighbours="join") for kind in (NodeCount, NodeDegrees)]


@dataclass(frozen=True)
class Published(Wrapped):
    """A mechanism whose every release is a publication, by coins that a test can repeat.

    `times` multiplies the epsilon that is drawn at, not the one that is claimed.
    """

    times: int = 1

    def release(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, **_: Any
    ) -> Graph | Result:
        """Draw it by the path of a publication; its law is left for statistics to find."""
        self.check(graph, epsilon)
        coins = SecureRandom(rng.bytes)
        there = renumbered(graph, self.inner, names="numbers", coins=coins)
        epsilon = Fraction(epsilon) * self.times
        drawn = self.inner.publish(there.graph, epsilon=epsilon, coins=coins)
        return as_known(drawn.released, there.order)


def as_known(released: Graph | Result, order: Ints) -> Graph | Result:
    """A release to somebody who knows who is which: the order is drawn whatever is private."""
    if isinstance(released, Graph):
        return Graph.from_edges(released.n, order[released.edges], weights=released.weights)
    if isinstance(released, SpanningTree):
        return replace(released, edges=Graph.from_edges(released.n, order[released.edges]).edges)
    back = np.argsort(order)
    if isinstance(released, Scores):
        return replace(released, values=released.values[back])
    if isinstance(released, Partition):
        return Partition.from_labels(released.labels[back])
    return released


@pytest.mark.parametrize("made", PUBLISHABLE, ids=repr)
def test_a_publication_refuses_neighbours_alike_and_impossible_epsilons(made):
    """What needs no statistics; that the law is that of what is explored, others test."""
    published, rng = Published(made), np.random.default_rng(1)
    claim = made.guarantee(1.0)
    with quietly():
        trial = Trial(published, claim, 1.0, rng)
        assert trial.certain(neighbouring_pairs(made, claim)) is None


@pytest.mark.long
@pytest.mark.parametrize("made", PUBLISHABLE, ids=repr)
def test_no_publication_is_accused(made):
    """With fewer than 94 releases of an input nothing could be certified."""
    audited = gdp.audit(
        Published(made), epsilon=1.0, runs=100, rng=np.random.default_rng(1), confidence=1 - 1e-6
    )
    assert audited.verdict == "consistent", audited.statement()


@pytest.mark.long
@pytest.mark.parametrize("id", ["edge_flip", "noisy_degrees"])
def test_a_publication_that_spends_sixteen_times_its_epsilon_is_accused(id):
    audited = gdp.audit(
        Published(gdp.mechanism(id), times=16), epsilon=1.0, runs=100, rng=np.random.default_rng(2)
    )
    assert audited.verdict == "violation"


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
