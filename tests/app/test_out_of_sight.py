"""What is out of the garbage collector's sight is still freed once an owner has left."""

import gc
import weakref

import pytest

from pages.ground import background
from tests.patience import eventually


class Session:
    """Something that holds itself, as a session does."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def hidden(monkeypatch):
    """One session that was open when all was taken out of sight."""
    monkeypatch.setattr(background, "SOON_S", 0.05)
    monkeypatch.setattr(background, "REST_S", 0.3)
    monkeypatch.setattr(background, "_hidden", [])
    session = Session()
    background.put_out_of_sight()
    return weakref.ref(session)


def test_a_session_that_was_open_when_all_was_hidden_is_freed_after_a_farewell(hidden):
    gc.collect()
    assert hidden() is not None, "no search finds it"
    background.free_soon()
    background.free_soon()
    eventually(lambda: hidden() is None)
    eventually(lambda: gc.get_freeze_count() > 0)  # the rest is out of sight again


def test_nothing_is_searched_where_nothing_is_hidden(monkeypatch):
    monkeypatch.setattr(background, "_hidden", [])
    monkeypatch.setattr(background, "_timers", [])
    background.free_soon()
    assert background._timers == []
