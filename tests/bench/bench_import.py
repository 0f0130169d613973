"""How long `import graphdp_core` takes in a fresh interpreter, as a share of `import numpy`."""

import subprocess
import sys
import time
from statistics import median

RUNS = 10


def seconds(statement):
    """Median over fresh interpreters, without what an empty one takes."""

    def once(code):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    once(statement)  # bytecode is written
    pairs = [(once(statement), once("pass")) for _ in range(RUNS)]
    return median(full - empty for full, empty in pairs)


def test_the_import_takes_less_than_numpy():
    numpy, core = seconds("import numpy"), seconds("import graphdp_core")
    used = seconds("import graphdp_core as gdp; gdp.MECHANISMS, gdp.ANALYSES, gdp.compare")
    print(f"\nimport numpy {numpy:.3f} s; import graphdp_core {core:.3f} s")
    print(f"{core / numpy:.2f} of it; all mechanisms and analyses {used:.3f} s")
    assert core < numpy
