"""The command line: the same functions, JSON, one clear line on bad input."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.cli import output
from graphdp_core.cli.commands import COMMANDS, main
from graphdp_core.cli.run import app_file
from graphdp_core.intake import ReadingWarning


def run(capsys, *words):
    code = main(list(words))
    return code, capsys.readouterr()


@pytest.mark.parametrize("command", ["datasets", "mechanisms", "analyses"])
def test_listings_speak_text_and_json(capsys, command):
    code, out = run(capsys, command)
    assert code == 0
    text = out.out
    code, out = run(capsys, command, "--json")
    rows = json.loads(out.out)
    assert code == 0
    assert all(row["id"] in text for row in rows)


def test_data_sets_are_listed_explained_and_fetched(capsys):
    _, out = run(capsys, "datasets", "list", "--json")
    assert json.loads(out.out)[0]["id"] == "karate"
    code, out = run(capsys, "datasets", "info", "karate", "polblogs")
    assert code == 0
    assert "Zachary" in out.out
    assert "political blogosphere" in out.out
    code, out = run(capsys, "datasets", "fetch", "karate", "--json")
    assert code == 0
    assert json.loads(out.out)[0]["available"]


def test_a_file_is_converted_and_what_was_lost_is_said(capsys, tmp_path):
    source, out_file = tmp_path / "g.txt", tmp_path / "g.json.gz"
    source.write_text("1 2\n2 1\n3 3\n")
    code, out = run(capsys, "convert", str(source), str(out_file))
    assert code == 0
    assert "3 nodes, 1 edges. Direction was dropped" in out.out
    code, out = run(capsys, "convert", str(out_file), str(tmp_path / "g.csv"), "--json")
    answer = json.loads(out.out)
    assert (answer["n"], answer["m"]) == (3, 1)
    assert answer["left_out"] == "CSV holds ties only: 1 isolated node was left out."
    code, out = run(
        capsys, "convert", str(source), str(tmp_path / "h.csv"), "--largest-component", "--json"
    )
    assert json.loads(out.out)["n"] == 2


def test_compare_prints_metrics_finding_and_guarantee(capsys):
    words = ["compare", "--graph", "karate", "--analysis", "centrality", "--epsilon", "2"]
    code, out = run(capsys, *words, "--analysis-parameter", "score=degree", "--json")
    answer = json.loads(out.out)
    assert code == 0
    assert answer["guarantee"]["status"].startswith("proved")
    assert answer["finding"]
    assert answer["metrics"]
    judged = answer["survival"]["centrality"]
    assert judged["metric"] == "top10_kept"
    assert judged["verdict"] in ("survives", "blurred", "lost")
    assert 0.0 <= judged["score"] <= 1.0
    code, out = run(capsys, *words)
    *_, not_private, promise = out.out.strip().splitlines()
    kept = r"precision_10 .* Top tenth kept\n(.*\n)+ *top10_kept .* Top 10 kept\n"
    assert re.search(kept, out.out)
    assert "none of this is private" in not_private
    assert promise.startswith("This release protects")
    assert f"survival {judged['score']:.2f}: {judged['verdict']}" in out.out
    assert answer["finding"] in run(capsys, *words, "--analysis-parameter", "score=degree")[1].out


def test_trees_of_private_weights_are_compared_by_weight(capsys):
    words = ["compare", "--generate", "survey", "--graph-parameter", "people=3000",
             "--graph-parameter", "n=8", "--mechanism", "pamst", "--analysis", "spanning_tree",
             "--mechanism-parameter", "norm=person_added", "--epsilon", "20"]  # fmt: skip
    assert main(words) == 0
    extra = next(line for line in capsys.readouterr().out.splitlines() if "relative_excess" in line)
    assert float(extra.split()[1]) < 0.2, "1 is a tree that looks at no weight"


def test_the_list_of_mechanisms_says_what_each_protects(capsys):
    _, out = run(capsys, "mechanisms")
    lines = {line.split()[0]: line for line in out.out.splitlines()}
    assert "protects the presence or absence of any one edge" in lines["edge_flip"]
    assert "No privacy guarantee" in lines["lnpp"]


def test_a_generated_graph_takes_parameters_and_a_seed(capsys):
    words = ["compare", "--generate", "erdos_renyi", "--graph-parameter", "n=40", "--epsilon", "3"]
    _, out = run(capsys, *words, "--json")
    assert json.loads(out.out)["graph"]["n"] == 40
    _, other = run(capsys, *words, "--graph-seed", "1", "--json")
    assert json.loads(other.out)["metrics"] != json.loads(out.out)["metrics"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("compare --graph kartae --epsilon 1", "got 'kartae'. Did you mean karate?"),
        ("compare --graph karate --epsilon 5001", "epsilon"),
        ("compare --graph karate --epsilon 1 --mechanism edgeflip", "Did you mean edge_flip?"),
        ("compare --graph karate --epsilon 1 --analysis x", "analysis"),
        ("sweep --graph karate --epsilons 1,much", "much"),
        ("sweep --graph karate --epsilons 1 --repeats 0", "repeats"),
        ("sweep --graph karate --epsilons 1 --workers 0", "workers"),
        ("sweep --graph karate --epsilons 1 --vary k", "NAME=VALUE,VALUE"),
        ("sweep --graph karate --epsilons 1 --vary dimension=2,x", "dimension must"),
        ("sweep --graph karate --epsilons 1,2 --most 9", "40 releases"),
        ("sweep --graph karate --epsilons 1 --csv no/x.csv", "no folder"),
        ("answer --graph karate", '--target "louvain.ari>=0.8"'),
        ("answer --graph karate --target louvain.ari>=2", "can never be reached"),
        ("answer --graph karate --target louvain.ari<=1", "write >="),
        ("run --port 99999", "99999"),
        ("datasets info", "needs the id"),
        ("verify nowhere.zip", "nowhere.zip: No such file or directory; check the path"),
        ("datasets list karate", "datasets info karate"),
        (
            f"convert {__file__} out.xlsx",
            "end in .graphml, .json, .csv, .gz or .parquet, got 'out.xlsx'",
        ),
        (f"convert {__file__} out.json", "format is not known"),
        ("compare --file no-such-file.csv --epsilon 1", "no-such-file.csv"),
        ("compare --graph karate --epsilon 1 --analysis-parameter d", "NAME=VALUE"),
        ("compare --graph karate --epsilon 1 --analysis-parameter width=3", "width"),
        ("compare --generate erdos_renyi --graph-parameter n=x --epsilon 1", "n must be"),
    ],
)
def test_bad_input_exits_with_2_and_one_clear_line(capsys, words, named):
    code, out = run(capsys, *words.split())
    assert code == 2
    assert out.out == ""
    assert len(out.err.strip().splitlines()) == 1
    assert named in out.err


@pytest.mark.long
def test_a_wrong_option_is_one_line_too():
    done = subprocess.run(
        [sys.executable, "-m", "graphdp_core", "compare", "--epsilon", "much"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("words", [["datasets"], ["mechanisms", "--json"], ["--help"]])
def test_a_reader_that_has_gone_ends_a_command_without_a_word(monkeypatch, capsys, words):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(words) == 141
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(capsys, command):
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert f"graphdp {command}" in capsys.readouterr().out


def test_the_version_is_the_package_s(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"graphdp {gdp.__version__}\n"


FRIENDS = "Person;Friend;hours;since\nann;bob;1,5;2001\nbob;cy;;2003\nbob;ann;2;2004\n"


def test_a_file_is_read_as_the_options_say(capsys, tmp_path):
    path, out = tmp_path / "friends.csv", str(tmp_path / "out.csv")
    path.write_text(FRIENDS)
    words = ("convert", str(path), out, "--missing-weight", "drop", "--repeated", "last")
    assert run(capsys, *words)[0] == 0
    assert Path(out).read_text() == "source,target,weight\nann,bob,2.0\n"
    run(
        capsys, "convert", str(path), out, "--no-header", "--weight", "", "--separator",
        "semicolon", "--force",
    )  # fmt: skip
    assert Path(out).read_text().splitlines()[:2] == ["source,target", "Person,Friend"]
    code, said = run(capsys, "convert", str(path), out, "--weight", "days", "--force")
    assert code == 2
    assert "no column 'days' for the weight; it has 'Person'" in said.err


def test_a_preview_says_what_would_be_read_and_how_to_say_it(capsys, tmp_path):
    path = tmp_path / "friends.csv"
    path.write_text(FRIENDS)
    _, said = run(capsys, "convert", "--preview", str(path), "--json")
    answer = json.loads(said.out)
    roles = [column["role"] for column in answer["columns"]]
    assert roles == ["source", "target", "weight", "time"]
    assert {notice["id"] for notice in answer["notices"]} >= {"missing_weight", "repeated"}
    _, said = run(capsys, "convert", "--preview", str(path))
    *_, python, flags = said.out.strip().splitlines()
    assert python == answer["python"]
    code, _ = run(capsys, "convert", *flags.split()[2:-1], str(tmp_path / "out.csv"))
    assert code == 0
    with pytest.warns(ReadingWarning, match="1 tie without a weight counts as 1"):
        assert eval(python, {"read_graph": gdp.read_graph}).m == 2
    assert run(capsys, "convert", "--preview", str(tmp_path / "no.csv"))[0] == 2
    with pytest.raises(SystemExit):
        main(["convert", str(path)])


@pytest.mark.long
def test_a_comparison_takes_a_file_as_the_options_say(capsys, tmp_path):
    path = tmp_path / "friends.csv"
    path.write_text(FRIENDS)
    words = ("compare", "--file", str(path), "--epsilon", "3", "--analysis", "overview")
    _, said = run(capsys, *words, "--json", "--no-header")
    assert json.loads(said.out)["graph"]["n"] == 5


def test_the_largest_component_alone_is_compared_and_that_is_said(capsys, tmp_path):
    file = tmp_path / "two.csv"
    file.write_text("1,2\n2,3\n3,1\n3,4\n8,9\n")
    words = ["compare", "--file", str(file), "--analysis", "louvain", "--epsilon", "2"]
    assert json.loads(run(capsys, *words, "--json")[1].out)["graph"]["n"] == 6
    _, out = run(capsys, *words, "--largest-component", "--json")
    assert json.loads(out.out)["graph"]["n"] == 4
    _, out = run(capsys, *words, "--largest-component")
    assert "2 nodes outside the largest component left out" in out.out


def test_a_missing_extra_is_named_in_one_line(capsys, monkeypatch):
    monkeypatch.setattr("graphdp_core.cli.output.find_spec", lambda name: None)
    code, out = run(capsys, "run")
    assert code == 2
    assert out.err == 'graphdp run: this needs streamlit: pip install "graphdp[app]".\n'


def test_the_app_of_a_checkout_is_found():
    assert (app_file().parent / "pages" / "frame.py").is_file()


def test_the_first_compilation_is_announced_once(capsys, monkeypatch):
    import numba
    from numba.core import event

    monkeypatch.setattr(event, "_registered", event.defaultdict(list))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    output.announce_compiling.cache_clear()
    output.announce_compiling()
    for slope in (2, 3):
        numba.njit(lambda x, slope=slope: slope * x)(np.float64(1))
    output.announce_compiling.cache_clear()
    assert capsys.readouterr().err.count(output.COMPILING) == 1


def test_a_sweep_prints_medians_and_writes_every_value(capsys, tmp_path):
    file = tmp_path / "sweep.csv"
    words = ["sweep", "--graph", "karate", "--analysis", "louvain", "--epsilons", "1,6"]
    words += ["--mechanism", "edge_flip", "--mechanism", "louvain_dp", "--repeats", "3"]
    code, out = run(capsys, *words, "--csv", str(file))
    assert code == 0
    assert re.search(r"Medians of 3 repeats(.*\n)+nmi \(NMI, not adjusted\) ", out.out)
    table = pd.read_csv(file)
    assert set(table["mechanism"]) == {"edge_flip", "louvain_dp"}
    assert len(table) == 2 * 2 * 3 * table["metric"].nunique()
    value = table.query("mechanism == 'edge_flip' and epsilon == 6 and metric == 'nmi'")["value"]
    assert f"{value.median():.4g}" in out.out
    rows = json.loads(run(capsys, *words, "--json")[1].out)["rows"]
    assert len(rows) == len(table)


def test_a_sweep_varies_a_parameter_and_writes_parquet(capsys, tmp_path):
    pytest.importorskip("pyarrow")
    file = tmp_path / "sweep.parquet"
    words = ["sweep", "--graph", "karate", "--analysis", "spectrum", "--epsilons", "4"]
    words += ["--vary", "k=2,3", "--repeats", "2", "--parquet", str(file)]
    code, out = run(capsys, *words)
    assert code == 0
    assert re.search(r"k +2 +3", out.out)
    assert set(pd.read_parquet(file)["k"]) == {2, 3}


def test_a_sweep_varies_a_parameter_of_the_generator(capsys):
    words = ["sweep", "--generate", "sbm", "--analysis", "overview", "--epsilons", "4"]
    words += ["--repeats", "2", "--vary", "n=20,40", "--json"]
    assert main(words) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["n"] for row in rows} == {20, 40}
    code, out = run(capsys, *words, "--largest-component")
    assert code == 2
    assert "--largest-component needs one graph" in out.err


def test_what_a_sweep_cannot_measure_is_named_below_the_table(capsys):
    words = ["sweep", "--graph", "karate", "--analysis", "louvain", "--epsilons", "0,4"]
    code, out = run(capsys, *words, "--mechanism", "louvain_dp", "--repeats", "1")
    assert code == 0
    assert "Not measured: LouvainDP at ε = 0: epsilon must be" in out.out


@pytest.mark.long
def test_an_answer_names_the_epsilon_and_writes_its_table(capsys, tmp_path):
    file = tmp_path / "answer.csv"
    words = ["answer", "--graph", "karate", "--target", "louvain.ari>=0.8"]
    words += ["--mechanism", "edge_flip", "--mechanism", "mod_divisive", "--csv", str(file)]
    code, out = run(capsys, *words)
    assert code == 0
    assert out.out.startswith("You need ε = ")
    assert "not comparable:\n  ModDivisive" in out.out
    assert out.out.rstrip().endswith("on a public graph of the same kind.")
    assert set(pd.read_csv(file)["mechanism"]) == {"edge_flip", "mod_divisive"}
    data = json.loads(run(capsys, *words, "--json", "--force")[1].out)
    assert data["rows"][0]["refined"] is True
    assert data["plans"] == []


def test_cells_of_an_own_file_are_not_written_unless_a_store_is_named(
    capsys, tmp_path, monkeypatch
):
    file, usual, named = (tmp_path / name for name in ("friends.csv", "usual", "named"))
    file.write_text("a,b\nb,c\na,c\nc,d\n", encoding="utf-8")
    monkeypatch.setenv("GRAPHDP_STORE", str(usual))
    words = ["sweep", "--file", str(file), "--analysis", "louvain", "--epsilons", "1"]
    words += ["--repeats", "1"]
    assert run(capsys, *words)[0] == 0
    assert not usual.exists()
    assert run(capsys, *words, "--store", str(named))[0] == 0
    assert named.exists()


@pytest.mark.sample
@pytest.mark.parametrize(
    "words",
    [
        ["sweep", "--analysis", "overview", "--epsilons", "4", "--repeats", "1"],
        ["answer", "--target", "overview.edges_error<=0.5", "--mechanism", "edge_flip"],
    ],
)
def test_sweeps_and_answers_keep_the_largest_component(capsys, words):
    graph = ["--generate", "erdos_renyi", "--graph-parameter", "n=30"]
    sparse = [*graph, "--graph-parameter", "p=0.02", "--largest-component"]
    code, out = run(capsys, words[0], *sparse, *words[1:])
    assert code == 0
    assert re.match(r"\d+ nodes outside the largest component left out", out.out)
