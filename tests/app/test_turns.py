"""Pages take turns: one draws, the others wait, but not for ever and not for computations."""

import threading

import pytest

from pages.ground import turns


@pytest.fixture
def endless_patience(monkeypatch):
    monkeypatch.setattr(turns, "TIMEOUT_S", 60.0)


class Other(threading.Thread):
    """Somebody else whose page is to be drawn."""

    def __init__(self):
        super().__init__(daemon=True)
        self.drawing = threading.Event()
        self.start()

    def run(self):
        with turns.render_lock():
            self.drawing.set()

    def is_drawn(self, within=0.1):
        return self.drawing.wait(within)


@pytest.mark.usefixtures("endless_patience")
def test_one_page_is_drawn_at_a_time():
    with turns.render_lock():
        other = Other()
        assert not other.is_drawn()
    assert other.is_drawn(within=30)


@pytest.mark.usefixtures("endless_patience")
def test_a_page_that_fails_gives_up_its_turn():
    with pytest.raises(ZeroDivisionError), turns.render_lock():
        raise ZeroDivisionError
    assert Other().is_drawn(within=30)


@pytest.mark.usefixtures("endless_patience")
def test_others_draw_while_one_computes_or_sleeps():
    drawn = []

    @turns.release_during
    def compute(x):
        drawn.append(other.is_drawn(within=30))
        return 2 * x

    with turns.render_lock():
        other = Other()
        assert compute(21) == 42
    with turns.render_lock():
        other = Other()
        turns.sleep(0.05)
        drawn.append(other.is_drawn(within=30))
    assert drawn == [True, True]


@pytest.mark.usefixtures("endless_patience")
def test_the_turn_is_held_again_after_sleep():
    with turns.render_lock():
        turns.sleep(0.0)
        other = Other()
        assert not other.is_drawn()
    assert other.is_drawn(within=30)


def test_who_waits_too_long_goes_ahead_and_takes_nothing_away():
    with turns.render_lock():
        impatient = Other()
        assert impatient.is_drawn(within=30)
        impatient.join()
        assert not turns._lock.acquire(blocking=False)
    assert turns._lock.acquire(blocking=False)
    turns._lock.release()
