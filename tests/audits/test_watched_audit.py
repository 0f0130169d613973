"""The steps of a watched audit: alike for one number, and short enough to be sent."""

import pickle

import pytest

import graphdp_core as gdp
from graphdp_core.audits.climb import Climb
from graphdp_core.audits.divergence import Divergence
from graphdp_core.audits.watched_audit import WatchedAudit, audit_steps


def steps(**asked):
    mechanism = gdp.mechanism(asked.pop("mechanism", "edge_flip"))
    return list(audit_steps(WatchedAudit(mechanism, most=256, outcomes=400, **asked)))


@pytest.mark.long
def test_one_number_gives_one_audit_and_every_step_can_be_sent():
    first, again = steps(number=3), steps(number=3)
    assert [s.looks for s in first if isinstance(s, Climb)] == [
        s.looks for s in again if isinstance(s, Climb)
    ]
    assert sum(isinstance(step, Divergence) for step in first) == 1
    assert max(len(pickle.dumps(step)) for step in first) < 20_000


def test_a_planted_error_is_seen_by_both_instruments():
    found = steps(error="half")
    losses = next(step for step in found if isinstance(step, Divergence))
    # Outcomes of 27% against 4% and bounds from 256 or more: missing them is below 1e-9
    assert losses.is_violation
    assert found[-1].is_violation


def test_a_refusal_is_one_sentence():
    # At this epsilon nothing can be released from any input that an audit tries.
    found = steps(mechanism="low_rank_posterior", epsilon=0.001)
    assert isinstance(found[-1], str)
    assert "epsilon" in found[-1]
