"""A mechanism with an analysis is an estimator that sklearn can clone, and reads no truth."""

import numpy as np
import pytest
from sklearn.base import clone

import graphdp_core as gdp

KARATE = gdp.load_graph("karate")
FLIP = gdp.mechanism("edge_flip")


def test_it_gives_what_a_comparison_calls_private():
    louvain = gdp.analysis("louvain")
    made = gdp.Estimator(FLIP, louvain, epsilon=3.0, seed=5)
    c = gdp.compare(KARATE, FLIP, louvain, epsilon=3.0, seed=5)
    assert made.fit_predict(KARATE.adjacency()).tolist() == c.private.labels.tolist()
    assert made.guarantee_ == c.guarantee
    assert made.release_.edges.tolist() == c.release.edges.tolist()
    again = clone(made).fit(KARATE)
    assert again.labels_.tolist() == made.labels_.tolist()
    assert again.set_params(epsilon=1.0).fit(KARATE).guarantee_.epsilon == 1.0
    with pytest.raises(gdp.Refused, match="eps must be one of mechanism, analysis, epsilon, seed"):
        made.set_params(eps=1.0)


def test_scores_come_from_a_graph_or_from_a_release_of_scores():
    degree = gdp.analysis("centrality", score="degree")
    for mechanism in (FLIP, gdp.mechanism("noisy_degrees")):
        scores = gdp.Estimator(mechanism, degree, epsilon=20.0, seed=0).fit_predict(KARATE)
        assert np.corrcoef(scores, KARATE.degrees)[0, 1] > 0.99


def test_an_embedding_is_transformed_to():
    made = gdp.Estimator(FLIP, gdp.analysis("spectral", dimension=3), epsilon=5.0, seed=1)
    assert made.fit_transform(KARATE.adjacency()).shape == (34, 3)
    assert not hasattr(made, "labels_")
    made.set_params(analysis=gdp.analysis("louvain")).fit(KARATE)
    assert hasattr(made, "labels_")
    assert not hasattr(made, "embedding_"), "of the analysis before"


def test_without_a_seed_each_fit_has_its_own_noise():
    made = gdp.Estimator(FLIP, gdp.analysis("overview"), epsilon=1.0)
    assert made.fit(KARATE).release_ != made.fit(KARATE).release_


def test_what_does_not_fit_is_refused_in_a_sentence():
    with pytest.raises(gdp.Refused, match="fit_predict needs an analysis that gives"):
        gdp.Estimator(FLIP, gdp.analysis("spectral"), epsilon=1.0).fit_predict(KARATE)
    with pytest.raises(gdp.Refused, match="fit_transform needs"):
        gdp.Estimator(FLIP, gdp.analysis("louvain"), epsilon=1.0).fit_transform(KARATE)
    with pytest.raises(gdp.Refused, match="pick a mechanism"):
        gdp.Estimator(gdp.mechanism("noisy_degrees"), gdp.analysis("louvain"), epsilon=1.0).fit(
            KARATE
        )
    with pytest.raises(gdp.Refused, match="symmetric"):
        gdp.Estimator(FLIP, gdp.analysis("louvain"), epsilon=1.0).fit([[0, 1], [0, 0]])
