"""What is drawn ahead: in which order, for whom, and when no more."""

import threading
import time

import pytest

from pages.shared import turns
from pages.shared.ahead import Ahead, Task


def soon(is_so):
    end = time.monotonic() + 30
    while not is_so() and time.monotonic() < end:
        time.sleep(0.01)
    return is_so()


@pytest.fixture
def drawn():
    """What was drawn, in its order, and how to have it drawn."""
    told = []

    def task(name, stops, still=0.0):
        return Task(stops, lambda stop, task: told.append((name, stop)) or True, still)

    return told, task


def test_sessions_are_served_in_turn(drawn):
    told, task = drawn
    ahead = Ahead()
    with ahead._asked:  # both have asked before the first is looked for
        ahead.ask("a", task("a", (1.0, 2.0)))
        ahead.ask("b", task("b", (1.0, 2.0)))
    assert soon(lambda: len(told) == 4)
    assert told == [("a", 1.0), ("b", 1.0), ("a", 2.0), ("b", 2.0)]


def test_a_session_has_one_task_and_it_waits_until_the_page_is_still(drawn):
    told, task = drawn
    ahead = Ahead()
    ahead.ask("a", first := task("a", (1.0,), still=60.0))
    ahead.ask("a", task("a", (2.0,)))
    assert soon(lambda: bool(told))
    assert told == [("a", 2.0)]
    assert first.is_over
    assert not ahead._tasks


def test_a_task_ends_when_it_is_told_to_or_of_no_use_or_fails(drawn):
    told, task = drawn
    ahead = Ahead()
    over = task("over", (1.0,))
    over.end()

    def fail(stop, task):
        told.append(("fails", stop))
        raise ZeroDivisionError

    tasks = {
        "over": over,
        "useless": Task((1.0, 2.0), lambda stop, task: bool(told.append(("useless", stop))), 0.0),
        "fails": Task((1.0, 2.0), fail, 0.0),
        "last": task("last", (1.0,), still=0.05),
    }
    for name, one in tasks.items():
        ahead.ask(name, one)
    assert soon(lambda: ("last", 1.0) in told)
    assert soon(lambda: not ahead._tasks)
    assert told == [("useless", 1.0), ("fails", 1.0), ("last", 1.0)]


def test_whoever_draws_a_page_goes_first(drawn, monkeypatch):
    monkeypatch.setattr(turns, "TIMEOUT_S", 60.0)
    told, task = drawn
    with turns.hold():
        Ahead().ask("a", task("a", (1.0,)))
        time.sleep(0.05)
        assert told == []
    assert soon(lambda: bool(told))


def test_what_is_drawn_ahead_takes_no_turn():
    done = threading.Event()

    def draw(stop, task):
        with turns.apart(), turns.hold():
            is_free = turns._lock.acquire(blocking=False)
            turns._lock.release()
            done.set()
            return is_free

    Ahead().ask("a", Task((1.0,), draw, 0.0))
    assert done.wait(30)
