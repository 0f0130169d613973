"""Every mechanism that says it is proved, at every setting that changes its claim, is audited.

Nothing here is written for one mechanism: a new one in the list is audited at once. At the chosen
confidence each audit accuses an honest mechanism with probability at most 1e-6, so one of the
hundred does with at most 1e-4.
"""

import itertools

import numpy as np
import pytest
from audited import PROVED

import graphdp_core as gdp

CONFIDENCE = 1.0 - 1e-6
AUDITS = 100
EVERY = list(itertools.islice(itertools.cycle(enumerate(PROVED)), max(AUDITS, len(PROVED))))
CASES = [pytest.param(i, made, id=f"{i}-{made!r}") for i, (_, made) in enumerate(EVERY)]


def accepted(made, **options):
    found = gdp.audit(made, confidence=CONFIDENCE, **options)
    assert found.verdict == "consistent", found.statement()
    assert found.certified_epsilon <= found.claimed_epsilon


@pytest.mark.parametrize(("seed", "made"), CASES)
def test_no_proved_mechanism_is_accused(seed, made):
    """A hundred audits, short: they would see noise that is many times too small."""
    accepted(made, epsilon=1.0, runs=100, rng=np.random.default_rng((1, seed)))


@pytest.mark.audit_long
@pytest.mark.parametrize("epsilon", [1.0, 2.0])
@pytest.mark.parametrize("made", PROVED, ids=repr)
def test_no_proved_mechanism_is_accused_in_the_long_form(made, epsilon):
    """They would see noise 1.5 times too small in most, and doubles that tell by last bits."""
    accepted(made, epsilon=epsilon, runs=6000, rng=np.random.default_rng(2))
