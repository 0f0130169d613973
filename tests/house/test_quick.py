"""`make quick` begins with the tests that are nearest to what has changed."""

import sys
from pathlib import Path

import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.fault_injection import Louder

sys.path.insert(0, str(Path(__file__).parents[2] / ".ci"))

from nearest import IMPORTS, MEMBER, OWN, STEP, Nearest

AUDIT = "tests/audit/test_every_proved_mechanism.py"


@pytest.fixture(scope="module")
def pamst():
    """Near a change in one mechanism."""
    return Nearest(("graphdp_core/mechanisms/pamst.py",))


def test_a_mechanism_has_its_own_test_first_then_what_imports_it(pamst):
    assert pamst.files["tests/mechanisms/test_pamst.py"] == OWN
    assert pamst.files["graphdp_core/mechanisms/pamst.py"] == OWN, "its doctests"
    assert pamst.files["tests/analyses/test_spanning_tree.py"] == IMPORTS
    assert "tests/plots/test_theme.py" not in pamst.files


def test_of_what_walks_all_mechanisms_its_own_cases_are_near(pamst):
    changed, other = gdp.mechanism("pamst"), gdp.mechanism("edge_flip")
    assert {AUDIT, "tests/contract/test_families.py"} <= set(pamst.collected())
    assert AUDIT not in pamst.files
    for value in (changed, type(changed), "pamst", Louder(changed)):
        assert pamst.rank(AUDIT, None, [1.0, value]) == MEMBER
    assert pamst.rank(AUDIT, None, [other]) is None


def test_a_test_that_names_it_in_quotes_is_near(pamst):
    def speaks_of_it():
        return gdp.mechanism("pamst")

    def speaks_of_another():
        return gdp.mechanism("edge_flip")

    assert pamst.rank("tests/a.py", speaks_of_it.__code__, ()) == IMPORTS
    assert pamst.rank("tests/a.py", speaks_of_another.__code__, ()) is None


def test_what_its_kernel_moves_comes_after():
    near = Nearest(("graphdp_core/kernels/flips.py",))
    assert near.files["tests/kernels/test_flips.py"] == OWN
    assert near.rank(AUDIT, None, [gdp.mechanism("edge_flip")]) == 2 * STEP + MEMBER


@pytest.mark.parametrize(
    ("changed", "near"),
    [
        ("pages/explore/views/spectrum.py", "tests/app/test_spectrum_view.py"),
        ("graphdp_core/experiment/compare.py", "tests/experiment/test_sweep.py"),
        ("graphdp_core/stage/stop.py", "tests/stage/test_stop.py"),
        ("assets/pair/scene.js", "tests/browser/test_pair.py"),
        ("docs/proofs.md", "tests/house/test_privacy_document.py"),
        ("tests/tree_laws.py", "tests/mechanisms/test_pamst.py"),
        ("tests/test_digits.py", "tests/test_digits.py"),
    ],
)
def test_a_change_selects_the_test_that_is_about_it(changed, near):
    assert near in Nearest((changed,)).collected()


def test_names_that_are_loaded_when_they_are_first_used_are_imports():
    near = Nearest(("graphdp_core/experiment/compare.py",))
    assert near.files["tests/analyses/test_spectrum.py"] == IMPORTS, "it says gdp.compare"
    assert near.files["tests/agreement/test_trees.py"] == IMPORTS, "so does its helper"
