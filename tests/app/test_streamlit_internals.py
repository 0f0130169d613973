"""The private names of Streamlit that the app touches: five, in one file; it can do without."""

import builtins
import logging
import re
from pathlib import Path

import pytest

from graphdp_core.experiment.scenario import EPSILONS
from pages.explore.views import VIEWS
from pages.ground import streamlit_internals
from pages.table import TABLE

ROOT = Path(__file__).parents[2]
INSIDE = re.compile(r"^ *(?:from|import) streamlit\b(?! as st$)(?:.testing)?.*", re.M)
FILE = "streamlit_internals.py"


@pytest.fixture(autouse=True)
def fresh():
    streamlit_internals.missing_names.cache_clear()
    yield
    streamlit_internals.missing_names.cache_clear()


def test_the_installed_streamlit_has_every_private_name_and_there_are_five():
    assert streamlit_internals.missing_names() == ()
    assert len(streamlit_internals.NAMES) == 4
    assert "window.__streamlit" in streamlit_internals.address_script("")


def test_a_name_that_has_moved_is_told_once(monkeypatch):
    told = []
    monkeypatch.setattr(logging.getLogger("graphdp"), "handle", told.append)
    monkeypatch.delattr("streamlit.net_util.get_external_ip")
    for _ in range(2):
        assert streamlit_internals.missing_names() == ("net_util:get_external_ip",)
    streamlit_internals.ask_nobody_outside()
    assert [record.levelname for record in told] == ["WARNING"]


def test_no_other_file_of_the_app_reaches_into_streamlit():
    private = re.compile(r"\bst\._|\._state\b|_script_hash|window\.__streamlit|scriptrunner")
    for path in [ROOT / "app.py", *(ROOT / "pages").rglob("*.py")]:
        text = path.read_text(encoding="utf-8").replace("if TYPE_CHECKING:\n    from", "if False:#")
        assert not INSIDE.findall(text), path.name
        assert path.name == FILE or not private.search(text), path.name


@pytest.fixture
def no_private_name(monkeypatch):
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
    monkeypatch.setattr(streamlit_internals, "import_module", none)
    assert len(streamlit_internals.missing_names()) == len(streamlit_internals.NAMES)


@pytest.mark.usefixtures("no_private_name", "short_sweeps")
def test_every_page_and_view_opens_and_follows_epsilon_without_any_private_name(visitor):
    streamlit_internals.ask_nobody_outside()
    streamlit_internals.keep_downloads()
    visitor.open(graph="karate", mechanism="edge_flip", epsilon="2")
    for line in TABLE:
        visitor.open(line.address)
        assert [error.value for error in visitor.at.exception] == [], line.address
    for k, view in enumerate(VIEWS):
        shown = []
        for epsilon in (EPSILONS[-1 - k], EPSILONS[k]):  # a word that was heard before is no news
            visitor.open("explore", see=view.id, epsilon=f"{epsilon:g}").check()
            shown.append(visitor.text)
        assert shown[0] != shown[1], view.id


@pytest.fixture
def kept_downloads(monkeypatch):
    """A manager of files as the server has it after `keep_downloads(seconds)`."""
    from streamlit.runtime import media_file_manager as files
    from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

    now = files.MediaFileMetadata.mark_for_delete
    monkeypatch.setattr(files.MediaFileMetadata, "mark_for_delete", now)

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
