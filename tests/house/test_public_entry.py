"""`import graphdp_core`: quick, without heavy packages, with every public name behind it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import graphdp_core as gdp
from graphdp_core.wings import is_here, wing_of

HEAVY = (
    "streamlit", "plotly", "gudhi", "numba", "scipy", "pandas", "sklearn", "networkx", "numpy",
    "scipy.stats",
)  # fmt: skip


def loaded_after(statement):
    """Heavy packages that a fresh interpreter holds after a statement."""
    code = f"import sys\n{statement}\nprint(*[name for name in {HEAVY} if name in sys.modules])"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()


def test_the_import_loads_no_heavy_package():
    assert loaded_after("import graphdp_core") == []


@pytest.mark.long
def test_mechanisms_and_analyses_load_neither_the_app_nor_plotly_nor_gudhi():
    statement = "import graphdp_core as gdp; gdp.MECHANISMS, gdp.ANALYSES, gdp.compare"
    loaded = loaded_after(statement)
    assert "numpy" in loaded
    assert not {"streamlit", "plotly", "gudhi", "pandas"} & set(loaded)


@pytest.mark.long
def test_the_first_picture_waits_for_neither_tables_nor_statistics():
    """Each of them takes a third of a second; scipy's import of scipy.stats reads all its docs."""
    statement = "import graphdp_core as gdp\nfrom graphdp_core.stage.board import Board\n"
    statement += "Board(gdp.load_graph('karate'), gdp.mechanism('edge_flip')).stop(3.0)"
    loaded = loaded_after(statement)
    assert "numba" in loaded
    assert not {"streamlit", "plotly", "pandas", "scipy.stats"} & set(loaded)


def test_every_public_name_is_there():
    for name in gdp.__all__:
        assert getattr(gdp, name) is not None
    assert set(gdp.__all__) <= set(dir(gdp))


def test_names_for_type_checkers_and_for_python_come_from_the_same_modules():
    tree = ast.parse(Path(gdp.__file__).read_text(encoding="utf-8"))
    checked = next(
        node for node in tree.body
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
    )  # fmt: skip
    seen = {
        alias.name: node.module.removeprefix("graphdp_core.")
        for node in checked.body if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }  # fmt: skip
    assert seen == gdp.HOMES
    here = {name for name, home in gdp.HOMES.items() if is_here(wing_of(f"graphdp_core.{home}"))}
    assert here <= set(gdp.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'epsilon'"):
        gdp.epsilon  # noqa: B018


def test_a_name_of_a_wing_that_is_off_says_which(monkeypatch):
    monkeypatch.delitem(vars(gdp), "audit", raising=False)
    monkeypatch.setitem(gdp._LEFT, "audit", "lab")
    with pytest.raises(AttributeError, match=r'gdp\.audit belongs to the wing "lab"'):
        gdp.audit  # noqa: B018
