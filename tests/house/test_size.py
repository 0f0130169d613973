"""The house does not grow: every room keeps to its budget, and a budget to its room."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SLACK = 1.02  # a budget is lowered when a room has become smaller than this


@pytest.fixture
def size(monkeypatch):
    if not (ROOT / ".git").exists():
        pytest.skip("needs the checkout: what git tracks is counted")
    monkeypatch.syspath_prepend(ROOT / ".ci")
    return importlib.import_module("size")


def test_every_room_keeps_to_its_budget(size):
    found, allowed = size.sizes(), size.budgets()
    assert found.keys() == allowed.keys(), "run .ci/size.py --lower after a room came or went"
    for room, now in found.items():
        most = allowed[room]
        assert now.code <= most["code"], f"{room}: take out as much as you put in"
        assert now.files <= most["files"], f"{room}: join what is only opened together"


def test_a_room_that_became_smaller_has_a_lower_budget(size):
    found, allowed = size.sizes(), size.budgets()
    loose = [room for room, now in found.items() if allowed[room]["code"] > SLACK * now.code + 20]
    assert not loose, "run .ci/size.py --lower"


def test_what_counts_as_code(size):
    text = (
        '"""A sentence."""\n\nimport os\nfrom a import (\n    b,\n)\n\n# why\n'
        'x = 1  # so\n\n\ndef f():\n    """Says."""\n    return (\n        x,\n    )\n'
    )
    assert size.code_lines(text) == 5
