"""graphdp estimate as it is typed."""

import json

import pytest

import graphdp_core as gdp
from graphdp_core.cli.commands import main


@pytest.fixture
def zipped(tmp_path):
    """A release of the karate club by its names."""
    made = gdp.publish(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), epsilon=12, to=tmp_path / "k.zip",
        ledger=tmp_path / "l.jsonl", names="public",
    )  # fmt: skip
    return made.path


def test_the_promise_and_every_number_stand_on_lines_of_their_own(zipped, capsys):
    assert main(["estimate", str(zipped)]) == 0
    out = capsys.readouterr().out
    assert "(at least 95% for this graph; exact law of the noise)" in out
    assert "for the population it was drawn from" in out


def test_json_has_value_low_high_and_how(zipped, capsys, tmp_path):
    names = gdp.read_release(zipped).names
    table = tmp_path / "groups.csv"
    table.write_text("node,group\n" + "".join(f"{name},{int(name) % 2}\n" for name in names))
    words = ["--groups", str(table), "--statistics", "edges", "within", "--json"]
    assert main(["estimate", str(zipped), *words]) == 0
    rows = json.loads(capsys.readouterr().out)["estimates"]
    assert [row["statistic"] for row in rows] == ["edges", "edges", "within", "within"]
    known = [row for row in rows if row["of"] == "this graph"]
    assert all(row["low"] <= row["value"] <= row["high"] for row in known)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--statistics", "diameter"], "statistics must be among"),
        (["--statistics", "homophily"], "needs groups"),
        (["--level", "2"], "level must lie in"),
    ],
)
def test_bad_input_is_one_clear_line(zipped, capsys, words, why):
    assert main(["estimate", str(zipped), *words]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("graphdp estimate: ")
    assert why in complaint
    assert complaint.count("\n") == 1


def test_a_table_of_groups_that_leaves_a_node_out_is_refused(zipped, capsys, tmp_path):
    (tmp_path / "g.csv").write_text("node,group\n1,a\n")
    assert main(["estimate", str(zipped), "--groups", str(tmp_path / "g.csv")]) == 2
    assert "has none" in capsys.readouterr().err
