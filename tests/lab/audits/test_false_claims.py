"""The list of false claims: each is about a mechanism, has its counterexample and its record."""

import math

import pytest
from scipy.integrate import quad
from scipy.stats import norm

from graphdp_core.lab.audits.document import claim_facts, how_many_claims
from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS, false_claim, integral_about
from graphdp_core.lab.audits.outcomes import draw
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.trust.evidence import claim_records

EVERY = pytest.mark.parametrize("claim", FALSE_CLAIMS, ids=lambda claim: claim.id)


def test_the_count_on_the_page_is_that_of_the_list():
    nobody_s = {"local-sensitivity", "both-directions", "plus-exponential", "clipped-flip"}
    nobody_s |= {"names-off", "k-anonymous"}  # said of what people do, of no mechanism
    assert {claim.id for claim in FALSE_CLAIMS if not claim.published} == nobody_s
    assert how_many_claims() == "Eight published claims and six easy slips"
    assert len({claim.id for claim in FALSE_CLAIMS}) == len(FALSE_CLAIMS) == len(claim_records())


@EVERY
def test_what_is_stored_refutes_the_claim(claim):
    kept, claimed = claim_records()[claim.id], claim.made.guarantee(claim.epsilon)
    assert kept.certified > claimed.effective_epsilon, "the counterexample by itself"
    assert kept.audit.is_violation
    assert kept.audit.certified > kept.audit.claimed
    assert kept.audit.epsilon == claim.epsilon
    assert claim.mechanism in {kind.id for kind in MECHANISMS}
    assert all(claim_facts(claim).values())


@pytest.mark.sample
@EVERY
def test_the_event_is_as_often_as_it_was(claim, rng):
    """100 draws; each share is off by five standard errors with probability below 1e-6."""
    kept = claim_records()[claim.id]
    for graph, share in zip((claim.pair.left, claim.pair.right), kept.shares, strict=True):
        releases = draw(claim.made, graph, epsilon=claim.epsilon, runs=100, rng=rng)
        seen = sum(claim.holds(release, claim.pair) for release in releases)
        room = 5.0 * math.sqrt(100 * share * (1.0 - share)) + 10.0
        assert abs(seen - 100 * share) <= room


def test_an_unknown_claim_is_refused_with_the_list():
    with pytest.raises(ValueError, match="must be one of empty-cells, parity"):
        false_claim("nothing")


def test_an_eigenvalue_far_out_tells_of_an_edge():
    """The stored chances against adaptive integration; SBMF's tests hold the sampler's draws."""
    outcome = integral_about("sbmf")

    def dense(turn, beyond):
        mean = 6.0 * math.sin(2.0 * turn)
        tails = norm.sf(6.0 - mean) + norm.cdf(-6.0 - mean) if beyond else 1.0
        return math.exp(0.5 * mean**2 - 18.0) * tails

    joined = quad(dense, 0, math.pi, (True,))[0] / quad(dense, 0, math.pi, (False,))[0]
    assert outcome.chances == pytest.approx([joined, 2 * norm.sf(6.0)], rel=1e-3)
    loss = math.log(outcome.chances[0] / outcome.chances[1])
    assert loss == pytest.approx(19.28, abs=0.01)
    assert loss > outcome.epsilon == 13.0


def test_only_what_cannot_be_counted_is_integrated():
    assert [kind.id for kind in MECHANISMS if integral_about(kind.id)] == ["sbmf"]
