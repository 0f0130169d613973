"""The one loop of repeats: what is kept, what is refused, and what is a bug."""

import pytest
from streamlit.testing.v1 import AppTest

from graphdp_core.params import Refused
from pages.parts import repeats
from pages.parts.repeats import Job
from pages.shared import scenario_cache


def jobs(make, count=4, *, key=""):
    return [
        Job(f"{k}", lambda report, k=k: make(k), key=f"{key}/{k}" if key else "")
        for k in range(count)
    ]


def odd_only(k):
    if k % 2 == 0:
        raise Refused("even numbers are refused: take an odd one.")
    return k


def test_results_stand_in_the_order_of_the_jobs_and_a_refusal_is_said_once():
    outcome = repeats.run(jobs(odd_only))
    assert outcome.results == (None, 1, None, 3)
    assert outcome.made == [1, 3]
    assert outcome.refused == ("even numbers are refused: take an odd one.",)


def test_a_refusal_names_what_was_refused():
    def refuse(report):
        raise Refused("too large.")

    outcome = repeats.run([Job("", refuse, of="400 nodes")])
    assert outcome.refused == ("400 nodes: too large.",)


def test_a_bug_is_no_refusal():
    def wrong(k):
        raise ValueError("operands could not be broadcast together")

    with pytest.raises(ValueError, match="broadcast"):
        repeats.run(jobs(wrong))


def test_each_sees_all_results_so_far():
    seen = []
    repeats.run(jobs(odd_only), each=lambda found: seen.append(list(found)))
    assert seen == [[None], [None, 1], [None, 1, None], [None, 1, None, 3]]


def script():
    import streamlit as st

    from pages.parts import repeats

    def make(k, report):
        st.session_state.setdefault("made", []).append(k)
        report(0.5, "half")
        return k

    work = [
        repeats.Job(f"Repeat {k}", lambda report, k=k: make(k, report), key=f"test-repeats/{k}")
        for k in range(3)
    ]
    st.text(str(repeats.run(work, stop="test repeats").results))


def test_what_is_kept_is_neither_made_again_nor_shown_with_a_bar():
    at = AppTest.from_function(script, default_timeout=20).run()
    assert at.text[0].value == "(0, 1, 2)"
    assert not at.button, "the stop button goes with the bar"
    assert at.session_state["made"] == [0, 1, 2]
    at.run()
    assert at.text[0].value == "(0, 1, 2)"
    assert at.session_state["made"] == [0, 1, 2]
    assert not at.exception


@pytest.mark.parametrize(
    ("error", "apologised"),
    [(Refused("Too dense: raise ε."), False), (ValueError("shapes (3,) and (4,)"), True)],
)
def test_a_bug_is_an_exception_and_a_refusal_a_sentence(visitor, monkeypatch, error, apologised):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(scenario_cache, "comparison", fail)
    visitor.open()
    assert bool(visitor.at.exception) is apologised
    said = [str(box.value) for box in visitor.at.main.warning]
    assert said == ([] if apologised else [str(error)])
