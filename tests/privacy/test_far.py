"""Epsilon beyond 20: every mechanism draws without overflow and says what that is."""

import warnings
from fractions import Fraction

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.far import EXPLORED_EPSILON, no_privacy

KARATE = gdp.load_graph("karate")
WEIGHTED = Graph.from_edges(
    12, [(i, j) for i in range(12) for j in range(i)], weights=np.linspace(0.1, 2.0, 66)
)


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
def test_a_mechanism_draws_at_the_largest_epsilon_without_overflow(kind):
    graph = WEIGHTED if kind.protects_weights else KARATE
    with warnings.catch_warnings(), np.errstate(over="raise", invalid="raise", divide="raise"):
        warnings.simplefilter("error")
        kind().release(graph, epsilon=EXPLORED_EPSILON, rng=gdp.noise_stream(0))
        guarantee = kind().guarantee(EXPLORED_EPSILON)
    assert not guarantee.protects
    assert guarantee.badge in ("not private", "not proved private")
    assert "not privacy" in guarantee.statement() or "No privacy" in guarantee.statement()


@pytest.mark.parametrize("epsilon", [20.0, 20.01])
def test_the_border_lies_at_20(epsilon):
    flips = gdp.mechanism("edge_flip")
    g = flips.guarantee(epsilon)
    assert g.protects is (epsilon <= 20)
    assert (no_privacy(epsilon) in g.statement()) is (epsilon > 20)
    if epsilon > 20:
        with pytest.raises(Refused, match="from 0 to 20 for a publication"):
            flips.publish(KARATE, epsilon=Fraction(epsilon), coins=Coins())


def test_nominally_beyond_20_is_not_published_either():
    # LaplaceFlip at a nominal 30 has an exact 15.7.
    flips = gdp.mechanism("laplace_flip")
    assert flips.guarantee(30.0).protects
    with pytest.raises(Refused, match="for a publication"):
        flips.check_publication(KARATE, Fraction(30))


def test_more_is_refused():
    with pytest.raises(Refused, match="from 0 to 5000, got 5001"):
        gdp.mechanism("edge_flip").check(KARATE, 5001.0)
