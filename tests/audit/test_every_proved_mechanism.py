"""Every mechanism that says it is proved, at every setting that changes its claim, is audited.

Nothing here is written for one mechanism: a new one in the list is audited at once, one setting of
each in the short form. At the chosen confidence each audit accuses an honest mechanism with
probability at most 1e-6, so one of the hundred does with at most 1e-4.
"""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.neighbours import neighbouring_pairs
from graphdp_core.lab.audits.settings import proved_settings

PROVED = proved_settings()
CONFIDENCE = 1.0 - 1e-6
AUDITS = 100
AGAIN = range(len(PROVED), max(AUDITS, len(PROVED)))
"""Seeds of further audits, with which the short and the long form have a hundred of the short."""


FIRST = {made.id: seed for seed, made in reversed(list(enumerate(PROVED)))}
"""Where the first setting of every mechanism stands."""

SLOW = {
    "dk_series", "louvain_dp", "low_rank_posterior", "node_graph",
    "private_block_model", "private_bter",
    "private_count", "threshold_peeling", "top_m_filter",
}  # fmt: skip
"""Mechanisms of which so many small releases take seconds: in the long form only."""


def accepted(made, **options):
    audited = gdp.audit(made, confidence=CONFIDENCE, **options)
    assert audited.verdict == "consistent", audited.statement()
    assert audited.certified_epsilon <= audited.claimed_epsilon


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=pytest.mark.long if id in SLOW else ()) for id in FIRST]
)
def test_no_proved_mechanism_is_accused(id):
    """Short, of every third pair of neighbours: noise that is many times too small is seen."""
    made, rng = PROVED[FIRST[id]], np.random.default_rng((1, FIRST[id]))
    pairs = neighbouring_pairs(made, made.guarantee(1.0))[::-3]
    accepted(made, epsilon=1.0, runs=100, rng=rng, pairs=pairs)


@pytest.mark.long
@pytest.mark.parametrize(("seed", "made"), list(enumerate(PROVED)), ids=repr)
def test_no_proved_setting_is_accused(seed, made):
    """Of all settings and all pairs."""
    accepted(made, epsilon=1.0, runs=100, rng=np.random.default_rng((1, seed)))


@pytest.mark.long
@pytest.mark.parametrize("seed", AGAIN)
def test_no_proved_mechanism_is_accused_in_a_hundred_audits(seed):
    made = PROVED[seed % len(PROVED)]
    accepted(made, epsilon=1.0, runs=100, rng=np.random.default_rng((1, seed)))


@pytest.mark.long
@pytest.mark.parametrize("made", PROVED, ids=repr)
def test_no_proved_mechanism_is_accused_in_the_long_form(made):
    """They would see noise that is twice too small where one event tells nearly all."""
    accepted(made, epsilon=2.0, runs=1000, rng=np.random.default_rng(2))
