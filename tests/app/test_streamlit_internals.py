"""The private parts of Streamlit that the app leans on: what breaks where one has moved."""

import builtins
import logging
import re
from pathlib import Path

import pytest
import streamlit as st

from pages.shared import streamlit_internals, streamlit_parts
from pages.table import TABLE

ROOT = Path(__file__).parents[2]
INSIDE = re.compile(r"^( *)(?:from|import) streamlit\b(?! as st$)(?:.testing)?.*", re.M)


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


@pytest.mark.parametrize("version", ["1.66.0", "1.68.0"])
def test_an_untried_version_is_left_alone_and_said_once(version, monkeypatch, caplog):
    def touched():
        raise AssertionError("a private part of an untried version was used")

    monkeypatch.setattr(st, "__version__", version)
    monkeypatch.setattr("streamlit.runtime.scriptrunner.get_script_run_ctx", touched)
    with caplog.at_level(logging.WARNING, logger="graphdp"):
        streamlit_internals.serve_newer_action()
        streamlit_internals.serve_newer_action()
    assert [version in record.getMessage() for record in caplog.records] == [True]


def test_a_part_that_has_moved_is_named(monkeypatch):
    from streamlit.runtime.scriptrunner_utils import script_requests

    class Moved:
        _lock = _state = on_scriptrunner_yield = None

    monkeypatch.setattr(script_requests, "ScriptRequests", Moved)
    assert streamlit_internals.missing_parts() == ("ScriptRequests._rerun_data",)


def test_no_other_file_of_the_app_imports_from_within_streamlit():
    """And none as it is loaded, where a part that has moved would stop the server."""
    inside = {}
    for path in [ROOT / "app.py", *(ROOT / "pages").rglob("*.py")]:
        text = path.read_text(encoding="utf-8").replace("if TYPE_CHECKING:\n    from", "if False:#")
        if found := INSIDE.findall(text):
            inside[path.name] = found
        assert "window.__streamlit" not in text or path.name == "streamlit_internals.py"
    assert set(inside) == {"streamlit_internals.py", "unseen.py"}
    assert all(depth for found in inside.values() for depth in found)


@pytest.fixture
def no_private_part(monkeypatch):
    """A Streamlit from whose inside no page can import anything."""
    load = builtins.__import__

    def outside_only(name, globals=None, locals=None, fromlist=(), level=0):
        asks = str((globals or {}).get("__name__", "")).startswith("pages.")
        if asks and (name.startswith("streamlit.") or (name == "streamlit" and fromlist)):
            raise ImportError(f"{name} has moved")
        return load(name, globals, locals, fromlist, level)

    def none(name):
        raise ImportError(f"{name} has moved")

    monkeypatch.setattr(builtins, "__import__", outside_only)
    monkeypatch.setattr(streamlit_parts, "import_module", none)
    assert len(streamlit_internals.missing_parts()) == len(streamlit_parts.PARTS)


@pytest.mark.usefixtures("no_private_part", "short_sweeps")
def test_every_page_works_and_follows_the_slider_without_any_private_part(visitor):
    streamlit_internals.ask_nobody_outside()
    streamlit_internals.keep_downloads()
    visitor.open(graph="karate", mechanism="edge_flip")
    for line in TABLE:
        visitor.open(line.path)
        if not line.compares or line.has_slider:
            assert [error.value for error in visitor.at.exception] == []
            continue
        shown = []
        for epsilon in (8.0, 0.5):
            visitor.set("select_slider", "epsilon", epsilon).check(draws=line.draws)
            shown.append(visitor.text)
        assert shown[0] != shown[1], line.path


@pytest.fixture
def kept_downloads(monkeypatch):
    """A manager of files as the server has it after `keep_downloads(seconds)`."""
    from streamlit.runtime import media_file_manager as files
    from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

    for name in ("mark_for_delete", "is_marked_for_delete"):
        monkeypatch.setattr(files.MediaFileMetadata, name, vars(files.MediaFileMetadata)[name])

    def manager(seconds):
        streamlit_internals.keep_downloads(seconds)
        return files.MediaFileManager(MemoryMediaFileStorage("/media"))

    return manager


def downloaded(manager, runs):
    """What the browser gets that asks after so many runs of others have ended; None if nothing."""
    button = manager.add_deferred(lambda: b"1,2", "text/csv", "0.1", file_name="numbers.csv")
    file = manager.execute_deferred(button).rpartition("/")[2]
    for _ in range(runs):
        manager.remove_orphaned_files()
    return manager.read_file(file)


def test_a_file_made_for_a_download_outlives_the_runs_of_others(kept_downloads):
    file = downloaded(kept_downloads(60.0), runs=9)
    assert (file.filename, file.content) == ("numbers.csv", b"1,2")


def test_a_file_that_nobody_asks_for_is_dropped(kept_downloads):
    assert downloaded(kept_downloads(0.0), runs=2) is None
    assert downloaded(kept_downloads(0.001), runs=20_000) is None


GONE = "The fragment with id %s does not exist anymore", "Couldn't find fragment with id %s."


@pytest.mark.parametrize("place", ["app_session", "scriptrunner.script_runner"])
def test_the_log_leaves_out_parts_that_are_gone_and_nothing_else(place, monkeypatch):
    logger = logging.getLogger(f"streamlit.runtime.{place}")
    monkeypatch.setattr(logger, "filters", [])
    streamlit_internals.keep_log_quiet()
    said = [
        logging.LogRecord(logger.name, logging.WARNING, "", 0, words, ("a1",), None)
        for words in (*GONE, "A run of %s failed")
    ]
    assert [bool(logger.filter(record)) for record in said] == [False, False, True]
