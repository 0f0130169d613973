"""Epsilon beyond 20: every slider follows one switch, every page says that it is no privacy.

The odometer counts what was looked at once; k edges of a person cost k times as much.
"""

from dataclasses import replace

import pytest

from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.privacy.guarantee import Status
from pages.session import odometer
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
    visitor.open("explore?see=spectrum", graph="karate", epsilon="460")
    assert any("460" in warning.value for warning in visitor.at.warning)
    assert "not privacy" not in said(visitor)


def test_switched_off_the_slider_stands_at_20(visitor):
    asked = {"graph": "karate", "beyond": "true", "epsilon": "4500", "mechanism": "lnpp"}
    visitor.open("explore?see=spectrum", **asked).check()
    assert "10^1955" in said(visitor)
    visitor.at.toggle(key="beyond").set_value(False).run()
    assert visitor.at.session_state["epsilon"] == 20.0
    assert "not privacy" not in said(visitor)


def test_the_release_page_offers_20_at_most(visitor):
    visitor.open("explore?see=graph", graph="karate", beyond="true", epsilon="460")
    visitor.open("release")
    assert "beyond" not in [toggle.key for toggle in visitor.at.toggle]
    typed = [box.value for box in visitor.at.text_input if box.key == "release.epsilon"]
    assert typed in ([], ["20"])


@pytest.mark.parametrize("epsilon", ["30", "4500"])
@pytest.mark.parametrize("page", offered("break-it"))
def test_the_attacks_follow(visitor, page, epsilon):
    visitor.open(page, graph="karate", beyond="true", epsilon=epsilon,
                 **{"try": "attacks"}).check()  # fmt: skip
    assert "This is not privacy" in said(visitor)


PAGE, OTHER = "explore?see=graph", "explore?see=centrality"


@pytest.fixture
def looking(visitor):
    """A visitor who has opened what the promise means."""
    visitor.open(PAGE, graph="karate", epsilon="1")
    visitor.at.session_state["facts"] = True
    visitor.at.run()
    return visitor


def said_of_odometer(visitor):
    lines = [c.value for c in visitor.at.caption if c.value.startswith("Edge:")]
    assert len(lines) == 1, visitor.text
    return lines[0]


def test_every_stop_and_draw_counts_once_and_other_pages_nothing(looking):
    assert "1 release, each with noise of its own: ε = 1 in total" in said_of_odometer(looking)
    looking.rest(2.0)
    assert "2 releases, each with noise of its own: ε = 3 in total" in said_of_odometer(looking)
    assert "together these protect nothing" in said_of_odometer(looking)
    looking.rest(1.0)
    looking.open(OTHER)
    looking.at.session_state["facts"] = True
    looking.at.run()
    assert "2 releases" in said_of_odometer(looking)
    looking.at.button(key="odometer-reset").click().run()
    assert "1 release," in said_of_odometer(looking)


def test_k_edges_of_one_person_are_asked_for_and_priced(looking):
    looking.set("number_input", "person-edges", 3)
    assert "All 3 ties together have ε = 3: anyone half sure" in looking.text
    assert "at most 95.3% sure" in looking.text


@pytest.mark.parametrize("page", offered("break-it", "mechanisms", "release"))
def test_the_question_stands_under_every_promise_to_an_edge(visitor, page):
    visitor.open(page, graph="karate", epsilon="1")
    if page == "release":
        visitor.set("text_input", "release.epsilon", "1")
    visitor.set("number_input", "person-edges", 3)
    assert "All 3 ties together have ε = 3: anyone half sure" in visitor.text
    visitor.set("selectbox", "mechanism", "Node-private degrees")
    assert "person-edges" not in [field.key for field in visitor.at.number_input]


def test_a_group_s_delta_is_more_than_k_times_delta():
    guarantee = replace(EdgeFlip().guarantee(1.0), status=Status.PROVED_APPROX, delta=1e-6)
    words = odometer.person_belief(guarantee, 3)
    assert "ε = 3" in words
    assert "Rare outcomes" in words
    assert "hardly protected" in odometer.person_belief(guarantee, 100)
    assert "hardly protected" in odometer.person_belief(EdgeFlip().guarantee(1.0), 43)
    assert "Its 1 tie has ε = 2" in odometer.person_belief(EdgeFlip().guarantee(2.0), 1)
