"""Counterexamples by integration: chances that add up, and a loss above what is claimed."""

import math

import pytest
from scipy.integrate import quad
from scipy.stats import norm

from graphdp_core.audits.by_integral import integral_about
from graphdp_core.mechanisms import MECHANISMS


def test_an_eigenvalue_far_out_tells_of_an_edge():
    """The bins against adaptive integration; the sampler's own draws stand beside SBMF's tests."""
    found = integral_about("sbmf")
    for row in found.chances:
        assert math.fsum(row) == pytest.approx(1.0, abs=1e-12)
    assert found.chances[0] == pytest.approx(found.chances[0][::-1])

    def dense(turn, beyond):
        mean = 6.0 * math.sin(2.0 * turn)
        tails = norm.sf(6.0 - mean) + norm.cdf(-6.0 - mean) if beyond else 1.0
        return math.exp(0.5 * mean**2 - 18.0) * tails

    joined = quad(dense, 0, math.pi, (True,))[0] / quad(dense, 0, math.pi, (False,))[0]
    assert found.shares == (pytest.approx(joined, rel=1e-3), pytest.approx(2 * norm.sf(6.0)))
    assert found.loss == pytest.approx(19.28, abs=0.01)
    assert found.loss > found.epsilon == 13.0


def test_only_what_cannot_be_counted_is_integrated():
    assert [kind.id for kind in MECHANISMS if integral_about(kind.id)] == ["sbmf"]
