"""Every attack: its shape, its bound, and that one seed gives one finding.

The bounds hold for every test of two distributions, and randomised response attains them.
"""

import itertools
import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.attacks import ATTACKS, Victim, attack
from graphdp_core.lab.audits.attacks.attack import beliefs, best_guess, largest_hit_rate
from graphdp_core.params import Refused

KARATE = gdp.load_graph("karate")


def victim(epsilon=1.0, mechanism="edge_flip", graph=KARATE, seed=0):
    return Victim.of(graph, gdp.mechanism(mechanism), epsilon, seed)


@pytest.mark.parametrize("kind", ATTACKS, ids=lambda kind: kind.id)
def test_every_attack_has_a_bound_and_something_counted(kind):
    found = kind().run(victim())
    roles = {line.role for line in found.lines}
    assert "bound" in roles
    assert roles & {"measured", "beyond"}
    for line in found.lines:
        assert line.x.shape == line.y.shape
        assert np.isfinite(line.x).all()
        assert np.isfinite(line.y).all()
        assert (line.y >= -1e-12).all()
        assert (line.y <= 1.0 + 1e-12).all()
        assert not found.log_x or (line.x > 0).all()
    assert len(found.rows()) == sum(len(line.x) for line in found.lines)
    assert kind().run(victim()).sentence == found.sentence
    assert found.sentence.endswith(".")
    assert kind.promised != kind.unpromised


def test_the_ids_are_all_different_and_an_unknown_one_is_refused():
    assert len({kind.id for kind in ATTACKS}) == len(ATTACKS)
    with pytest.raises(Refused, match="must be one of"):
        attack("guess")


def test_edge_flip_stands_in_for_what_releases_other_things():
    assert victim(mechanism="louvain_dp").mechanism.id == "edge_flip"
    assert victim(mechanism="laplace_flip").mechanism.id == "laplace_flip"


def test_the_exact_epsilon_counts_not_the_nominal_one():
    of = victim(2.0, "laplace_flip")
    p, q = of.rates
    assert of.exact_epsilon == pytest.approx(np.log(p / q))
    assert of.exact_epsilon < 2.0


@pytest.mark.parametrize("name", ["membership", "structure"])
def test_a_graph_without_edges_is_refused(name):
    empty = gdp.Graph.from_edges(4, [])
    with pytest.raises(Refused, match="choose another"):
        attack(name)().run(victim(graph=empty))


EPSILONS = [0.0, 0.3, 1.0, 4.0]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_randomised_response_is_a_corner_of_the_bound(epsilon):
    flip = 1.0 / (1.0 + math.exp(epsilon))
    assert largest_hit_rate(flip, epsilon) == pytest.approx(1.0 - flip)
    assert best_guess(epsilon) == pytest.approx(1.0 - flip)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_no_event_of_the_worst_pair_lies_beyond_the_bound_and_its_corners_lie_on_it(epsilon):
    likely = 1.0 / (1.0 + math.exp(-epsilon))  # the pair that dominates all others
    one, other = [likely, 1.0 - likely], [1.0 - likely, likely]
    gaps = []
    for chosen in itertools.product((0, 1), repeat=2):
        f, t = (float(np.dot(chosen, world)) for world in (other, one))
        gaps.append(float(largest_hit_rate(f, epsilon)) - t)
    assert min(gaps) > -1e-12
    assert sum(abs(gap) < 1e-12 for gap in gaps) >= 3


def test_beliefs_are_bayes_rule():
    prior, likely, unlikely = 0.2, 0.9, 0.3
    after = prior * likely / (prior * likely + (1 - prior) * unlikely)
    assert beliefs(prior, math.log(likely / unlikely)) == pytest.approx(after)
