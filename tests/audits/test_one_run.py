"""The audit by one release: what it certifies, and that it accuses nobody wrongly."""

import numpy as np
import pytest
from broken import Wrapped
from hypothesis import given, settings
from hypothesis import strategies as st

import graphdp_core as gdp
from graphdp_core.audits.one_run import least_epsilon, one_run_audit
from graphdp_core.params import Refused


def certified(mechanism, seeds, **given):
    found = (one_run_audit(mechanism, rng=np.random.default_rng(s), **given) for s in seeds)
    return np.array([one.certified_epsilon for one in found])


@pytest.mark.sample
@pytest.mark.parametrize(("confidence", "mean"), [(0.95, 0.982), (0.99, 0.975), (0.999, 0.968)])
def test_one_release_certifies_nearly_all_of_a_claim(confidence, mean):
    # One release scatters by .011: the mean of 12 lies within .012 but for one time in 5,000.
    found = certified(gdp.mechanism("edge_flip"), range(12), confidence=confidence)
    assert found.mean() == pytest.approx(mean, abs=0.012)


def test_a_tenth_too_little_noise_is_caught_by_one_release():
    louder = Wrapped(gdp.mechanism("edge_flip"), louder=1.1)
    assert (certified(louder, range(5), confidence=0.999) > 1.0).all()


@pytest.mark.long
def test_a_private_mechanism_is_hardly_ever_accused():
    found = certified(gdp.mechanism("edge_flip"), range(60), nodes=60, confidence=0.95)
    assert (found > 1.0).sum() <= 12  # 3 expected at most; more by chance once in 20,000


@settings(max_examples=15)
@given(st.integers(50, 100), st.floats(0.0, 1e-3))
def test_delta_only_lowers_what_is_certified(right, delta):
    pure = least_epsilon(right, 100, delta=0.0, confidence=0.95)
    assert 0.0 <= least_epsilon(right, 100, delta=delta, confidence=0.95) <= pure


def test_coin_tosses_certify_nothing():
    assert least_epsilon(500, 1000, delta=0.0, confidence=0.95) == 0.0


@pytest.mark.parametrize("id", ["noisy_degrees", "weight_laplace", "louvain_dp"])
def test_who_releases_no_noisy_graph_is_refused(id):
    with pytest.raises(Refused, match="releases no graph that hides edges"):
        one_run_audit(gdp.mechanism(id))
