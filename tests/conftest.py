"""For all tests: which of them are long, the edge-case graphs, real data where it is present."""

import gc
import math
import os
import random
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

os.environ["GRAPHDP_STORE"] = ":memory:"  # no test leaves cells in a person's cache folder

sys.path.insert(0, str(Path(__file__).parent))

import graphdp_core
from graphdp_core.cli.commands import WING_OF
from graphdp_core.graphs.graph import Graph
from graphdp_core.wings import is_here
from tests.edge_case_graphs import EDGE_CASE_GRAPHS

BEGUN = time.monotonic()
gc.set_threshold(50_000, 20, 50)  # to look for cycles took more time than they take memory

# Time says nothing of the code where other programs run beside the tests.
settings.register_profile("any load", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any load")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--tenth", metavar="COMMIT", default="",
        help="of the tests that `-m` names a tenth, chosen by this word: another with every commit",
    )  # fmt: skip
    parser.addoption(
        "--seconds", type=float, default=math.inf,
        help="after which no further test begins: it is skipped and says so",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Leave commands alone whose wing was taken off: nothing imports them, and nobody can."""
    core = Path(graphdp_core.__file__).parent
    absent = [
        str(core / "cli" / f"{name}.py") for name, wing in WING_OF.items() if not is_here(wing)
    ]
    config.option.ignore = [*(config.option.ignore or []), *absent]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests out unless `-m` names them, and all but the tenth that is asked for.

    Of a test marked `sample` the first case stays short; its others are long.
    """
    sampled: set[str] = set()
    for item in items:
        if "sample" in item.keywords:
            test = item.nodeid.partition("[")[0]
            if test in sampled:
                item.add_marker("long")
            sampled.add(test)
    commit = config.getoption("tenth")
    asked = "long" in config.getoption("markexpr")
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        runs = asked or "long" not in item.keywords
        if commit:
            runs = runs and "quiet" not in item.keywords and in_the_tenth(item.nodeid, commit)
        (kept if runs else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin nothing more when the time is over."""
    if time.monotonic() - BEGUN > item.config.getoption("seconds"):
        pytest.skip("time is over: another commit runs it")


def in_the_tenth(test: str, commit: str) -> bool:
    """Whether a test runs at a commit: of ten commits one runs it, whatever else changes."""
    return random.Random(f"{test} {commit}").random() < 0.1


def pytest_collection_finish() -> None:
    """Take some ten thousand tests out of the garbage collector's sight: they stay to the end."""
    gc.freeze()


@pytest.fixture
def edge_case_graph() -> Graph:
    """Each of them in turn, see below: to begin and to report a test takes longer than most."""
    return next(iter(EDGE_CASE_GRAPHS.values()))


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Call a test of the edge-case graphs with one after the other, and say with which it fails."""
    if "edge_case_graph" not in pyfuncitem.funcargs:
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    for name, graph in EDGE_CASE_GRAPHS.items():
        anew = {"edge_case_graph": graph, "rng": np.random.default_rng(0)}
        try:
            pyfuncitem.obj(**given | {key: anew[key] for key in anew.keys() & given.keys()})
        except Exception as error:
            error.add_note(f"with the edge-case graph {name!r}")
            raise
    return True


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real graphs; tests that need it skip visibly elsewhere."""
    folder = os.environ.get("GRAPHDP_DATA_DIR")
    if not folder or not Path(folder).is_dir():
        pytest.skip("needs real graphs: set GRAPHDP_DATA_DIR to a folder that holds them")
    return Path(folder)
