"""The audit: it says what is claimed and what was certified, and finds planted errors."""

import pytest

from graphdp_core.lab.audits.fault_injection import PLANTED
from pages.break_it import auditor
from pages.ground.background import ResultCache

PAGE = "break_it/page.py"


class AtOnce(ResultCache):
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


def said(visitor, key):
    """What the address says."""
    return visitor.address[key]


def title(visitor):
    """The page's largest line."""
    return visitor.at.title[0].value.replace("\\", "")


def test_a_true_claim_is_consistent(audited):
    audited.open(PAGE, graph="karate")
    audited.check()
    assert "Not refuted: ε is at least 0." in title(audited)
    assert "(edgeFlip) claims:" in audited.text.replace("\\", "")
    assert audited.at.button(key="audit.again")


@pytest.mark.sample
@pytest.mark.parametrize("error", ["half", "refusal", "failure", "unchecked"])
def test_a_planted_error_is_found_from_a_link(audited, error):
    audited.open(PAGE, graph="karate", **{"audit.error": error})
    audited.check()
    assert "Refuted:" in title(audited)


@pytest.mark.long
def test_the_address_says_which_audit_is_shown(audited):
    link = {"audit.error": "fifth", "audit.epsilon": "2", "audit.number": "7"}
    audited.open(PAGE, graph="karate", **link)
    assert "and 2 is claimed." in title(audited)
    assert all(said(audited, key) == value for key, value in link.items())
    audited.at.button(key="audit.again").click().run()
    assert said(audited, "audit.number") == "8"
    audited.set("selectbox", "audit.error", PLANTED["half"])
    assert said(audited, "audit.error") == "half"
    assert "Refuted:" in title(audited)


def test_who_claims_nothing_is_shown_with_the_counterexample(audited):
    audited.open(PAGE, graph="karate", mechanism="lnpp")
    audited.check()
    assert "Refuted:" in title(audited)
    assert "No privacy guarantee" in audited.text


def test_an_audit_goes_on_on_other_pages_and_is_stopped_there(visitor, monkeypatch):
    class Never(ResultCache):
        """Begins nothing."""

        def ask(self, owner, name, work):
            asked.append(name)

    asked = []
    monkeypatch.setattr(auditor, "AUDITOR", Never())
    visitor.open(PAGE, graph="karate")
    assert visitor.at.button(key="audit").label == "Stop"
    before = len(asked)
    visitor.open("explore/page.py?see=graph")
    assert len(asked) > before, "the sidebar keeps it going"
    visitor.at.button(key="stop-audit").click().run()
    assert "stop-audit" not in [button.key for button in visitor.at.button]
    visitor.open(PAGE)
    assert visitor.at.button(key="audit").label == "Run the audit"
    visitor.at.button(key="audit").click().run()
    assert visitor.at.button(key="stop-audit")


def test_an_audit_of_minutes_waits_for_a_click(visitor):
    visitor.open(PAGE, graph="karate", mechanism="low_rank_posterior")
    visitor.check(draws=False)
    assert visitor.at.button(key="audit").label == "Run the audit"
    assert "waits for" in visitor.text
