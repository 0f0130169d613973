"""The live widget of a notebook: Python's side with the real package, and what is said without."""

import sys
from dataclasses import dataclass, replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.params import Refused
from graphdp_core.takeaway import live as public
from graphdp_core.takeaway.live import _kind, live
from tests.packed_message import decoded


@dataclass(frozen=True)
class RefusesBelowOne(EdgeFlip):
    """edgeFlip that will not have a small epsilon."""

    def check(self, graph, epsilon):
        if epsilon < 1:
            raise Refused("epsilon must be at least 1 here: choose a larger one.")


@pytest.fixture
def anywidget():
    return pytest.importorskip("anywidget")


def compared(analysis="louvain", epsilon=3.0, mechanism="edge_flip"):
    return gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism(mechanism), gdp.analysis(analysis), epsilon=epsilon
    )


@pytest.mark.parametrize(("analysis", "kind"), [("louvain", "pair"), ("spectrum", "chart")])
def test_the_slider_gives_the_exact_result_of_the_same_noise(anywidget, analysis, kind):
    c = compared(analysis)
    widget = public(c)
    assert isinstance(widget, anywidget.AnyWidget)
    first, _ = decoded(widget.message)
    assert kind in first
    assert first["words"]["answer"] == c.answer_and_figures[0]
    before = widget.message
    widget.epsilon = 0.5
    there = compared(analysis, 0.5)
    assert dict(widget.comparison.metrics) == dict(there.metrics)
    words = decoded(widget.message)[0]["words"]
    assert (words["epsilon"], words["answer"]) == (0.5, there.answer_and_figures[0])
    widget.epsilon = 3.0
    assert widget.comparison is c
    assert widget.message == before


def test_an_epsilon_between_the_stops_is_refused(anywidget):
    widget = live(compared(epsilon=2.2))
    assert 2.2 in widget.stops
    with pytest.raises(Refused, match=r"epsilon must be one of 0.1, .*; got 2.21"):
        widget.epsilon = 2.21
    assert widget.epsilon == 2.2


def test_a_stop_that_the_mechanism_refuses_says_why(anywidget):
    c = compared(analysis="louvain", mechanism="louvain_dp")
    widget = live(replace(c, mechanism=RefusesBelowOne()))
    widget.epsilon = 0.1
    header, _ = decoded(widget.message)
    assert header["words"]["answer"] == "epsilon must be at least 1 here: choose a larger one."
    assert "pair" not in header


def test_what_is_sent_is_plain_and_small(anywidget):
    state = live(compared()).get_state()
    assert len(state["shared"]) + len(state["message"]) < 20_000
    assert np.isfinite(state["stops"]).all()
    assert "export default { render };" in state["_esm"]


def test_without_the_package_a_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    _kind.cache_clear()
    with pytest.raises(Refused, match=r'pip install "graphdp\[notebook\]"') as refused:
        live(compared())
    _kind.cache_clear()
    assert str(refused.value).count(". ") == 0


def test_epsilon_0_has_no_place_on_the_slider():
    with pytest.raises(Refused, match="above 0"):
        live(compared(epsilon=0.0))
