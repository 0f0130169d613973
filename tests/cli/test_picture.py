"""graphdp picture and report: one comparison, written into a file of the asked kind."""

import io
import json

import pandas as pd
import pytest

from graphdp_core.cli.commands import main

SETTING = ("--graph", "karate", "--analysis", "centrality", "--epsilon", "2", "--seed", "1")


def run(capsys, *words):
    code = main(words)
    return code, capsys.readouterr()


@pytest.mark.sample
@pytest.mark.parametrize(
    ("command", "file", "held"),
    [
        ("picture", "a.html", "Contains the true graph: not private"),
        ("picture", "a.svg", "Without privacy"),
        ("picture", "a.csv", "# Promise: This release protects"),
        ("report", "a.html", "This report contains the true graph"),
        ("report", "a.ipynb", "gdp.load_graph"),
    ],
)
def test_the_file_holds_what_its_ending_says(capsys, tmp_path, command, file, held):
    path = tmp_path / file
    code, out = run(capsys, command, *SETTING, "--out", str(path), "--json")
    assert code == 0
    assert held in path.read_text(encoding="utf-8")
    answer = json.loads(out.out)
    assert answer["bytes"] == len(path.read_bytes())
    assert "not private" in answer["not_private"]
    assert answer["finding"] in run(capsys, command, *SETTING, "--out", str(path), "--force")[1].out


def test_the_numbers_of_a_picture_are_read_again(capsys, tmp_path):
    path = tmp_path / "a.csv"
    assert run(capsys, "picture", *SETTING, "--out", str(path))[0] == 0
    table = pd.read_csv(io.StringIO(path.read_text(encoding="utf-8")), comment="#")
    assert {"x", "y", "x2", "y2"} <= set(table.columns)


def test_names_stay_home(capsys, tmp_path):
    (tmp_path / "g.csv").write_text("Ann.Lee,Bob\nBob,Cem\n")  # no packed bytes hold a dot
    setting = ("--file", str(tmp_path / "g.csv"), "--analysis", "overview", "--epsilon", "2")
    for command, ending in (("picture", "html"), ("picture", "csv"), ("report", "html")):
        path = tmp_path / f"a.{ending}"
        held = []
        for more in ((), ("--no-names",)):
            assert run(capsys, command, *setting, "--out", str(path), "--force", *more)[0] == 0
            held.append(path.read_text(encoding="utf-8"))
        if ending == "csv":
            assert "Ann.Lee" in held[0]
        assert "Ann.Lee" not in held[1]


@pytest.mark.parametrize(
    ("command", "out", "named"),
    [("picture", "a.png", ".svg or .csv"), ("report", "a.svg", ".html or .ipynb"),
     ("compare", "a.png", ".html or .svg"),
     ("picture", "nowhere/a.svg", "nowhere/a.svg")],
)  # fmt: skip
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_computed(
    capsys, tmp_path, monkeypatch, command, out, named
):
    monkeypatch.chdir(tmp_path)
    option = "--figure" if command == "compare" else "--out"
    code, said = run(capsys, command, *SETTING, option, out)
    assert code == 2
    assert named in said.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["html", "svg"])
def test_compare_draws_what_it_compares(capsys, tmp_path, ending):
    file = tmp_path / f"karate.{ending}"
    words = ["compare", "--graph", "karate", "--analysis", "louvain", "--epsilon", "2"]
    code, _ = run(capsys, *words, "--figure", str(file))
    assert code == 0
    said = {"html": "Contains the true graph", "svg": "With ε = 2"}[ending]
    assert said in file.read_text(encoding="utf-8")
