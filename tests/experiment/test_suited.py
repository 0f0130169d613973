"""Settings that make an analysis comparable with what a mechanism releases."""

import graphdp_core as gdp
from graphdp_core.experiment.suited import suited


def test_a_release_of_few_eigenpairs_is_compared_with_as_many():
    small = gdp.mechanism("noisy_eigenvalues", k=2)
    analysis = suited(gdp.analysis("spectrum", k=5), gdp.load_graph("karate"), small)
    assert analysis.k == 2


def test_what_needs_no_settings_stays_as_it_is():
    louvain = gdp.analysis("louvain")
    assert suited(louvain, gdp.load_graph("karate"), gdp.mechanism("edge_flip")) is louvain
