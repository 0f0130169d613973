"""A run notices that the person has acted on the page since it began."""

from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

from pages.shared import state


@pytest.fixture
def requests(monkeypatch):
    """What waits for the run that the test stands in for."""
    waiting = ScriptRequests()
    run = SimpleNamespace(script_requests=waiting)
    monkeypatch.setattr(state, "get_script_run_ctx", lambda **_: run)
    return waiting


def test_nothing_waits_at_first(requests):
    assert not state.is_wanted_elsewhere()


def test_a_part_of_the_page_that_the_person_has_used_is_noticed(requests):
    requests.request_rerun(RerunData(fragment_id="page"))
    assert state.is_wanted_elsewhere()


def test_a_timer_is_not(requests):
    requests.request_rerun(RerunData(fragment_id="preparing", is_auto_rerun=True))
    assert not state.is_wanted_elsewhere()


def test_a_person_is_noticed_before_and_after_a_timer(requests):
    requests.request_rerun(RerunData(fragment_id="page"))
    requests.request_rerun(RerunData(fragment_id="preparing", is_auto_rerun=True))
    assert state.is_wanted_elsewhere()
    requests.request_rerun(RerunData(fragment_id="page"))
    assert state.is_wanted_elsewhere()


def test_a_run_of_the_whole_script_is_noticed(requests):
    requests.request_rerun(RerunData())
    assert state.is_wanted_elsewhere()


def test_outside_of_a_run_nothing_is_asked(monkeypatch):
    monkeypatch.setattr(state, "get_script_run_ctx", lambda **_: None)
    assert not state.is_wanted_elsewhere()
