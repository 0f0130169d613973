"""Pages take turns: one draws, the others wait, but not for ever and not for computations.

A session holds one record of each class.

What is out of the garbage collector's sight is still freed once an owner has left.

Work behind the pages: kept for everybody, a piece for each in turn, forgotten with its owner.
"""

import gc
import threading
import weakref

import pytest
from streamlit.testing.v1 import AppTest

from pages.ground import background, turns
from pages.ground.background import ResultCache
from pages.ground.records import RECORDS, Person
from pages.session import session
from tests.patience import eventually


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


def record():
    from pages.ground.records import Person, session_record

    person = session_record(Person)
    person.wished_page = f"{person.wished_page}again "
    assert session_record(Person) is person


def kept_nothing():
    from pages.ground.records import Runs, session_record
    from pages.session.session import keep_last, last_made

    made = session_record(Runs).is_on
    for _ in range(2):
        assert keep_last("nothing", "a", lambda: made.update(a="a" not in made)) is None
    assert made == {"a": True}, "made once, though there is nothing to keep"
    assert keep_last("nothing", "b", lambda: 1) == last_made("nothing", "b") == 1
    assert last_made("nothing", "a") is None


def test_what_is_made_is_made_once_even_if_it_is_nothing():
    assert not AppTest.from_function(kept_nothing).run().exception


def test_a_record_lasts_as_long_as_its_session_and_is_nobody_else_s():
    one, other = (AppTest.from_function(record).run() for _ in range(2))
    one.run()
    key = f"{Person.__module__}.{Person.__name__}"
    first, second = (app.session_state[RECORDS][key] for app in (one, other))
    assert (first.wished_page, second.wished_page) == ("again again ", "again ")
    assert first.token != second.token


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


@pytest.mark.long
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


LONG_S = 30.0


class Bench:
    """A workshop whose pieces are seen as they are made."""

    def __init__(self, **options):
        self.workshop = ResultCache(**options)
        self.made = []

    def work(self, name, count, *, gate=None, broken=False):
        """So many pieces; the first waits for the gate, the last breaks if it is to."""
        ended = threading.Event()

        def pieces(report):
            try:
                for number in range(count):
                    if gate is not None:
                        assert gate.wait(LONG_S)
                    report(0.0)
                    if broken and number == count - 1:
                        raise RuntimeError("planted")
                    self.made.append(f"{name}{number}")
                    yield f"{name}{number}", number
            finally:
                ended.set()

        return pieces, ended


def test_what_was_not_used_for_longest_goes_first():
    workshop = ResultCache(most=2)
    workshop._put("a", 1)
    workshop._put("b", 2)
    workshop.get("a")
    workshop._put("c", 3)
    assert [workshop.has(key) for key in "abc"] == [True, False, True]


def test_the_work_is_done_and_its_results_are_there_for_everybody():
    bench = Bench()
    work, ended = bench.work("a", 3)
    bench.workshop.ask("anna", "list", work)
    assert ended.wait(LONG_S)
    assert [bench.workshop.get(f"a{i}") for i in range(3)] == [0, 1, 2]


def test_asking_again_under_the_same_name_goes_on_and_does_not_begin_anew():
    bench, gate = Bench(), threading.Event()
    first, ended = bench.work("a", 2, gate=gate)
    again, _ = bench.work("b", 2)
    bench.workshop.ask("anna", "list", first)
    bench.workshop.ask("anna", "list", again)
    gate.set()
    assert ended.wait(LONG_S)
    assert bench.made == ["a0", "a1"]


def test_two_who_ask_are_served_in_turn():
    bench, gate = Bench(), threading.Event()
    anna, anna_ended = bench.work("a", 3, gate=gate)
    bert, bert_ended = bench.work("b", 3, gate=gate)
    bench.workshop.ask("anna", "list", anna)
    bench.workshop.ask("bert", "list", bert)
    gate.set()
    assert anna_ended.wait(LONG_S)
    assert bert_ended.wait(LONG_S)
    assert bench.made.index("b0") < bench.made.index("a2") < bench.made.index("b2")


def test_a_long_piece_of_one_holds_nobody_up_where_several_are_served_together():
    bench, gate = Bench(together=2), threading.Event()
    anna, anna_ended = bench.work("a", 1, gate=gate)
    bert, bert_ended = bench.work("b", 1)
    bench.workshop.ask("anna", "list", anna)
    bench.workshop.ask("bert", "list", bert)
    assert bert_ended.wait(LONG_S)
    gate.set()
    assert anna_ended.wait(LONG_S)


def test_another_list_takes_the_place_of_the_one_before():
    bench, gate = Bench(), threading.Event()
    old, _ = bench.work("a", 5, gate=gate)
    new, new_ended = bench.work("b", 1)
    bench.workshop.ask("anna", "old", old)
    bench.workshop.ask("anna", "new", new)
    gate.set()
    assert new_ended.wait(LONG_S)
    assert bench.made.count("b0") == 1
    assert "a1" not in bench.made


def test_work_that_breaks_ends_alone_and_what_was_made_is_kept():
    bench = Bench()
    broken, broken_ended = bench.work("a", 2, broken=True)
    sound, sound_ended = bench.work("b", 2)
    bench.workshop.ask("anna", "list", broken)
    bench.workshop.ask("bert", "list", sound)
    assert broken_ended.wait(LONG_S)
    assert sound_ended.wait(LONG_S)
    assert bench.workshop.get("a0") == 0
    assert bench.workshop.get("b1") == 1


def test_whoever_does_not_look_in_any_more_is_forgotten(monkeypatch):
    bench, gate = Bench(), threading.Event()
    work, ended = bench.work("a", 5, gate=gate)
    bench.workshop.ask("anna", "list", work)
    monkeypatch.setattr(background, "ABSENT_S", -1.0)
    gate.set()
    assert ended.wait(LONG_S)
    assert bench.made == []


def test_an_epsilon_that_a_page_does_not_have_is_said(monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(session.st, "session_state", {"epsilon": 0.0})
    monkeypatch.setattr(session.st, "toast", said.append)
    session.hold_slider([0.1, 1.0])
    session.hold_slider([0.1, 1.0])
    assert said == ["This page has no ε = 0: it shows ε = 0.1."]
