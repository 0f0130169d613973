"""The house does not grow: every room keeps to its budget, and a budget to its room.

What an installation weighs: every extra has its row, and counts what it brings.
"""

import importlib
import importlib.util
import tomllib
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


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def sizes():
    spec = importlib.util.spec_from_file_location("sizes", ROOT / "docs" / "sizes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_every_extra_has_a_row_and_the_core_has_no_app(sizes):
    rows = sizes.sizes().splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == [
        "the core", *(f"and `[{extra}]`" for extra in PROJECT["optional-dependencies"])
    ]  # fmt: skip
    core = sizes.closure(PROJECT["dependencies"])
    assert {"numpy", "numba", "llvmlite", "scipy"} <= core.keys()
    assert not {"streamlit", "plotly", "gudhi"} & core.keys()


def test_a_package_weighs_what_its_files_do(sizes):
    (networkx,) = sizes.closure(["networkx"]).values()
    folder = Path(str(networkx.locate_file("networkx")))
    code = sum(f.stat().st_size for f in folder.rglob("*.py"))
    assert code <= sizes.weight(networkx) < 1.5 * code + 2e6
