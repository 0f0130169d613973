"""The steps of a watched audit: alike for one number, and short enough to be sent."""

import pickle

import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.watched_audit import WatchedAudit, audit_steps


def steps(**asked):
    mechanism = gdp.mechanism(asked.pop("mechanism", "edge_flip"))
    return list(audit_steps(WatchedAudit(mechanism, most=256, **asked)))


@pytest.mark.long
def test_one_number_gives_one_audit_and_every_step_can_be_sent():
    first, again = steps(number=3), steps(number=3)
    assert [step.looks for step in first] == [step.looks for step in again]
    assert max(len(pickle.dumps(step)) for step in first) < 20_000


def test_a_planted_error_is_seen():
    assert steps(error="half")[-1].is_violation


def test_a_refusal_is_one_sentence():
    # At this epsilon nothing can be released from any input that an audit tries.
    found = steps(mechanism="low_rank_posterior", epsilon=0.001)
    assert isinstance(found[-1], str)
    assert "epsilon" in found[-1]
