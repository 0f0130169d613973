"""The command line: the same functions, JSON, one clear line on bad input."""

import json
import subprocess
import sys

import pytest

from graphdp_core.__main__ import main


def run(capsys, *words):
    code = main(list(words))
    return code, capsys.readouterr()


@pytest.mark.parametrize("command", ["datasets", "mechanisms", "analyses", "reproduce"])
def test_listings_speak_text_and_json(capsys, command):
    code, out = run(capsys, command)
    assert code == 0
    text = out.out
    code, out = run(capsys, command, "--json")
    rows = json.loads(out.out)
    assert code == 0
    assert all(row["id"] in text for row in rows)


def test_compare_prints_metrics_finding_and_promise(capsys):
    words = ["compare", "--graph", "karate", "--analysis", "centrality", "--epsilon", "2"]
    code, out = run(capsys, *words, "--analysis-knob", "score=degree", "--json")
    answer = json.loads(out.out)
    assert code == 0
    assert answer["guarantee"]["status"].startswith("proved")
    assert answer["finding"]
    assert answer["metrics"]
    code, out = run(capsys, *words)
    assert answer["finding"] in run(capsys, *words, "--analysis-knob", "score=degree")[1].out


def test_a_generated_graph_takes_knobs_and_a_seed(capsys):
    words = ["compare", "--generate", "erdos_renyi", "--graph-knob", "n=40", "--epsilon", "3"]
    _, out = run(capsys, *words, "--json")
    assert json.loads(out.out)["graph"]["n"] == 40
    _, other = run(capsys, *words, "--graph-seed", "1", "--json")
    assert json.loads(other.out)["metrics"] != json.loads(out.out)["metrics"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["compare", "--graph", "nowhere", "--epsilon", "1"], "nowhere"),
        (["compare", "--graph", "karate", "--epsilon", "99"], "epsilon"),
        (["compare", "--graph", "karate", "--epsilon", "1", "--mechanism", "x"], "mechanism"),
        (["compare", "--graph", "karate", "--epsilon", "1", "--analysis", "x"], "analysis"),
        (["compare", "--file", "no-such-file.csv", "--epsilon", "1"], "no-such-file.csv"),
        (["compare", "--graph", "karate", "--epsilon", "1", "--analysis-knob", "d"], "NAME=VALUE"),
        (
            ["compare", "--graph", "karate", "--epsilon", "1", "--analysis-knob", "width=3"],
            "width",
        ),
        (
            ["compare", "--generate", "erdos_renyi", "--graph-knob", "n=x", "--epsilon", "1"],
            "n must be",
        ),
    ],
)
def test_bad_input_exits_with_2_and_one_clear_line(capsys, words, named):
    code, out = run(capsys, *words)
    assert code == 2
    assert out.out == ""
    assert len(out.err.strip().splitlines()) == 1
    assert named in out.err


def test_a_wrong_option_is_one_line_too():
    done = subprocess.run(
        [sys.executable, "-m", "graphdp_core", "compare", "--epsilon", "much"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
