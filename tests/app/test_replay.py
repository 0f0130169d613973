"""What a stop of the slider has drawn is sent again, as long as nothing else was chosen."""

from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.shared import drawings, odometer, replay, streamlit_internals
from pages.shared.drawings import Drawn


def drawn_once():
    """A page that draws in its first run and sends that again in all others."""
    import streamlit as st

    from pages.shared import drawings

    def draw():
        place = st.empty()
        place.text("too early")
        place.text("said")
        st.number_input("How many?", 0, 9, 4, key="many")
        st.session_state.times = st.session_state.get("times", 0) + 1

    kept = st.session_state.get("kept")
    if kept is None:
        st.session_state.kept = drawings.record(draw)
    else:
        drawings.send_again(kept)


def not_to_be_kept():
    import streamlit as st

    from pages.shared import drawings

    st.session_state.kept = [
        drawings.record(st.fragment(lambda: st.text("a part"))),
        drawings.record(lambda: st.download_button("A file", b"bytes")),
    ]


def test_what_is_sent_again_looks_the_same_and_its_widgets_live_on():
    page = AppTest.from_function(drawn_once).run()
    assert [text.value for text in page.text] == ["said"]
    page.number_input("many").set_value(7).run().run()
    assert page.session_state.times == 1
    assert [text.value for text in page.text] == ["said"]
    assert page.session_state.many == 7
    assert not page.exception


def test_a_page_without_a_kept_widget_gets_it():
    kept = AppTest.from_function(drawn_once).run().session_state.kept
    page = AppTest.from_function(drawn_once)
    page.session_state.kept = kept
    page.run()
    page.number_input("many").set_value(7).run().run()
    assert page.session_state.many == 7
    assert not page.exception


def test_parts_with_a_life_of_their_own_and_files_are_not_kept():
    page = AppTest.from_function(not_to_be_kept).run()
    assert page.session_state.kept == [None, None]


@pytest.fixture
def stops(monkeypatch):
    """A page's stops whose drawings count as one byte, and what happens to them."""
    told = SimpleNamespace(
        beside=False,
        drawn=[],
        sent=[],
        looks=[],
        size=1,
        hash="",
        steady=True,
        shelf=replay.Shelf(4),
    )

    def record(draw):
        draw()
        place = SimpleNamespace(delta_path=[0])
        one = SimpleNamespace(
            ByteSize=lambda: told.size, hash=told.hash or str(len(told.drawn)), metadata=place
        )
        return Drawn((one,), {}) if told.steady else None

    monkeypatch.setattr(streamlit_internals, "is_chosen_beside", lambda *keys: told.beside)
    monkeypatch.setattr(drawings, "record", record)
    monkeypatch.setattr(drawings, "send_again", told.sent.append)
    monkeypatch.setattr(st, "context", SimpleNamespace(theme=SimpleNamespace(type="dark")))
    monkeypatch.setattr(drawings, "look_of", lambda sent, *keys: "".join(sent))
    monkeypatch.setattr(odometer, "look_again", told.looks.append)
    kept = replay.Replay(("epsilon",), told.shelf)

    def move(epsilon):
        kept.begin()
        kept.draw(epsilon, lambda: told.drawn.append(epsilon))

    return told, kept, move


def test_a_stop_is_drawn_once(stops):
    told, _, move = stops
    for epsilon in (1.0, 2.0, 1.0, 2.0):
        move(epsilon)
    assert told.drawn == [1.0, 2.0]
    assert len(told.sent) == 2


def test_another_choice_forgets_all_stops_and_its_own_run_is_not_kept(stops):
    told, _, move = stops
    move(1.0)
    told.beside = True
    move(1.0)
    told.beside = False
    move(1.0)
    move(1.0)
    assert told.drawn == [1.0, 1.0, 1.0]


def test_another_theme_is_drawn_anew(stops, monkeypatch):
    told, _, move = stops
    move(1.0)
    monkeypatch.setattr(st, "context", SimpleNamespace(theme=SimpleNamespace(type="light")))
    move(1.0)
    assert told.drawn == [1.0, 1.0]


def test_what_says_so_is_drawn_always(stops):
    told, kept, _ = stops
    for _ in range(2):
        kept.begin()
        kept.draw(1.0, lambda: (told.drawn.append(1.0), kept.draw_always()))
    assert told.drawn == [1.0, 1.0]


def test_what_is_kept_of_a_page_is_bounded(stops):
    told, _, move = stops
    told.size = replay.MOST_BYTES // 2
    for epsilon in (1.0, 2.0, 3.0) * 2:
        move(epsilon)
    assert told.drawn == [1.0, 2.0, 3.0, 3.0]


def test_pages_that_look_the_same_share_what_their_stops_have_drawn(stops):
    told, one, move = stops
    one.share("karate", {"a look": None})
    move(1.0)
    for asked, look, is_shared in (
        ("karate", "a look", True),
        ("karate", "another", False),
        ("school", "a look", False),
        ("karate", "", False),  # nothing is known of what was sent
    ):
        other = replay.Replay(("epsilon",), told.shelf)
        other.share(asked, {look: None} if look else {})
        told.drawn.clear()
        other.draw(1.0, lambda: told.drawn.append(1.0))
        assert told.drawn == ([] if is_shared else [1.0])
    assert len(told.sent) == len(told.looks) == 1  # what is shown is counted for the other too


