"""Ranks over repeated draws."""

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.repeated_ranks import private_ranks
from graphdp_core.graphs.graph import Graph

KARATE = Graph.from_networkx(nx.karate_club_graph(), weight=None)


def test_almost_no_noise_gives_the_true_ranks_in_every_draw() -> None:
    nodes, ranks = private_ranks(
        KARATE, gdp.mechanism("edge_flip"), gdp.analysis("centrality"), epsilon=20.0, repeats=3
    )
    assert nodes[:2].tolist() == [33, 0]
    np.testing.assert_array_equal(ranks, np.tile(np.arange(1, 11), (3, 1)))


def test_every_draw_is_the_one_that_compare_makes() -> None:
    mechanism, analysis = gdp.mechanism("noisy_degrees"), gdp.analysis("centrality")
    nodes, ranks = private_ranks(KARATE, mechanism, analysis, epsilon=1.0, seed=4, repeats=2)
    first = gdp.compare(KARATE, mechanism, analysis, epsilon=1.0, seed=4).private.values
    place = np.argsort(np.argsort(-first, kind="stable")) + 1  # released degrees may tie
    np.testing.assert_array_equal(ranks[0], place[nodes])
    assert not np.array_equal(ranks[0], ranks[1])


def test_other_measures_and_other_results_are_refused() -> None:
    with pytest.raises(ValueError, match="set score to 'laplacian'"):
        private_ranks(
            KARATE, gdp.mechanism("two_round_laplacian"), gdp.analysis("centrality"), epsilon=1.0
        )
    with pytest.raises(ValueError, match="pick a centrality"):
        private_ranks(KARATE, gdp.mechanism("edge_flip"), gdp.analysis("louvain"), epsilon=1.0)
