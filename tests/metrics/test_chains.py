"""Autocorrelation and effective draws, against chains whose law is known."""

import numpy as np
import pytest

from graphdp_core.metrics.chains import (
    autocorrelation,
    effective_draws,
    potential_scale_reduction,
)
from graphdp_core.params import Refused


def autoregressive(rho: float, n: int, seed: int) -> np.ndarray:
    """x_t = rho x_{t-1} + noise, from its stationary law; its autocorrelation at lag l is rho^l."""
    rng = np.random.default_rng(seed)
    x, out = rng.normal() / np.sqrt(1 - rho**2), np.empty(n)
    for t, step in enumerate(rng.normal(size=n)):
        x = rho * x + step
        out[t] = x
    return out


def test_the_autocorrelation_is_the_sum_that_defines_it() -> None:
    trace = np.random.default_rng(1).normal(size=40)
    centred = trace - trace.mean()
    direct = [centred[lag:] @ centred[: 40 - lag] for lag in range(40)]
    np.testing.assert_allclose(autocorrelation(trace), np.array(direct) / direct[0], atol=1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_an_autoregressive_chain_is_worth_what_theory_says(rho: float) -> None:
    # The variance of the mean is (1 + rho) / (1 - rho) times that of independent draws. Of 60
    # other seeds every estimate was within 25%; its deviation is about 9%: 40% are 4 of them.
    n = 20_000
    trace = autoregressive(rho, n, seed=3)
    assert effective_draws(trace) == pytest.approx(n * (1 - rho) / (1 + rho), rel=0.4)
    # Bartlett: the deviation at lag 3 is at most sqrt((1 + rho^2) / (1 - rho^2) / n) = 0.022.
    assert autocorrelation(trace)[3] == pytest.approx(rho**3, abs=6 * 0.022)


def test_chains_that_agree_have_one_scale_and_others_do_not() -> None:
    chains = np.array([autoregressive(0.5, 4_000, seed) for seed in range(4)])
    assert 1.0 - 1e-3 < potential_scale_reduction(chains) < 1.02
    assert potential_scale_reduction(chains + 3.0 * np.arange(4)[:, None]) > 1.5


def test_what_never_moves_has_no_number_and_what_is_short_is_refused() -> None:
    assert np.isnan(effective_draws(np.ones(10)))
    assert np.isnan(potential_scale_reduction(np.ones((2, 10))))
    for bad in ([1.0, 2.0], [1.0, 2.0, 3.0, np.nan], [[1.0] * 4] * 2):
        with pytest.raises(Refused, match="at least 4 finite numbers"):
            autocorrelation(bad)
    with pytest.raises(Refused, match="at least 2 chains"):
        potential_scale_reduction(np.ones((1, 10)))
