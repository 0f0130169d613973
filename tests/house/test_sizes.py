"""What an installation weighs: every extra has its row, and counts what it brings."""

import importlib.util
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def sizes():
    spec = importlib.util.spec_from_file_location("sizes", ROOT / "docs" / "sizes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
