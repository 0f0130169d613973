"""Long tests wait until they are asked for, and a tenth of them runs with every commit."""

from types import SimpleNamespace

import pytest

from tests.conftest import pytest_collection_modifyitems

LONG = [f"tests/audit/test_a.py::test_long[{i}]" for i in range(300)]


def kept(markexpr: str, tenth: str) -> list[str]:
    items = [SimpleNamespace(nodeid=name, keywords={"long"}) for name in LONG]
    items.append(SimpleNamespace(nodeid="short", keywords=set()))
    config = SimpleNamespace(
        getoption={"markexpr": markexpr, "tenth": tenth}.__getitem__,
        hook=SimpleNamespace(pytest_deselected=lambda items: None),
    )
    pytest_collection_modifyitems(config, items)
    return [item.nodeid for item in items]


@pytest.mark.parametrize(
    ("markexpr", "tenth", "expected"),
    [("", "", ["short"]), ("not browser", "", ["short"]), ("long", "", [*LONG, "short"])],
)
def test_long_tests_run_where_they_are_named(markexpr, tenth, expected):
    assert kept(markexpr, tenth) == expected


def test_a_tenth_runs_with_a_commit_and_the_same_one_again():
    one = kept("long", "c0ffee")
    assert one == kept("long", "c0ffee")
    assert one != kept("long", "c0ffef")
    assert 10 < len(one) < 60
