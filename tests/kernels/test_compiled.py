"""Machine code on disk never outlives the source of any kernel in it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import graphdp_core.kernels

INNER = "from kernels import compiled\n@compiled\ndef inner(): return {}\n"
OUTER = (
    "from kernels import compiled\nfrom kernels.inner import inner\n"
    "@compiled\ndef outer(): return inner()\n"
)


def test_a_kernel_is_compiled_anew_when_one_that_it_calls_has_changed(tmp_path):
    package = tmp_path / "kernels"
    package.mkdir()
    shutil.copy(Path(graphdp_core.kernels.__file__), package)
    (package / "outer.py").write_text(OUTER)

    def answer(number):
        (package / "inner.py").write_text(INNER.format(number))
        words = [sys.executable, "-c", "from kernels.outer import outer; print(outer())"]
        environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
        done = subprocess.run(
            words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        return int(done.stdout)

    assert [answer(1), answer(22), answer(1)] == [1, 22, 1]
    folders = {file.parent.parent.name for file in package.rglob("*.nbi")}
    assert len(folders) == 2, "one folder of machine code for each version of the source"
