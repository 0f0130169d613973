"""Machine code on disk never outlives the source of any kernel in it, and needs no disk."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import graphdp_core.kernels

INNER = "from kernels import compiled\n@compiled\ndef inner(): return {}\n"
OUTER = (
    "from kernels import compiled\nfrom kernels.inner import inner\n"
    "@compiled\ndef outer(): return inner()\n"
)


ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path):
    """A package of two kernels, compiled as ours are."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    shutil.copy(graphdp_core.kernels.__file__, folder)
    (folder / "outer.py").write_text(OUTER)
    return folder


def answer(package, number, **environment):
    """What the outer kernel returns in a process of its own, and what that process logs."""
    (package / "inner.py").write_text(INNER.format(number))
    kept = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", "from kernels.outer import outer; print(outer())"],
        cwd=package.parent, env={**kept, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return int(done.stdout), done.stderr


@pytest.mark.long
def test_a_kernel_is_compiled_anew_when_one_that_it_calls_has_changed(package):
    assert [answer(package, number)[0] for number in (1, 22)] == [1, 22]
    folders = {file.parent.parent.name for file in package.rglob("*.nbi")}
    assert len(folders) == 2, "one folder of machine code for each version of the source"


@pytest.mark.long
def test_where_nothing_may_be_written_kernels_compile_into_memory_and_it_is_logged_once(package):
    """Files stand where folders would be made: not even root gets past them."""
    (package / "__pycache__").touch()
    (home := package.parent / "home").touch()
    without = {"HOME": str(home), "XDG_CACHE_HOME": "", "LOCALAPPDATA": ""}
    said, logged = answer(package, 7, **without)
    assert said == 7
    assert logged.count("No folder for machine code may be written to") == 1
    assert len(logged.splitlines()) == 1


@pytest.mark.long
def test_machine_code_is_kept_in_the_user_s_cache_where_the_package_is_closed(package, tmp_path):
    (package / "__pycache__").touch()
    assert answer(package, 1, XDG_CACHE_HOME=str(tmp_path / "cache")) == (1, "")
    (folder,) = (tmp_path / "cache" / "graphdp").glob("kernels-*")
    assert list(folder.rglob("*.nbi"))


@pytest.mark.long
def test_a_first_start_is_told_from_the_next(package, tmp_path):
    (package / "inner.py").write_text(INNER.format(1))
    code = "from kernels import are_compiled\nbefore = are_compiled()\n"
    code += "from kernels.inner import inner\ninner()\nprint(before, are_compiled())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path / "code")},
    )  # fmt: skip
    assert done.stdout.split() == ["False", "True"]


def test_only_kernels_call_a_kernel_with_an_underscore():
    """It has no wrapper for Python: a call from there would end the process."""
    trees = [ast.parse(file.read_text()) for file in (ROOT / "graphdp_core/kernels").glob("*.py")]
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    kernels = {
        f.name for f in functions if any("compiled" in ast.unparse(d) for d in f.decorator_list)
    }
    inner = {name for name in kernels if name.startswith("_")}
    assert len(inner) > 50
    for function in functions:
        if function.name not in kernels:
            called = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            assert not called & inner, function.name
