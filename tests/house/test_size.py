"""The house does not grow: every room keeps to its budget, and a budget to its room."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SLACK = 1.02  # a budget is lowered when a room has become smaller than this


@pytest.fixture
def size(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / ".ci")
    return importlib.import_module("size")


def test_every_room_keeps_to_its_budget_and_no_budget_is_loose(size):
    if not (ROOT / ".git").exists():
        pytest.skip("needs the checkout: what git tracks is counted")
    sizes, allowed = size.sizes(), size.budgets()
    assert sizes.keys() == allowed.keys(), "run .ci/size.py --lower after a room came or went"
    for room, now in sizes.items():
        most = allowed[room]
        assert now.code <= most["code"], f"{room}: take out as much as you put in"
        assert now.files <= most["files"], f"{room}: join what is only opened together"
        assert most["code"] <= SLACK * now.code + 20, f"{room}: run .ci/size.py --lower"


def test_what_counts_as_code(size):
    text = (
        '"""A sentence."""\n\nimport os\nfrom a import (\n    b,\n)\n\n# why\n'
        'x = 1  # so\n\n\ndef f():\n    """Says."""\n    return (\n        x,\n    )\n'
    )
    assert size.code_lines(text) == 5
