"""What is installed: one list of requirements, locked versions within it, a complete wheel."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

import graphdp_core as gdp
from pages.ground.streamlit_internals import TRIED

ROOT = Path(__file__).parents[2]
NAMED = {"streamlit", "plotly", "networkx", "numpy", "scipy", "gudhi", "scikit-learn"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def requirements(file):
    """The requirements that a file states itself, comments and references left out."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if re.match(r"\w", line)]


def test_the_package_and_requirements_txt_ask_for_the_same():
    extras = PROJECT["optional-dependencies"]
    package = {*map(Requirement, PROJECT["dependencies"] + extras["app"])}
    assert package == set(requirements("requirements.txt"))
    assert set(map(Requirement, extras["figures"] + extras["lessons"] + extras["shape"])) <= package
    tried = set(map(Requirement, extras["notebook"] + extras["opendp"]))
    assert tried <= set(requirements("requirements-dev.txt"))


def test_requirements_txt_names_what_the_project_was_asked_to_use():
    assert {requirement.name for requirement in requirements("requirements.txt")} >= NAMED


def test_the_streamlit_whose_private_parts_are_used_is_the_one_that_is_asked_for():
    first, last = (".".join(map(str, version)) for version in TRIED)
    (asked,) = (one for one in requirements("requirements.txt") if one.name == "streamlit")
    assert asked.specifier == SpecifierSet(f">={first},<{last}")


@pytest.mark.parametrize("stem", ["requirements", "requirements-dev", "requirements-docs"])
def test_every_locked_version_is_one_that_was_asked_for(stem):
    locked = {}
    for pin in requirements(f"{stem}.lock"):
        (exact,) = pin.specifier
        assert exact.operator == "=="
        locked.setdefault(pin.name, []).append(Version(exact.version))
    for asked in requirements(f"{stem}.txt"):
        assert asked.name in locked, f"{asked.name} is not locked: run make lock"
        assert all(version in asked.specifier for version in locked[asked.name]), (
            f"{asked} does not allow the locked version: run make lock"
        )


def test_both_locks_pin_the_same_versions():
    app = {pin.name: pin for pin in requirements("requirements.lock")}
    dev = {pin.name: pin.specifier for pin in requirements("requirements-dev.lock")}
    assert {name: pin.specifier for name, pin in app.items() if name in dev and not pin.marker} == {
        name: dev[name] for name, pin in app.items() if name in dev and not pin.marker
    }
    assert set(app) <= set(dev)


def test_the_recipe_asks_for_the_same_as_the_package():
    recipe = (ROOT / "recipe" / "meta.yaml").read_text(encoding="utf-8")
    lines = re.search(r"  run:\n((?:    - .+\n)+)", recipe)[1].splitlines()
    asked = {Requirement(line.strip("- ").replace(" ", "")) for line in lines}
    python = f"python{PROJECT['requires-python']}"
    assert asked == {Requirement(python), *map(Requirement, PROJECT["dependencies"])}
    assert f'version = "{gdp.__version__}"' in recipe


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert Version(gdp.__version__) > Version("0")
    place = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["version"]
    line = f'__version__ = "{gdp.__version__}"\n'
    files = [f for f in (ROOT / "graphdp_core").rglob("*.py") if line in f.read_text("utf-8")]
    assert files == [ROOT / place["path"]]
