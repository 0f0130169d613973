"""A session holds one record of each class."""

from streamlit.testing.v1 import AppTest

from pages.ground.records import Person


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
    first, second = one.session_state[key], other.session_state[key]
    assert (first.wished_page, second.wished_page) == ("again again ", "again ")
    assert first.token != second.token
