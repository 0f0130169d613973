"""A session holds one record of each class."""

from streamlit.testing.v1 import AppTest

from pages.shared.records import Person


def record():
    from pages.shared.records import Person, mine

    person = mine(Person)
    person.wished_page = f"{person.wished_page}again "
    assert mine(Person) is person


def test_a_record_lasts_as_long_as_its_session_and_is_nobody_else_s():
    one, other = (AppTest.from_function(record).run() for _ in range(2))
    one.run()
    key = f"{Person.__module__}.{Person.__name__}"
    first, second = one.session_state[key], other.session_state[key]
    assert (first.wished_page, second.wished_page) == ("again again ", "again ")
    assert first.token != second.token