def test_after_a_choice_nothing_is_shared(stops):
    told, one, move = stops
    one.share("karate", {"a look": None})
    move(1.0)
    told.beside = True
    move(1.0)
    told.beside = False
    move(1.0)
    assert told.drawn == [1.0, 1.0, 1.0]
    assert not one._page


def test_what_is_drawn_ahead_is_sent_and_counted_when_it_is_met(stops):
    told, kept, move = stops
    move(1.0)
    ahead = kept.ahead()
    for epsilon in kept.missing((1.0, 2.0, 3.0)):
        ahead.begin()
        ahead.draw(epsilon, lambda epsilon=epsilon: told.drawn.append(epsilon))
    assert told.drawn == [1.0, 2.0, 3.0]
    assert kept.missing((1.0, 2.0, 3.0)) == told.sent == told.looks == []
    move(3.0)
    assert told.drawn == [1.0, 2.0, 3.0]
    assert len(told.sent) == len(told.looks) == 1


def test_a_stop_that_cannot_be_kept_is_not_tried_again(stops, monkeypatch):
    told, kept, move = stops
    move(1.0)
    ahead = kept.ahead()
    for epsilon in kept.missing((2.0, 3.0)):
        told.steady = epsilon == 3.0
        ahead.draw(epsilon, lambda: told.drawn.append(0))
        ahead.give_up(epsilon)
    assert kept.missing((2.0, 3.0)) == []
    monkeypatch.setattr(st, "context", SimpleNamespace(theme=SimpleNamespace(type="light")))
    assert kept.missing((2.0, 3.0)) == [2.0, 3.0]


def test_what_is_drawn_ahead_goes_with_another_choice(stops):
    told, kept, move = stops
    move(1.0)
    ahead = kept.ahead()
    told.beside = True
    move(1.0)
    told.beside = False
    ahead.draw(2.0, lambda: told.drawn.append(2.0))
    assert kept.missing((2.0,)) == [2.0]


def test_a_page_is_settled_when_its_last_drawing_can_be_sent_again(stops):
    told, kept, move = stops
    for draw in (move, lambda epsilon: kept.first(lambda: told.drawn.append(epsilon))):
        settled = []
        for told.steady in (True, False, True):
            kept.begin()
            draw(float(len(told.drawn)))
            settled.append(kept.is_settled)
        assert settled == [True, False, True]
    kept.begin()
    kept.first(kept.draw_always)
    assert not kept.is_settled


def test_no_more_is_drawn_ahead_than_is_kept(stops):
    told, kept, move = stops
    told.size = replay.MOST_BYTES // 2
    move(1.0)
    ahead = kept.ahead()
    ahead.begin()
    settled = []
    for epsilon in (2.0, 3.0):
        ahead.draw(epsilon, lambda epsilon=epsilon: told.drawn.append(epsilon))
        settled.append(ahead._is_settled)
    assert settled == [True, False]
    assert kept.missing((1.0, 2.0, 3.0)) == []


def test_what_everybody_shares_is_bounded_and_goes_by_pages(stops):
    told, *_ = stops
    pages = {}
    for name in "abc":
        pages[name] = other = replay.Replay(("epsilon",), told.shelf)
        other.share(name, {"a look": None})
        other._is_current = True
    for name, epsilon in (("a", 1.0), ("a", 2.0), ("b", 1.0), ("a", 1.0), ("c", 1.0), ("c", 2.0)):
        pages[name].draw(epsilon, lambda: told.drawn.append(0))
    assert {name: page.missing((1.0, 2.0)) for name, page in pages.items()} == {
        "a": [], "b": [1.0, 2.0], "c": [],
    }  # fmt: skip


def test_pages_of_which_nothing_is_kept_are_forgotten(monkeypatch):
    monkeypatch.setattr(replay, "MOST_PAGES", 3)
    shelf = replay.Shelf()
    for number in range(9):
        shelf.stops(str(number))
    assert list(shelf._pages) == ["6", "7", "8"]


def test_what_several_stops_show_is_kept_once(stops):
    told, kept, move = stops
    told.hash = "the same at each stop"
    for epsilon in (1.0, 2.0, 3.0, 1.0, 2.0):
        move(epsilon)
    assert kept._own.bytes == told.size
    assert told.sent[0].messages[0] is told.sent[1].messages[0]


def shared_by_two():
    """A page with words and a slider, and how it looks."""
    import streamlit as st

    from pages.shared import drawings

    with drawings.heard() as sent:
        st.text(st.session_state.get("words", "said"))
        st.select_slider("Stop", ("1", "2"), key="stop")
    st.session_state.look = drawings.look_of(sent, "stop")


def test_pages_look_different_by_what_they_show_and_not_by_their_slider():
    looks = []
    for words, stop in (("said", "1"), ("said", "2"), ("other", "1")):
        page = AppTest.from_function(shared_by_two).run()
        page.session_state.words = words
        page.select_slider("stop").set_value(stop).run()
        assert not page.exception
        looks.append(page.session_state.look)
    assert looks[0] == looks[1] != looks[2]
