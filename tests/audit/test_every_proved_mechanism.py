"""Every mechanism that says it is proved, at every setting that changes its claim, is audited.

Nothing here is written for one mechanism: a new one in the list is audited at once. At the chosen
confidence each audit accuses an honest mechanism with probability at most 1e-6, so one of the
hundred does with at most 1e-4.
"""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.trust.settings import proved_settings

PROVED = proved_settings()
CONFIDENCE = 1.0 - 1e-6
AUDITS = 100
AGAIN = range(len(PROVED), max(AUDITS, len(PROVED)))
"""Seeds of further audits, with which the short and the long form have a hundred of the short."""


def accepted(made, **options):
    found = gdp.audit(made, confidence=CONFIDENCE, **options)
    assert found.verdict == "consistent", found.statement()
    assert found.certified_epsilon <= found.claimed_epsilon


@pytest.mark.parametrize(("seed", "made"), list(enumerate(PROVED)), ids=repr)
def test_no_proved_mechanism_is_accused(seed, made):
    """Short: they would see noise that is many times too small."""
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
