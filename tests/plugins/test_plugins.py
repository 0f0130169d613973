"""An installed package's mechanisms, analyses and readers are found, labelled and checked.

Each part runs in a process that has the sample package on its path, as `pip install` puts it there.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphdp_core.cli.commands import main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def told(*words, code=0):
    """What a command prints where the sample package is installed, and what it warns of."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), str(ROOT)])},
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def checked():
    out, warned = told(
        "-m", "graphdp_core", "check", "graphdp-sample", "--runs", "600", "--seed", "1", "--json",
        code=1,
    )  # fmt: skip
    return json.loads(out), warned


@pytest.mark.long
def test_rules_that_are_broken_are_named_and_no_other(checked):
    rows, _ = checked
    broken = {(row["member"].partition(" ")[0], row["rule"]): row["said"]
              for row in rows if not row["kept"]}  # fmt: skip
    assert set(broken) == {
        ("graphdp_sample.nowhere:Thing", "is loaded"),
        ("graphdp_sample.mechanisms:TakenName", "is loaded"),
        ("twice_the_truth", "an audit cannot refute it"),
    }
    assert "ε ≥ 1." in broken["twice_the_truth", "an audit cannot refute it"]
    assert {row["member"] for row in rows if row["kept"]} == {
        "every_pair", "twice_the_truth", "loners", "dashes",
    }  # fmt: skip


@pytest.mark.long
def test_what_is_left_out_is_logged_with_its_reason(checked):
    _, warned = checked
    assert "edge_flip is there already: take another id or title." in warned
    assert "No module named 'graphdp_sample.nowhere'" in warned


SCRIPT = """
import sys
from fractions import Fraction
import graphdp_core as gdp
file = sys.argv[1] + "/friends.dashes"
open(file, "w").write("anna -- bert\\nbert -- carl\\n")
graph = gdp.read_graph(file)
found = gdp.compare(graph, gdp.mechanism("every_pair"), gdp.analysis("loners"), epsilon=2.0)
print(graph.n, graph.m, found.release.title)
print(gdp.MECHANISMS[-2].called(), gdp.MECHANISMS[-2].provider)
try:
    gdp.mechanism("every_pair").check_publication(graph, Fraction(1))
except gdp.Refused as refused:
    print(refused)
"""


@pytest.mark.long
def test_its_parts_work_by_id_and_say_whose_they_are(tmp_path):
    lines = told("-c", SCRIPT, str(tmp_path))[0].splitlines()
    assert lines[0].startswith("3 2 ")
    assert "Every pair (from graphdp-sample)" in lines[0]
    assert lines[1] == "One coin a pair (Every pair, from graphdp-sample) graphdp-sample 1.2"
    assert "declares no exact_sampler" in lines[2]


PAGES = """
from streamlit.testing.v1 import AppTest
from tests.patience import PATIENCE_S
from tests.visitor import FRAME, Visitor
visitor = Visitor(AppTest.from_file(FRAME, default_timeout=PATIENCE_S))
for path in ("explore", "mechanisms", "release"):
    visitor.open(path, graph="karate", mechanism="every_pair")
    assert not visitor.at.exception, (path, visitor.at.exception)
    print(path, visitor.at.query_params.get("mechanism"))
    texts = " ".join(str(item.value) for item in visitor.at.markdown)
    print("labelled" if "from graphdp-sample" in texts or any(
        "from graphdp-sample" in str(box.options) for box in visitor.at.selectbox) else "")
"""


@pytest.mark.long
def test_pages_open_with_a_strangers_mechanism():
    out, _ = told("-c", PAGES)
    assert out.count("every_pair") >= 2
    assert out.count("labelled") == 3


def test_a_package_that_adds_nothing_is_refused(capsys):
    assert main(["check", "numpy"]) == 2
    assert "package must be the name of an installed distribution" in capsys.readouterr().err
