"""The lesson of "three times off": a guess passes, and only one method looks beyond degrees."""

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.core_rivals import core_rivals
from graphdp_core.graphs.graph import Graph


def test_on_email_eu_core_the_claim_tells_a_guess_from_nothing(data_dir):
    """At epsilon 0.5: 2.04, 2.10 and 3.15 times off, but 5.3, 16.7 and 11.4 in the mean."""
    peeled, degrees, guess = core_rivals(gdp.load_graph("email-eu-core"), 0.5)
    assert peeled.factor < 2.2
    assert peeled.error < 5.5
    assert degrees.factor < 2.3
    assert degrees.error > 2 * peeled.error
    assert guess.name == "10 for everybody"
    assert guess.factor == pytest.approx(3.15, abs=0.01)


def test_no_single_number_does_better_than_the_guess():
    karate = gdp.load_graph("karate")
    guess = core_rivals(karate, 1.0)[-1]
    assert guess.name == "3 for everybody"
    assert guess.factor == pytest.approx(1.32, abs=0.01)


def test_without_edges_there_is_nothing_to_say():
    assert core_rivals(Graph.from_edges(4, []), 1.0) == ()
