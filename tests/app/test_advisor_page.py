"""The trade-off page says which epsilon is needed and how sure that is; a button uses it."""

import re

import pytest

from pages.parts import advisor
from pages.shared.background import Workshop

DEGREES = {
    "graph": "florentine_families",
    "analysis": "overview",
    "overview.metric": "degree_distance",
}


class AtOnce(Workshop):
    """Does what is asked for before it returns."""

    def ask(self, owner, name, work):
        for key, value in work(lambda fraction, text="": None):
            self.keep(key, lambda value=value: value)


@pytest.fixture
def asked(visitor, monkeypatch):
    """A visitor whose advisor answers in this process."""
    monkeypatch.setattr(advisor, "SMALL", 100)
    monkeypatch.setattr(advisor, "ADVISOR", AtOnce())
    return visitor


@pytest.mark.usefixtures("short_sweeps")
def test_the_answer_is_the_title_and_a_button_takes_it_to_the_sidebar(asked):
    asked.open("decide/trade_off.py", **DEGREES)
    asked.check()
    found = re.match(r"You need ε = ([\d.]+).* with (.+)\.$", asked.at.title[0].value)
    assert found, asked.text
    assert "95% sure that nine of ten draws" in asked.text
    table = asked.at.dataframe[0].value
    assert table["Mechanism"][0] == found[2]
    assert set(table["Protects"]) > {table["Protects"][0]}
    button = next(b for b in asked.at.button if b.label.startswith(f"Use {found[2]} at"))
    stop = float(button.label.rpartition("= ")[2])
    button.click().run()
    assert asked.at.selectbox(key="mechanism").value == found[2]
    assert asked.at.select_slider(key="epsilon").value == stop
    assert stop >= asked.at.session_state["scenario"].mechanism.guarantee(stop).effective_epsilon


def test_a_value_that_no_result_can_reach_is_refused_in_words(asked):
    asked.open("decide/trade_off.py", graph="florentine_families", analysis="louvain")
    asked.set("number_input", "louvain.ari.target", 1.5)
    assert any("can never be reached" in warning.value for warning in asked.at.main.warning)
    assert not asked.at.exception


def test_nothing_is_tried_on_a_large_graph_until_it_is_asked_for(visitor):
    visitor.open("decide/trade_off.py", **DEGREES)
    assert visitor.at.button(key="advise").label == "Find the epsilon"
