"""Graphs too large to build: the numbers of the ordinary road, one charge, all or nothing."""

import signal
import subprocess
import sys
import zipfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from noise_laws import seeded_coins

import graphdp_core as gdp
from graphdp_core.cli.commands import main
from graphdp_core.estimates.asked import Given
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.surveys import group_edges, public_groups
from graphdp_core.mechanisms import dk_series
from graphdp_core.params import Refused
from graphdp_core.trust.drawn import draw
from graphdp_core.trust.estimated import estimate
from graphdp_core.trust.in_memory_release import OF_SUMS
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.publish import publish
from graphdp_core.trust.read_release import read_release
from graphdp_core.trust.verify import verify

ROOT = Path(__file__).parents[2]


@pytest.fixture
def graph():
    """Nodes by rising degree, in three groups."""
    made = gdp.generate("barabasi_albert", n=120, attach=3, seed=5)
    place = np.argsort(np.argsort(made.degrees, kind="stable"))
    labels = [f"group {node % 3}" for node in range(made.n)]
    return Graph.from_edges(made.n, place[made.edges], labels=labels)


@pytest.fixture
def sums(graph):
    """Of the graph, as an engine adds them up."""
    groups, names = public_groups(graph)
    table = group_edges(graph, groups, len(names))[np.triu_indices(len(names))]
    nodes_of = {degree: nodes for degree, nodes in enumerate(np.bincount(graph.degrees)) if nodes}
    return Aggregates(nodes_of, names, tuple(np.bincount(groups).tolist()), table)


def drawn(mechanism, data):
    """What the same coins draw."""
    return mechanism.publish(data, epsilon=Fraction(1), coins=seeded_coins(3)).released


def test_the_same_coins_give_the_numbers_of_the_ordinary_road(graph, sums, monkeypatch):
    noisy, count, series, mixing = OF_SUMS
    for mechanism in (count, mixing):
        one, other = drawn(mechanism, graph), drawn(mechanism, sums)
        assert (one.names, one.values.tolist()) == (other.names, other.values.tolist())
    assert np.sort(drawn(noisy, graph).values).tolist() == drawn(noisy, sums).values.tolist()
    paired = []
    monkeypatch.setattr(dk_series, "matched_stubs", lambda ends, *_, **__: paired.append(ends))
    monkeypatch.setattr(dk_series, "sorted_pair_ends", lambda *_: np.empty((0, 2), np.int32))
    drawn(series, graph)
    assert np.bincount(paired[0]).tolist() == drawn(series, sums).counts.tolist()


def released(sums, mechanism, folder, **given):
    """Publish into a folder with one ledger."""
    return publish(
        sums, mechanism, epsilon="1", to=folder / f"{mechanism.id}.zip",
        ledger=folder / "l.jsonl", groups_are_public=True, **given,
    )  # fmt: skip


def test_releases_are_charged_verified_read_again_and_estimated(sums, tmp_path):
    for mechanism in OF_SUMS:
        sealed = released(sums, mechanism, tmp_path)
        verify(sealed.path, ledger=tmp_path / "l.jsonl")
        given = read_release(sealed.path)
        for name, value in vars(sealed.released).items():
            assert np.array_equal(getattr(given.released, name), value), name
        assert given.certificate["names"] == "none: nodes are counted, and none is named"
        assert not any("nodes.csv" in name for name in zipfile.ZipFile(sealed.path).namelist())
        row = estimate(given, statistics=["edges"])["edges"]
        assert row.low - 60 < sums.m < row.high + 60, mechanism
    lines = [line for line in Ledger(tmp_path / "l.jsonl").lines if line.kind == "release"]
    assert len({line.facts["data"] for line in lines}) == 1, "it is one graph"
    assert sealed.spent.epsilon == 4


def test_smoothed_degrees_tell_ends_and_shares_of_nodes(sums):
    many = Aggregates({0: 9_000, 3: 60_000, 40: 20_000, 500: 1_000})
    true = {"degree 0": 0.1, "degree 2 to 3": 60 / 90, "degree 32 to 63": 20 / 90}
    for seed in range(3):
        made = OF_SUMS[2].publish(many, epsilon=Fraction(4), coins=seeded_coins(seed))
        given = Given(made.released, OF_SUMS[2], Fraction(4), facts=dict(made.facts))
        rows = estimate(given, level=0.6)
        assert rows["edges"].low <= many.m <= rows["edges"].high < 1.001 * many.m
        for row in rows:
            if row.statistic == "degree_shares" and row.is_known:
                assert row.low <= true.get(row.about, 1 / 90 * ("256" in row.about)) <= row.high
        assert rows["degree_shares degree 2 to 3"].is_known
    assert "it holds smoothed degrees alone" in estimate(given, statistics=["wedges"])["wedges"].why
    with pytest.raises(Refused, match="the release names no node"):
        estimate(given, nodes=["1"])


