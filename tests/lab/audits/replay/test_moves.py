"""The climb finds pairs that are worse than those of a search at random, for every unit."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.replay import replay_audit
from graphdp_core.lab.audits.replay.moves import MOVES
from graphdp_core.lab.audits.replay.pairs import families
from graphdp_core.privacy.laws import IntegerNoise

PAIRS = 2000


def wedges_without_triangles(graph):
    """Pairs of edges with a shared end, if no three nodes are all joined; none of many nodes."""
    edges = graph.adjacency().toarray()
    triangles = np.trace(edges @ edges @ edges)
    return float(graph.degrees @ graph.degrees) * (triangles == 0) * (graph.n <= 12)


def edges_of_one_class(graph):
    return float(graph.m * (len(set(graph.labels.tolist())) == 1))


def total_where_many_are_lightest(graph):
    weights = np.ones(graph.m) if graph.weights is None else graph.weights
    return float(weights.sum() * np.sum(weights == weights.min(initial=9.0)))


def square_of_the_largest(graph):
    return float(graph.weights.max() ** 2)


PLANTED = [
    ("noisy_degrees", {}, wedges_without_triangles),
    ("group_mixing", {}, edges_of_one_class),
    ("node_count", {}, wedges_without_triangles),
    ("node_count", {"neighbours": "join"}, wedges_without_triangles),
    ("weight_laplace", {}, total_where_many_are_lightest),
    ("weight_laplace", {"norm": "linf"}, total_where_many_are_lightest),
    ("weight_laplace", {"norm": "person_added"}, square_of_the_largest),
    ("weight_laplace", {"norm": "person_replaced"}, square_of_the_largest),
    ("private_tree_cost", {"clip": True, "norm": "one"}, total_where_many_are_lightest),
    ("noisy_centrality", {}, wedges_without_triangles),
    ("noisy_centrality", {"support": "fixed", "highest": 2.0}, total_where_many_are_lightest),
]
KNOWN = ({"norm": "linf"}, {"support": "fixed", "highest": 2.0})
"""Settings of which a pair at random is as bad: not strictly worse."""


def planted(id, settings, value):
    kind = type(gdp.mechanism(id))

    class Wrong(kind):
        """Releases one number whose sensitivity is anything, and says ten million."""

        exact_sampler = ""

        def _drawn(self, graph, *, epsilon, draws, progress):
            return draws.draw(
                IntegerNoise("number", epsilon, np.array([round(8 * value(graph))]), 10**7)
            )

    return Wrong(**settings)


@pytest.mark.long
@pytest.mark.parametrize(
    ("id", "settings", "value"), PLANTED, ids=lambda one: getattr(one, "__name__", str(one))
)
def test_a_climb_finds_a_worse_pair_than_a_search_at_random(id, settings, value):
    made = planted(id, settings, value)
    claim, rng = made.guarantee(1.0), np.random.default_rng(5)
    by_chance = replay_audit(made, pairs=PAIRS, inputs=families(made, claim, rng))
    climbed = replay_audit(made, pairs=PAIRS, seed=5)
    worst, random = climbed.steps[0].moved, by_chance.steps[0].moved
    assert worst >= random > 0.0 if settings in KNOWN else worst > random


def test_every_unit_has_its_moves():
    old = gdp.NeighbouringRelation.PERSONAL_EDGE  # no mechanism draws under it any more
    assert set(MOVES) == set(gdp.NeighbouringRelation) - {old}


@pytest.mark.long
def test_moves_keep_neighbours():
    """Where they did not, an honest mechanism would be accused."""
    for id, settings in {(id, tuple(settings.items())) for id, settings, _ in PLANTED}:
        assert not replay_audit(gdp.mechanism(id, **dict(settings)), pairs=PAIRS // 20).finding
