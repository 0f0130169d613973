"""Recommendations: for all that can be published there is something to keep, and it is measured."""

import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.feasible import suited
from graphdp_core.experiment.recommendation import even_weights, first_wish, wish, wishes
from graphdp_core.graphs.answers import Answers, every_pair
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.params import Refused

PUBLISHED = [
    kind for kind in MECHANISMS
    if kind.exact_sampler and kind().guarantee(max(1.0, kind.epsilon_range[0])).protects
]  # fmt: skip
RING = Graph.from_edges(12, [(i, (i + 1) % 12) for i in range(12)], weights=[3.0] * 12)


@pytest.mark.parametrize("kind", PUBLISHED, ids=lambda kind: kind.id)
def test_whatever_is_published_has_an_aim_that_its_releases_can_be_measured_by(kind):
    made = kind(clip=True) if kind.protects_weights else kind()
    graph = even_weights(RING, made) if kind.protects_weights else gdp.load_graph("karate")
    others = [other() for other in PUBLISHED if other.returns is kind.returns]
    asked = wish(first_wish(made, wishes([made])), made, [made, *others], graph)
    assert made in asked.mechanisms
    target = asked.target
    compared = gdp.compare(graph, made, suited(target.analysis, graph, made), epsilon=8.0)
    assert not math.isnan(compared.metrics[target.metric.id])
    better = target.metric.high if target.metric.better == "higher" else target.metric.low
    assert better is None or target.value != better, "perfection is never asked for"


def test_a_count_is_never_measured_by_another_count():
    edges, triangles = gdp.mechanism("node_count"), gdp.mechanism("private_count")
    both, club = [edges, triangles], gdp.load_graph("karate")
    (item,) = wishes(both)
    for mine in both:
        assert wish(item, mine, both, club).mechanisms == (mine,)
    same = gdp.mechanism("private_count", count="edges")
    assert wish(item, edges, [edges, same], club).mechanisms == (edges, same)


def test_eigenvalues_alone_are_asked_for_eigenvalues():
    made = gdp.mechanism("noisy_eigenvalues")
    (item,) = wishes([made])
    assert wish(item, made, [made], gdp.load_graph("karate")).target.metric.id == "eigenvalues_lost"


def test_even_weights_read_nothing_of_the_weights():
    made = gdp.mechanism("weight_laplace", clip=True, lowest=1.0, highest=5.0)
    rng = np.random.default_rng(0)
    one, two = (
        even_weights(Graph(12, RING.edges, weights=rng.uniform(1.0, 5.0, 12)), made)
        for _ in range(2)
    )
    assert one == two
    assert (one.weights.min(), one.weights.max()) == (1.0, 5.0)
    survey = Graph(5, every_pair(5), weights=np.ones(10), answers=Answers("together"))
    assert even_weights(survey, made).answers == survey.answers
    with pytest.raises(Refused, match="turn on 'Public weight range'"):
        even_weights(RING, gdp.mechanism("pamst"))


def test_a_graph_can_be_asked_to_keep_the_size_of_an_epidemic_and_a_number_not():
    made, club = gdp.mechanism("dk_series"), gdp.load_graph("karate")
    item = wishes([made])[-1]
    assert item.title == "How far an epidemic gets"
    assert str(wish(item, made, [made], club).target) == "conclusions.epidemic ≥ 0.9"
    assert item not in wishes([gdp.mechanism("private_count")])
