"""The plugin that makes another machine: by one last digit, everywhere, and the same each time."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.long  # a tenth of all tests runs under it with every commit

ROOT = Path(__file__).parents[2]
SCRIPT = """
import json, math, sys
import numba, numpy as np
if len(sys.argv) > 1:
    import wobble
x = np.linspace(0.1, 3.0, 400)

@numba.njit
def kernel(values):
    out = np.empty_like(values)
    for i, value in enumerate(values):
        out[i] = math.exp(value)
    return out

square = np.outer(x[:40], x[-40:]) + np.eye(40)
print(json.dumps({
    "numpy": np.log(x).tolist(), "two": np.power(x, 1.7).tolist(), "kernel": kernel(x).tolist(),
    "math": [math.cbrt(value) if hasattr(math, "cbrt") else math.exp(value) for value in x],
    "matmul": (np.stack([square, square]) @ square).ravel().tolist(),
    "solve": np.linalg.solve(square, x[:40]).tolist(),
    "exact": [np.exp(0.0), math.log(1.0), np.cbrt(8.0), math.pow(2.0, 3.0), np.log2(8.0)],
}))
"""


def said(salt=None):
    more = {} if salt is None else {"GRAPHDP_WOBBLE": str(salt), "PYTHONPATH": str(ROOT / ".ci")}
    words = [sys.executable, "-c", SCRIPT, *([] if salt is None else ["on"])]
    done = subprocess.run(words, env={**os.environ, **more}, capture_output=True, check=True)
    return {name: np.array(values) for name, values in json.loads(done.stdout).items()}


@pytest.fixture(scope="module")
def machines():
    pytest.importorskip("numba")
    return {salt: said(salt) for salt in (None, 1, 7)}


def test_everything_moves_by_one_last_digit_at_most_and_what_is_exact_stays(machines):
    here = machines[None]
    for salt in (1, 7):
        for name, values in machines[salt].items():
            apart = np.abs(values - here[name])
            if name == "solve":  # several steps
                assert (apart <= 1e-9 * np.abs(here[name]).max()).all()
                assert apart.any()
            elif name == "exact":
                assert values.tolist() == here[name].tolist() == [1.0, 0.0, 2.0, 8.0, 3.0]
            else:
                assert (apart <= np.spacing(np.abs(here[name])) * 1.01).all(), name
                assert 0.4 < np.mean(apart > 0) < 0.9, name


def test_each_number_is_another_machine_and_the_same_one_again(machines):
    again = said(7)
    for name, values in machines[7].items():
        assert values.tolist() == again[name].tolist()
        if name != "exact":
            assert values.tolist() != machines[1][name].tolist()
