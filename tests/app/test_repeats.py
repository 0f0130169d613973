"""Work that is repeated behind a page: what is kept, what is refused, what stops it, and bugs."""

import threading
import time

import pytest
from streamlit.testing.v1 import AppTest

from graphdp_core.params import Refused
from pages.engine import scenario_cache
from pages.explore.sections import repeats
from pages.ground.background import ResultCache
from tests.patience import PATIENCE_S, eventually

LABEL = "test repeats"


def script():
    import streamlit as st

    import graphdp_core as gdp
    from pages.engine import progress
    from pages.explore.sections import repeats
    from tests.app.test_repeats import LABEL, work

    if progress.asked(LABEL, "Begin", "repeat"):
        outcome = repeats.run(work.jobs, label=LABEL, graph=gdp.load_graph("karate"))
        if outcome is not None:
            st.text(f"{outcome.results} {outcome.made} {outcome.refused}")


class work:  # what the script is to do
    jobs = ()


def jobs_of(make, count=4, *, of=""):
    return [
        repeats.Job(f"Repeat {k}", lambda report, k=k: make(k, report), key=f"repeats/{k}", of=of)
        for k in range(count)
    ]


@pytest.fixture
def asked(monkeypatch, at_once):
    """Takes jobs, and whether they are done at once; the page on which they were asked for."""

    def ask(jobs, shop=at_once):
        monkeypatch.setattr(repeats, "SHOP", shop)
        monkeypatch.setattr(work, "jobs", jobs)
        at = AppTest.from_function(script, default_timeout=PATIENCE_S).run()
        assert not at.text
        return at.button[0].click().run()

    return ask


def odd_only(k, report):
    if k % 2 == 0:
        raise Refused("even numbers are refused: take an odd one.")
    return k


def test_results_stand_in_the_order_of_the_jobs_and_a_refusal_is_said_once(asked):
    said = asked(jobs_of(odd_only)).text[0].value
    assert said.startswith("(None, 1, None, 3) [1, 3] ")
    assert said.count("even numbers are refused: take an odd one.") == 1


def test_a_refusal_names_what_was_refused(asked):
    said = asked(jobs_of(odd_only, 1, of="400 nodes")).text[0].value
    assert "'400 nodes: even numbers are refused: take an odd one.'" in said


def test_what_is_kept_is_not_made_again(asked):
    made = []

    def make(k, report):
        made.append(k)
        return k

    at = asked(jobs_of(make, 3))
    assert at.text[0].value.startswith("(0, 1, 2)")
    at.run()
    assert at.text[0].value.startswith("(0, 1, 2)")
    assert made == [0, 1, 2]


def test_a_bug_is_an_exception_and_no_refusal(asked):
    def wrong(k, report):
        raise ValueError("operands could not be broadcast together")

    at = asked(jobs_of(wrong), ResultCache())
    eventually(lambda: at.run().exception)
    assert not at.text


def test_a_stop_ends_the_work_and_keeps_what_is_made(asked):
    first, gate = threading.Event(), threading.Event()

    def make(k, report):
        if k == 1:
            first.set()
            while not gate.is_set():
                time.sleep(0.01)
                report(0.5, "half")  # ends it when nobody wants it any more
        return k

    shop = ResultCache()
    at = asked(jobs_of(make), shop)
    assert first.wait(PATIENCE_S)
    stop = at.button(key="test-repeats-stop")
    stop.click().run()
    assert not at.exception
    assert [button.label for button in at.button] == ["Begin"]
    eventually(lambda: not shop._tasks)
    assert shop.has("repeats/0")
    assert not shop.has("repeats/1")
    gate.set()


@pytest.mark.parametrize(
    ("error", "apologised"),
    [(Refused("Too dense: raise ε."), False), (ValueError("shapes (3,) and (4,)"), True)],
)
def test_a_bug_is_an_exception_and_a_refusal_a_sentence(visitor, monkeypatch, error, apologised):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(scenario_cache, "comparison", fail)
    visitor.open("explore", **{"numbers-table": "true"})
    assert bool(visitor.at.exception) is apologised
    said = [str(box.value) for box in visitor.at.main.warning]
    assert said == ([] if apologised else [str(error)])


def test_what_is_repeated_of_an_own_graph_is_kept_for_its_session_alone(visitor):
    ring = b"\n".join(f"{k},{(k + step) % 12}".encode() for k in range(12) for step in (1, 2))
    visitor.upload("ring.csv", ring)
    visitor.open("explore", see="persistence", **{"draws-box": "true"})
    visitor.at.button(key="diagram-draws-button").click().run()
    visitor.check()
    assert "of 20 repeats" in visitor.text
    assert not repeats.SHOP._results, "that one is for all sessions"
