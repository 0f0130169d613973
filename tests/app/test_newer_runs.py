"""A run notices that the person has acted on the page since it began, and makes way."""

from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

from pages.shared import session, streamlit_internals

PAGE = RerunData(fragment_id="page", query_string="epsilon=4.5")
TIMER = RerunData(fragment_id="preparing", query_string="epsilon=5", is_auto_rerun=True)


@pytest.fixture
def requests(monkeypatch):
    """What waits for the run that the test stands in for."""
    waiting = ScriptRequests()
    run = SimpleNamespace(script_requests=waiting)
    monkeypatch.setattr(streamlit_internals, "run_context", lambda: run)
    monkeypatch.setattr(session.st, "session_state", {})
    return waiting


def served(requests, *asked):
    """What ends the run at its next checkpoint."""
    for request in asked:
        requests.request_rerun(request)
    assert requests.on_scriptrunner_yield() is None, "Streamlit itself lets it wait"
    session.checkpoint(0.5, "half")
    return requests.on_scriptrunner_yield()


def test_nothing_waits_at_first(requests):
    assert served(requests) is None


def test_a_part_of_the_page_that_the_person_has_used_is_served_with_its_own_address(requests):
    request = served(requests, PAGE)
    assert request.rerun_data.query_string == "epsilon=4.5"
    assert request.rerun_data.fragment_id_queue == []


def test_a_timer_is_not(requests):
    assert served(requests, TIMER) is None
    assert requests.on_scriptrunner_ready().rerun_data.fragment_id_queue == ["preparing"]


@pytest.mark.parametrize("asked", [(PAGE, TIMER), (TIMER, PAGE)])
def test_a_person_is_noticed_before_and_after_a_timer(requests, asked):
    request = served(requests, *asked)
    assert request.rerun_data.fragment_id_queue == []
    assert not request.rerun_data.is_auto_rerun


def test_outside_of_a_run_nothing_is_asked(monkeypatch):
    monkeypatch.setattr(streamlit_internals, "run_context", lambda: None)
    monkeypatch.setattr(session.st, "session_state", {})
    session.checkpoint()
