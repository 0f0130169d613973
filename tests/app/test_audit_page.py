"""The Audit page: it says what is claimed and what was certified, and finds planted errors."""

import pytest

from pages.parts import auditor
from pages.shared.background import Workshop

PAGE = "decide/audit.py"


class AtOnce(Workshop):
    """Does what is asked for before it returns."""

    def ask(self, owner, name, work):
        for key, value in work(lambda fraction, text="": None):
            self._put(key, value)


@pytest.fixture
def audited(visitor, monkeypatch):
    """A visitor whose audits are short and end before the page is drawn."""
    monkeypatch.setattr(auditor, "AUDITOR", AtOnce())
    monkeypatch.setattr(auditor, "MOST", 1024)
    return visitor


def test_a_true_claim_is_consistent_and_shown_from_two_sides(audited):
    audited.open(PAGE, graph="karate")
    audited.check()
    assert "Consistent so far: at least ε = 0." in audited.text
    assert "its stated distribution has ε = 1" in audited.text
    assert "One release told" in audited.text
    assert "edgeFlip claims:" in audited.text


@pytest.mark.parametrize("error", ["half", "refusal"])
def test_a_planted_error_is_found(audited, error):
    audited.open(PAGE, graph="karate")
    audited.set("selectbox", "audit.error", error)
    audited.check()
    assert audited.at.error[0].value.startswith("VIOLATION")


def test_who_claims_nothing_is_shown_with_the_counterexample(audited):
    audited.open(PAGE, graph="karate", mechanism="lnpp")
    audited.check()
    assert "VIOLATION" in audited.text
    assert "No privacy guarantee" in audited.text
