"""Losses of outcomes: exact ones touch the claim, counted ones cover the truth."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.audits.divergence import divergence
from graphdp_core.audits.neighbours import neighbouring_pairs
from graphdp_core.audits.planted import Louder


def pair_of(mechanism, nodes=3, epsilon=1.0):
    pairs = neighbouring_pairs(mechanism, mechanism.guarantee(epsilon))
    return next(pair for pair in pairs if pair.left.n == nodes)


@pytest.mark.parametrize("mechanism", ["edge_flip", "laplace_flip"])
def test_every_outcome_of_a_flip_touches_its_exact_epsilon(mechanism):
    flip = gdp.mechanism(mechanism)
    found = divergence(flip, pair_of(flip))
    assert found.is_exact
    assert len(found.outcomes) == 8
    assert np.abs(found.low) == pytest.approx(flip.guarantee(1.0).effective_epsilon)
    assert found.chances.sum() == pytest.approx(1.0)
    assert not found.is_violation


def test_too_little_noise_is_seen_exactly_where_it_is_stated():
    flip = gdp.mechanism("edge_flip")
    found = divergence(Louder(flip, 2.0, honest=True), pair_of(flip))
    assert found.certified == pytest.approx(2.0)
    assert found.is_violation


def test_too_little_noise_is_counted_where_it_is_not_stated():
    flip = gdp.mechanism("edge_flip")
    found = divergence(Louder(flip, 2.0), pair_of(flip), runs=1500, rng=np.random.default_rng(0))
    assert not found.is_exact
    # Half of 8 outcomes have 27% against 4%: missing it has probability below 1e-9
    assert found.is_violation
    assert (found.low <= 2.0 + 1e-9).all()  # each bound errs with .01/16 at most
    assert (found.high >= -2.0 - 1e-9).all()


def test_counted_bounds_hold_the_true_loss():
    flip = gdp.mechanism("edge_flip")
    pair = pair_of(flip)
    true = divergence(flip, pair)
    counted = divergence(
        Louder(flip, 1.0), pair, runs=1500, confidence=0.9999, rng=np.random.default_rng(1)
    )
    loss = dict(zip(true.outcomes, true.low, strict=True))
    for name, low, high in zip(counted.outcomes, counted.low, counted.high, strict=True):
        assert low <= loss[name] <= high  # all 8 with probability .9999
    assert not counted.is_violation


def test_trees_and_partitions_are_counted_and_scores_are_not():
    tree = gdp.mechanism("pamst")
    pairs = neighbouring_pairs(tree, tree.guarantee(1.0))
    assert divergence(tree, pairs[-1], runs=40, rng=np.random.default_rng(2)).runs == 40
    scores = gdp.mechanism("noisy_degrees")
    assert divergence(scores, pair_of(scores), runs=8) is None
