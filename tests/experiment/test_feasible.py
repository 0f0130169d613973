"""What runs on a graph is told from public facts, and who stands in for what does not.

Settings that make an analysis comparable with what a mechanism releases.
"""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.feasible import feasible, is_drowned, suited
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.graphs.graph import Graph

LARGE = Graph.from_edges(300_000, [(0, 1), (1, 2)])


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
@pytest.mark.parametrize("epsilon", [0.1, 3.0, 20.0])
def test_the_nearest_epsilon_is_one_that_is_taken_and_none_lies_nearer(kind, epsilon):
    outcome = feasible(kind(), LARGE, epsilon)
    taken = [stop for stop in EPSILONS if feasible(kind(), LARGE, stop).runs]
    if outcome.runs:
        kind().check(LARGE, epsilon)
        assert outcome.nearest == epsilon
    elif outcome.nearest is None:
        assert not taken
    else:
        kind().check(LARGE, outcome.nearest)
        assert abs(np.log(outcome.nearest / epsilon)) == min(abs(np.log(np.array(taken) / epsilon)))


def test_a_mechanism_says_itself_that_it_flips_pairs():
    class Private(type(gdp.mechanism("private_block_model"))):
        flips_pairs = True

    assert is_drowned(Private, LARGE.n, 3.0)
    flipping = {kind.id for kind in gdp.MECHANISMS if is_drowned(kind, LARGE.n, 3.0)}
    assert flipping >= {kind.id for kind in gdp.MECHANISMS if kind.noise_per_pair}
    assert "low_rank_posterior" in flipping


def test_edges_of_a_graph_do_not_decide_what_runs():
    other = Graph.from_edges(300_000, [(i, i + 1) for i in range(999)])
    for kind in gdp.MECHANISMS:
        if kind.relation.name == "EDGE":
            assert feasible(kind(), other, 3.0) == feasible(kind(), LARGE, 3.0)


def test_a_release_of_few_eigenpairs_is_compared_with_as_many():
    small = gdp.mechanism("noisy_eigenvalues", k=2)
    analysis = suited(gdp.analysis("spectrum", k=5), gdp.load_graph("karate"), small)
    assert analysis.k == 2


def test_what_needs_no_settings_stays_as_it_is():
    louvain = gdp.analysis("louvain")
    assert suited(louvain, gdp.load_graph("karate"), gdp.mechanism("edge_flip")) is louvain
