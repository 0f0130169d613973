"""The audit to watch: it climbs towards the claim, and beyond it only where the claim is false.

The steps of a watched audit: alike for one number, and short enough to be sent.
"""

import math
import pickle

import numpy as np
import pytest
from broken import Unchecked, Wrapped

import graphdp_core as gdp
from graphdp_core.lab.audits import sequential_audit
from graphdp_core.lab.audits.sequential_audit import WatchedAudit, audit_steps, climbing


def steps(mechanism, *, most=2048, seed=1, **given):
    return list(climbing(mechanism, most=most, rng=np.random.default_rng(seed), **given))


@pytest.mark.long
def test_the_bound_climbs_and_stays_below_a_true_claim():
    outcome = steps(gdp.mechanism("edge_flip"))
    assert [look.runs for look in outcome[-1].looks] == [64, 128, 256, 512, 1024, 2048]
    bounds = [step.certified_epsilon for step in outcome]
    assert bounds == sorted(bounds)
    assert 0.5 < bounds[-1] <= 1.0
    assert "Not refuted: ε is at least 0." in outcome[-1].verdict()


@pytest.mark.long
def test_the_bins_fill_up_between_the_looks_and_their_event_is_what_is_counted():
    values = [step for step in steps(gdp.mechanism("edge_flip"), most=1024) if step.histogram]
    assert [step.histogram.runs for step in values] == [64, 128, 256, 512, 768, 1024]
    assert [len(step.looks) for step in values] == [1, 2, 3, 4, 4, 5]
    for step in values:
        if step.histogram.runs == step.looks[-1].runs:
            assert step.looks[-1].counts == step.histogram.hits
            assert abs(step.histogram.hits[0] - step.histogram.hits[1]) > 10


@pytest.mark.long
def test_too_little_noise_is_refuted_on_screen():
    outcome = steps(Wrapped(gdp.mechanism("noisy_degrees"), louder=2.0))
    assert outcome[-1].is_violation
    assert outcome[-1].verdict().startswith("Refuted: ε is at least 1.")


def test_what_needs_no_statistics_is_said_at_once():
    (one,) = steps(Unchecked())
    assert one.certified_epsilon == math.inf
    assert "does not refuse" in one.verdict()


def test_the_looks_share_the_error_that_one_look_would_have():
    shares = [6.0 / (math.pi * j) ** 2 for j in range(1, 10_000)]
    assert sum(shares) == pytest.approx(1.0, abs=1e-3)
    assert sum(shares) <= 1.0


@pytest.mark.long
def test_nobody_is_accused_who_keeps_the_claim(monkeypatch):
    monkeypatch.setattr(
        sequential_audit, "CHOOSING", 64
    )  # an event chosen badly must not accuse either
    flips = Wrapped(gdp.mechanism("edge_flip"))  # which only statistics can tell from another
    # 8 audits at 99%: more than 2 accusations by chance once in 19,000.
    accused = sum(steps(flips, most=256, seed=seed)[-1].is_violation for seed in range(8))
    assert accused <= 2


def steps_of_watched_audit(**asked):
    mechanism = gdp.mechanism(asked.pop("mechanism", "edge_flip"))
    return list(audit_steps(WatchedAudit(mechanism, most=256, **asked)))


@pytest.mark.long
def test_one_number_gives_one_audit_and_every_step_can_be_sent():
    first, again = steps_of_watched_audit(number=3), steps_of_watched_audit(number=3)
    assert [step.looks for step in first] == [step.looks for step in again]
    assert max(len(pickle.dumps(step)) for step in first) < 20_000


@pytest.mark.long
def test_a_planted_error_is_seen():
    assert steps_of_watched_audit(error="half")[-1].is_violation


def test_a_refusal_is_one_sentence():
    # At this epsilon nothing can be released from any input that an audit tries.
    outcome = steps_of_watched_audit(mechanism="low_rank_posterior", epsilon=0.001)
    assert isinstance(outcome[-1], str)
    assert "epsilon" in outcome[-1]


@pytest.mark.long
def test_what_promises_nothing_is_not_called_refuted():
    *_, last = climbing(gdp.mechanism("names_off"), epsilon=1.0, most=256)
    assert last.verdict().startswith("Nothing is claimed, and ε is at least")
