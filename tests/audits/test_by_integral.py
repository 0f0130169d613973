"""The counterexample by integration: its chances, and a loss above what is claimed."""

import math

import pytest
from scipy.integrate import quad
from scipy.stats import norm

from graphdp_core.audits.false_claims import integral_about
from graphdp_core.mechanisms import MECHANISMS


def test_an_eigenvalue_far_out_tells_of_an_edge():
    """The stored chances against adaptive integration; SBMF's tests hold the sampler's draws."""
    found = integral_about("sbmf")

    def dense(turn, beyond):
        mean = 6.0 * math.sin(2.0 * turn)
        tails = norm.sf(6.0 - mean) + norm.cdf(-6.0 - mean) if beyond else 1.0
        return math.exp(0.5 * mean**2 - 18.0) * tails

    joined = quad(dense, 0, math.pi, (True,))[0] / quad(dense, 0, math.pi, (False,))[0]
    assert found.chances == pytest.approx([joined, 2 * norm.sf(6.0)], rel=1e-3)
    loss = math.log(found.chances[0] / found.chances[1])
    assert loss == pytest.approx(19.28, abs=0.01)
    assert loss > found.epsilon == 13.0


def test_only_what_cannot_be_counted_is_integrated():
    assert [kind.id for kind in MECHANISMS if integral_about(kind.id)] == ["sbmf"]
