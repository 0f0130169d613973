"""Work behind the pages: kept for everybody, a piece for each in turn, forgotten with its owner."""

import threading

from pages.ground import background
from pages.ground.background import ResultCache

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


def test_a_result_is_made_once_and_kept():
    workshop = ResultCache()
    assert not workshop.has("a")
    assert workshop.get("a") is None
    workshop._put("a", 1)
    assert workshop.get("a") == 1
    assert workshop.has("a")


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
