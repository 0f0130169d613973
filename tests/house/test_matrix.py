"""The matrix of machines: which settings run, and what a row says."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def matrix(monkeypatch):
    pytest.importorskip("resource", reason="needs an operating system that counts seconds so")
    monkeypatch.syspath_prepend(ROOT / ".ci")
    return importlib.import_module("matrix")


def test_settings_are_chosen_by_name_and_those_beyond_the_bounds_only_so(matrix):
    known = [matrix.Setting(name, str) for name in ("plain", "haswell", "beyond")]
    assert [one.name for one in matrix.chosen("", known)] == ["plain", "haswell"]
    assert [one.name for one in matrix.chosen("beyond plain", known)] == ["beyond", "plain"]
    with pytest.raises(SystemExit, match="no setting hasvell: there are plain"):
        matrix.chosen("hasvell", known)


def test_a_row_counts_and_names_what_failed(matrix):
    cases = (
        '<testcase classname="tests.a" name="test_one"/>'
        '<testcase classname="tests.a" name="test_two[1]"><failure/></testcase>'
        '<testcase classname="tests.b" name="test_three"><error/></testcase>'
        '<testcase classname="tests.b" name="test_four"><skipped/></testcase>'
    )
    report = f"<testsuites><testsuite>{cases}</testsuite></testsuites>"
    row = matrix.row_of("narrow", "none", report, 2.0)
    assert (row.passed, row.failed, row.skipped) == (1, 2, 1)
    assert row.failing == ("tests.a::test_two[1]", "tests.b::test_three")
    assert row.text().count("\n") == 2


def test_a_setting_that_the_processor_lacks_is_not_run(matrix):
    row = matrix.run(matrix.Setting("later", str, flag="avx9000"), [])
    assert "not here: this processor has no avx9000" in row.text()
    assert (row.passed, row.failed) == (0, 0)


def test_upper_bounds_go_from_the_named_packages_alone(matrix):
    assert matrix.unbound("numpy>=2.4,<2.6") == "numpy>=2.4"
    assert matrix.unbound("scikit-learn>=1.8,<1.10") == "scikit-learn>=1.8"
    assert matrix.unbound("numba>=0.68,<1") == "numba>=0.68,<1"
