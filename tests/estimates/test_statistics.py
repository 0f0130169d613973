"""Possible truths follow Bayes' rule."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.statistics import chances_of_edges, possible_truths
from graphdp_core.params import Refused


def test_chances_are_those_of_bayes_rule_by_counting():
    """Of the pairs that were released, about as many are edges as is said."""
    rng = np.random.default_rng(0)
    true = gdp.generate("erdos_renyi", n=400, seed=1, p=0.1)
    noisy = gdp.mechanism("edge_flip").release(true, epsilon=2.0, rng=rng)
    there, hidden = chances_of_edges(noisy)
    real, seen = (
        graph.adjacency().toarray()[np.triu_indices(400, 1)] > 0 for graph in (true, noisy)
    )
    assert real[seen].mean() == pytest.approx(there, abs=0.03)  # five standard deviations
    assert real[~seen].mean() == pytest.approx(hidden, abs=0.01)


@pytest.mark.usefixtures("data_dir")
def test_draws_have_as_many_edges_as_is_estimated_and_keep_the_names():
    true = gdp.load_graph("football")
    rng = np.random.default_rng(0)
    noisy = gdp.mechanism("edge_flip").release(true, epsilon=3.0, rng=rng)
    drawn = list(possible_truths(noisy, 30, rng=rng))
    estimated = gdp.estimate(noisy, statistics=["edges"])["edges"].value
    assert np.mean([graph.m for graph in drawn]) == pytest.approx(estimated, abs=30.0)
    assert len({graph.fingerprint for graph in drawn}) == 30
    assert all(graph.names == true.names and graph.noise is None for graph in drawn)


def test_without_rates_there_is_no_posterior():
    with pytest.raises(Refused, match="public rates"):
        chances_of_edges(gdp.load_graph("karate"))
