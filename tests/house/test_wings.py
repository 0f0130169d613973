"""Wings can be taken off: without the folder of one the others, the core and the app go on."""

import os
import re
import subprocess
import sys

import pytest

from graphdp_core import wings
from graphdp_core.cli import commands
from graphdp_core.wings import WINGS, absence, is_here
from pages import table
from tests.wings_off import OWN_TESTS, ROOT, copied_without, folder

PRESENT = [wing for wing in WINGS if is_here(wing)]
LAB = [wing for wing in ("lab",) if is_here(wing)]
IN_A_CHECKOUT = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
LOOK = """
from graphdp_core.cli.commands import COMMANDS
from pages.table import TABLE
print(*COMMANDS)
print(*(entry.address for entry in TABLE))
"""
SAMPLE = (
    "tests/app/test_streamlit_internals.py",  # opens every page and every view
    "tests/app/test_addresses.py",
    "tests/cli/test_command_line.py::test_every_command_explains_itself",
    "tests/contract/test_mirror.py",
    "tests/data/test_bundled.py",
    "tests/house/test_layers.py",
    "tests/house/test_public_entry.py",
    "tests/house/test_readme.py::test_every_command_line_is_understood",
)


def python(place, *words):
    """A fresh process there; compiling the kernels of a copy would take longer than all else."""
    return subprocess.run(
        [sys.executable, *words], cwd=place, capture_output=True, text=True, check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip


def seen_in(place):
    """Commands and addresses that a fresh process offers there."""
    done = python(place, "-c", LOOK)
    assert done.returncode == 0, done.stderr
    commands, addresses = (line.split() for line in done.stdout.splitlines()[:2])
    return commands, addresses


def rest(off):
    """Commands and addresses of all other wings and of the core."""
    return (
        [name for name in commands.COMMANDS if commands.WING_OF.get(name) not in off],
        [entry.address for entry in table.TABLE if entry.wing not in off],
    )


@IN_A_CHECKOUT
@pytest.mark.skipif(not LAB, reason="it is off already")
def test_without_the_lab_all_else_is_offered(tmp_path):
    place = copied_without(LAB, tmp_path)
    assert not any((place / folder(wing)).exists() for wing in LAB)
    assert seen_in(place) == rest(LAB)
    asked = python(place, "-m", "graphdp_core", "reproduce")
    assert asked.returncode == 2
    missing = absence("it", commands.WING_OF["reproduce"])
    assert asked.stderr.splitlines() == [f"graphdp reproduce: {missing}"]


@IN_A_CHECKOUT
@pytest.mark.long
@pytest.mark.skipif(not LAB, reason="it is off already")
def test_without_the_lab_every_page_opens_and_the_core_s_tests_pass(tmp_path):
    place = copied_without(LAB, tmp_path)
    assert python(place, "-m", "graphdp_core", "--help").returncode == 0
    assert python(place, "-c", "import app").returncode == 0
    plain = ("-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::RuntimeWarning")
    done = python(place, "-m", "pytest", "-q", *plain, *SAMPLE)
    assert done.returncode == 0, done.stdout


def test_no_other_test_imports_a_wing():
    for wing in PRESENT:
        stated = re.compile(rf"^(?:from|import) {re.escape(WINGS[wing])}\b", re.MULTILINE)
        own = tuple(f"{path}/" for path in OWN_TESTS[wing])
        for file in (ROOT / "tests").rglob("*.py"):
            name = f"{file.relative_to(ROOT).as_posix()}/"
            if not name.startswith(own):
                assert not stated.search(file.read_text(encoding="utf-8")), (wing, name)


def test_every_command_and_page_of_a_wing_names_one_that_there_is():
    named = {*commands.WING_OF.values(), *(entry.wing for entry in table.ALL)} - {""}
    assert named <= set(WINGS) == set(OWN_TESTS)


def test_a_folder_of_old_bytecode_is_no_wing(tmp_path, monkeypatch):
    (tmp_path / "old" / "__pycache__").mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(wings.WINGS, "old", "old")
    assert not is_here("old")
    (tmp_path / "old" / "__init__.py").touch()
    sys.path_importer_cache.clear()
    assert is_here("old")
