"""A part of a page is drawn in a double of the session: the same, and nothing of it is left."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import unseen


@pytest.fixture(autouse=True)
def any_session_is_open(monkeypatch):
    monkeypatch.setattr(unseen, "is_open", lambda session: True)


def page():
    """A part with a slider, a widget, and words also elsewhere; what it sends is kept."""
    import streamlit as st

    from pages.shared import drawings, unseen

    state = st.session_state
    state.box = st.container()

    @st.fragment
    def part():
        stop = st.select_slider("Stop", ("1", "2", "3"), key="stop")

        def draw():
            state.times = state.get("times", 0) + 1
            if stop == "3":
                state.told.append(unseen.is_drawing())
                st.stop()
            with st.container(key="inner"):
                st.number_input("How many?", 0, 9, 4, key="many")
            st.text(f"at {stop}")
            state.box.text(f"elsewhere {stop}")

        kept = drawings.record(draw)
        state.told.append((stop, unseen.is_drawing(), kept))
        if not unseen.is_drawing():
            state.double = unseen.double(unseen.part())

    part()


def sent(kept):
    """What a browser would hear, by place."""
    return [(list(m.metadata.delta_path), m.delta.SerializeToString()) for m in kept.messages]


@pytest.fixture
def opened():
    test = AppTest.from_function(page)
    test.session_state.told = []
    return test.run()


def test_the_same_is_drawn_unseen_as_by_the_person(opened):
    double, told = opened.session_state.double, opened.session_state.told
    assert double.draw({"stop": "2"}, lambda: False)
    (wrapper,) = [kept.creation_delta_path for kept in double.wrappers.values()]
    opened.select_slider("stop").set_value("2").run()
    (stop, is_ahead, ahead), (same, is_seen_ahead, shown) = told[1:]
    assert (stop, is_ahead, same, is_seen_ahead) == ("2", True, "2", False)
    drawn = [message for message in sent(shown) if message[0] != wrapper]
    assert len(drawn) == len(shown.messages) - 1  # which a run of the whole page sends too
    assert sent(ahead) == drawn
    assert ahead.widgets.keys() == shown.widgets.keys()


def test_nothing_is_left_of_it(opened):
    opened.number_input("many").set_value(7).run()
    double, before = opened.session_state.double, opened.session_state.times
    assert double.draw({"stop": "2"}, lambda: False)
    assert opened.session_state.times == before
    opened.run()
    assert [text.value for text in opened.text] == ["elsewhere 1", "at 1"]
    assert (opened.session_state.stop, opened.session_state.many) == ("1", 7)
    assert not opened.exception


def test_it_ends_where_the_page_does_or_nobody_wants_it(opened):
    double, told = opened.session_state.double, opened.session_state.told
    del told[:]
    assert not double.draw({"stop": "3"}, lambda: False)
    assert told == [True]
    assert not double.draw({"stop": "2"}, lambda: True)
    assert told == [True]
    assert double.draw({"stop": "1"}, lambda: False)


def test_nothing_can_be_drawn_without_a_page(opened):
    assert unseen.double("part") is None
    assert unseen.part() == ""
    assert not unseen.is_drawing()
