"""Epsilon beyond 20: every slider follows one switch, every page says that it is no privacy."""

import pytest

from pages.table import TABLE
from tests.visitor import offered

COMPARING = [entry.address for entry in TABLE if entry.question]
WORDS = "This is not privacy: at most 10^200 times as likely."


def said(visitor):
    return " ".join(text.value for text in visitor.at.markdown)


@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize("path", COMPARING)
def test_a_page_draws_far_beyond_20_and_says_so(visitor, path):
    visitor.open(path, graph="karate", beyond="true", epsilon="460").check()
    assert WORDS in said(visitor)
    assert visitor.at.session_state["epsilon"] == 460.0
    assert "must be a number" not in visitor.text


def test_without_the_switch_460_is_no_stop(visitor):
    visitor.open("explore/page.py?see=spectrum", graph="karate", epsilon="460")
    assert any("460" in warning.value for warning in visitor.at.warning)
    assert "not privacy" not in said(visitor)


def test_switched_off_the_slider_stands_at_20(visitor):
    asked = {"graph": "karate", "beyond": "true", "epsilon": "4500", "mechanism": "lnpp"}
    visitor.open("explore/page.py?see=spectrum", **asked).check()
    assert "10^1955" in said(visitor)
    visitor.at.toggle(key="beyond").set_value(False).run()
    assert visitor.at.session_state["epsilon"] == 20.0
    assert "not privacy" not in said(visitor)


def test_the_release_page_offers_20_at_most(visitor):
    visitor.open("explore/page.py?see=graph", graph="karate", beyond="true", epsilon="460")
    visitor.open("release/page.py")
    assert "beyond" not in [toggle.key for toggle in visitor.at.toggle]
    typed = [box.value for box in visitor.at.text_input if box.key == "release.epsilon"]
    assert typed in ([], ["20"])


@pytest.mark.parametrize("epsilon", ["30", "4500"])
@pytest.mark.parametrize("page", offered("break_it/page.py"))
def test_the_attacks_follow(visitor, page, epsilon):
    visitor.open(page, graph="karate", beyond="true", epsilon=epsilon,
                 **{"try": "attacks"}).check()  # fmt: skip
    assert "This is not privacy" in said(visitor)
