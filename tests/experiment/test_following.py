"""Work that tells as it goes: in order, from any process, until it ends, fails or is stopped."""

import time

from tests.patience import PATIENCE_S


def squares(count):
    for number in range(count):
        yield number * number


def forever():
    while True:
        time.sleep(0.001)
        yield "more"


def broken():
    yield 1
    raise ValueError("broken")


def all_of(following, seconds=PATIENCE_S):
    found, end = [], time.monotonic() + seconds
    while not following.is_over and time.monotonic() < end:
        found += following.fresh(0.1)
    return found


def test_all_finds_come_in_order(here):
    following = here.follow(squares, 5)
    assert all_of(following) == [0, 1, 4, 9, 16]
    assert following.is_over
    assert following.error is None


def test_what_is_stopped_makes_room_for_what_is_next(here):
    endless = here.follow(forever)
    assert endless.fresh(10.0)
    endless.stop()
    assert all_of(here.follow(squares, 3)) == [0, 1, 4]
    assert all_of(endless) is not None
    assert endless.is_over


def test_an_error_comes_after_what_was_told(here):
    following = here.follow(broken)
    assert all_of(following) == [1]
    assert "ValueError: broken" in str(following.error)


def test_a_pool_that_ends_lets_nobody_wait(here):
    endless = here.follow(forever)
    waiting = here.follow(squares, 3)  # one thread: it waits behind the endless one
    endless.stop()
    here.shutdown()
    assert all_of(endless, 10.0) is not None
    all_of(waiting, 10.0)
    assert waiting.is_over
