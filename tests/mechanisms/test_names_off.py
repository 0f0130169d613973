"""Names off: every tie stays, no promise is made, and nothing of it can be published."""

from fractions import Fraction

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Status
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.stage.stop import notes

PRACTICES = pytest.mark.parametrize("id", ["names_off", "k_anonymous"])


def test_every_tie_is_there_and_no_name():
    novel = gdp.load_graph("les_miserables")
    release = gdp.mechanism("names_off").release(novel, epsilon=0.1, rng=gdp.noise_stream(0))
    assert np.array_equal(release.edges, novel.edges)
    assert (release.names, release.labels, release.weights) == (None, None, None)


@PRACTICES
def test_no_epsilon_is_a_promise(id):
    made = gdp.mechanism(id)
    for epsilon in (0.01, 1.0, 20.0):
        guarantee = made.guarantee(epsilon)
        assert guarantee.status is Status.AS_PRACTISED
        assert not guarantee.protects
        assert guarantee.badge == "not private"
        assert guarantee.statement().startswith("No privacy guarantee (as practised: no promise).")
        assert "anonymous" not in guarantee.statement().lower()


@PRACTICES
def test_it_is_never_published(id):
    karate = gdp.load_graph("karate")
    with pytest.raises(Refused, match="cannot be published: No privacy guarantee"):
        gdp.mechanism(id).publish(karate, epsilon=Fraction(1), coins=SecureRandom())


@PRACTICES
def test_the_draw_does_not_turn_with_epsilon(id):
    karate, made = gdp.load_graph("karate"), gdp.mechanism(id)
    one, two = (made.release(karate, epsilon=e, rng=gdp.noise_stream(3)) for e in (0.1, 20.0))
    assert np.array_equal(one.edges, two.edges)


@PRACTICES
def test_true_ties_are_never_called_made_anew(id):
    """What stands below the pictures: whose names they show, and no word of a graph drawn anew."""
    compared = gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism(id), gdp.analysis("louvain"), epsilon=3.0
    )
    words = " ".join(notes(compared))
    assert "the release has numbers in a random order" in words
    assert "made anew" not in words