@pytest.mark.parametrize(
    ("mechanism", "given", "words"),
    [
        ("edge_flip", {}, "reads every tie, and this graph is too large to build: take noisy_deg"),
        ("private_count", {}, "triangles of so large a graph are not counted: set count to 'edges"),
        ("noisy_degrees", {"sequence": 0.5}, "sequence must be 0 for so large a graph"),
        ("dk_series", {"series": "2k_as_published"}, "cannot be published"),
    ],
)
def test_what_reads_every_tie_is_not_charged(sums, tmp_path, mechanism, given, words):
    with pytest.raises(Refused, match=words):
        released(sums, gdp.mechanism(mechanism, **given), tmp_path)
    with pytest.raises(Refused, match="names must be 'numbers' for so large a graph"):
        released(sums, gdp.mechanism("noisy_degrees"), tmp_path, names="public")
    assert [file.name for file in tmp_path.iterdir()] == ["l.jsonl.lock"]


def test_degrees_that_nobody_has_are_told_too():
    """Noise falls on every node: the released degrees go beyond those that occur."""
    values = drawn(OF_SUMS[0], Aggregates({4: 5_000})).values
    assert len(np.unique(values)) > 10


@pytest.fixture
def said(capsys, tmp_path, graph, monkeypatch):
    """Run a command on a file of ties in a folder of its own; its code, output and complaint."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "scratch").mkdir()
    pd.DataFrame(graph.edges, columns=["a", "b"]).to_parquet(tmp_path / "ties.parquet")
    people = {"node": range(graph.n), "group": np.array(graph.label_names)[graph.labels]}
    pd.DataFrame(people).to_csv(tmp_path / "people.csv", index=False)

    def run(*words):
        code = main([word.replace("@", f"{tmp_path}/") for word in words])
        return code, *capsys.readouterr()

    return run


RELEASE = (
    "release", "--file", "@ties.parquet", "--engine", "duckdb", "--groups", "@people.csv",
    "--epsilon", "2", "--ledger", "@l.jsonl", "--yes",
)  # fmt: skip


def test_the_command_releases_draws_and_verifies(said, graph, tmp_path):
    pytest.importorskip("duckdb", reason='needs duckdb: pip install "graphdp[large]"')
    words = (*RELEASE, "--mechanism", "group_mixing", "--to", "@m.zip")
    assert said(*words)[2].startswith("graphdp release: Group mixing names the groups")
    assert f"convert {tmp_path}/m.zip {tmp_path}/m.p" in said(*words, "--groups-are-public")[1]
    said_of_it = said("convert", "@m.zip", "@m.parquet")[1]
    assert "from the release alone, at no cost: it keeps the released ties within" in said_of_it
    assert "ties of" in said("verify", "@m.zip", "--graph", "@m.parquet")[1]
    assert "m.parquet holds a graph, not its release" in said("estimate", "@m.parquet")[2]
    made = read_release(tmp_path / "m.zip").released
    assert (made.groups, sum(made.sizes)) == (("group 0", "group 1", "group 2"), graph.n)
    code, out, _ = said(*RELEASE, "--mechanism", "dk_series", "--to", "@d.zip")
    assert (code, f"graphdp convert {tmp_path}/d.zip {tmp_path}/d.parquet" in out) == (0, True)
    assert out.startswith(f"{tmp_path}/ties.parquet: a row joins 'a' with 'b'.\n")
    assert said("convert", "@d.zip", "@d.parquet")[1].startswith(f"{tmp_path}/d.parquet: 120 nodes")
    assert "ties of" in said("verify", "@d.zip", "--ledger", "@l.jsonl", "--graph", "@d.parquet")[1]
    assert "is not the graph that" in said("verify", "@d.zip", "--graph", "@ties.parquet")[2]
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--mechanism", "noisy_degrees", "--target", "c"), "has no column 'c': it has 'a', 'b'"),
        (("--mechanism", "noisy_degrees", "--names", "public"), "neither named nor chosen"),
        (("--mechanism", "edge_flip"), "edgeFlip reads every tie"),
        ((), "--mechanism must be named: nothing was spent. So large a graph gives"),
        (("--mechanism", "dk_series", "--groups", ""), "without the list of all nodes (--groups)"),
    ],
)
def test_a_bad_word_is_one_sentence_and_charges_nothing(said, tmp_path, words, complaint):
    pytest.importorskip("duckdb", reason='needs duckdb: pip install "graphdp[large]"')
    code, _, err = said(*RELEASE, "--to", "@a.zip", *words)
    assert (code, err.count("\n")) == (2, 1)
    assert complaint in err
    assert not [*tmp_path.glob("l.jsonl"), *tmp_path.glob("*.zip")]


def test_without_the_extra_the_command_says_how_to_get_it(said, monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    _, _, err = said(*RELEASE, "--mechanism", "noisy_degrees", "--to", "@a.zip")
    assert err == 'graphdp release: this needs duckdb: pip install "graphdp[large]".\n'


def test_groups_of_a_small_file_are_read_too(said, tmp_path):
    words = [word for word in RELEASE if word not in ("--engine", "duckdb")]
    words += ["--mechanism", "group_mixing", "--groups-are-public", "--to", "@a.zip"]
    assert said(*words)[0] == 0
    assert read_release(tmp_path / "a.zip").released.sizes == (40, 40, 40)


KILLED = """
import functools, importlib, os, signal, sys
from graphdp_core.cli.commands import main
place, when, *words = sys.argv[1:]
module, *path, name = place.split(":")
holder = functools.reduce(getattr, path, importlib.import_module(module))
usual = getattr(holder, name)
def dies(*given, **named):
    if when == "after":
        usual(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(holder, name, dies)
main(words)
"""


def killed(*words):
    """Run a command until it is killed at a place."""
    typed = [sys.executable, "-c", KILLED, *words]
    done = subprocess.run(typed, cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


PUBLISH = "graphdp_core.trust.publish"
PLACES = [
    f"{PUBLISH}:Ledger:charge",
    "graphdp_core.intake.engines:DuckDB:keep",
    "graphdp_core.intake.engines:DuckDB:rows",
    f"{PUBLISH}:renumbered",
    f"{PUBLISH}:_Arriving:__enter__",
    f"{PUBLISH}:_Arriving:keep",
]


@pytest.mark.sample
@pytest.mark.parametrize("when", ["after", "before"])
@pytest.mark.parametrize("place", PLACES)
def test_a_kill_charges_nothing_twice_and_makes_no_release_free(said, tmp_path, place, when):
    pytest.importorskip("duckdb", reason='needs duckdb: pip install "graphdp[large]"')
    words = (*RELEASE, "--mechanism", "noisy_degrees", "--to", "@a.zip")
    typed = [word.replace("@", f"{tmp_path}/") for word in words]
    killed(place, when, *typed)

    def charged():
        return [line for line in Ledger(tmp_path / "l.jsonl").lines if line.kind == "release"]

    before, path = len(charged()), tmp_path / "a.zip"
    assert before <= 1
    is_there = path.exists()
    assert is_there <= before, "no complete release is free"
    if is_there:
        verify(path, ledger=tmp_path / "l.jsonl")
    for left in tmp_path.glob(".a.zip.*.part"):
        assert b"counted.csv" not in left.read_bytes()
    code, _, _ = said(*words)
    assert (code, len(charged()) - before) == ((2, 0) if is_there else (0, 1))
    verify(path, ledger=tmp_path / "l.jsonl")
    assert list((tmp_path / "scratch").iterdir()) == []


def test_a_draw_that_is_stopped_leaves_no_file_and_costs_nothing_anew(said, sums, tmp_path):
    sealed, plan = released(sums, OF_SUMS[2], tmp_path), "graphdp_core.trust.drawn:_Plan:blocks"
    killed(plan, "before", "convert", str(sealed.path), str(tmp_path / "d.parquet"))
    assert not (tmp_path / "d.parquet").exists()
    assert said("convert", "@dk_series.zip", "@d.parquet")[0] == 0
    assert len(Ledger(tmp_path / "l.jsonl").lines) == 2
    draw(read_release(sealed.path), tmp_path / "again.parquet")
    assert (tmp_path / "again.parquet").read_bytes() == (tmp_path / "d.parquet").read_bytes()
