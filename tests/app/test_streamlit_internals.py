"""The private parts of Streamlit that the app leans on: what breaks where one has moved."""

import logging

import pytest
import streamlit as st

from pages.shared import streamlit_internals


@pytest.fixture(autouse=True)
def fresh():
    streamlit_internals.missing_parts.cache_clear()
    yield
    streamlit_internals.missing_parts.cache_clear()


def test_the_installed_streamlit_has_every_private_part():
    assert streamlit_internals.missing_parts() == (), (
        "a move of the slider now waits until the work before it is done: see "
        "streamlit_internals.serve_newer_action"
    )


@pytest.mark.parametrize("version", ["1.66.0", "2.0.0rc1"])
def test_an_untried_version_is_left_alone_and_said_once(version, monkeypatch, caplog):
    def touched():
        raise AssertionError("a private part of an untried version was used")

    monkeypatch.setattr(st, "__version__", version)
    monkeypatch.setattr(streamlit_internals, "_run_context", touched)
    with caplog.at_level(logging.WARNING, logger="graphdp"):
        streamlit_internals.serve_newer_action()
        streamlit_internals.serve_newer_action()
    assert [version in record.getMessage() for record in caplog.records] == [True]


def test_a_part_that_has_moved_is_named(monkeypatch):
    from streamlit.runtime.scriptrunner_utils import script_requests

    class Moved:
        _lock = _state = None

    monkeypatch.setattr(script_requests, "ScriptRequests", Moved)
    assert streamlit_internals.missing_parts() == ("ScriptRequests._rerun_data",)


def test_no_other_file_of_the_app_imports_from_within_streamlit():
    from pathlib import Path

    pages = Path(streamlit_internals.__file__).parents[1]
    inside = {
        path.name
        for path in pages.rglob("*.py")
        if "streamlit.runtime" in (text := path.read_text(encoding="utf-8"))
        or "window.__streamlit" in text
    }
    assert inside == {"streamlit_internals.py"}
