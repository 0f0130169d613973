"""Sums over ties by an engine: those of the graph, from both engines; a sentence for bad files."""

import errno
import os
import shutil
import tempfile

import numpy as np
import pandas as pd
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.surveys import group_edges, public_groups
from graphdp_core.intake import engines
from graphdp_core.intake.engines import aggregates, is_large, large_tables
from graphdp_core.intake.files.graph_file import Limits
from graphdp_core.params import Refused

pytest.importorskip("duckdb", reason='needs duckdb: pip install "graphdp[large]"')

N = 40
GROUPS = [f"group {node % 3}" for node in range(N)]


@pytest.fixture(autouse=True)
def scratch(tmp_path, monkeypatch):
    """Where temporary files go; nothing is left there."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


def ties(kind=int):
    """Rows of ties in both directions, with repeats, loops and missing ends."""
    rng = np.random.default_rng(7)
    rows = [[kind(u), kind(v)] for u, v in rng.integers(0, N - 3, (150, 2)).tolist()]
    return [*rows, *[row[::-1] for row in rows[:40]], [kind(5), kind(5)]]


@pytest.fixture(params=[int, str])
def files(request, tmp_path):
    """Ties, nodes with groups, and the graph they are, of numbers and of text."""
    kind = request.param
    frame = pd.DataFrame(ties(kind), columns=["from", "to"])
    frame.to_parquet(tmp_path / "ties.parquet")
    people = pd.DataFrame({"node": map(kind, range(N)), "group": GROUPS})
    people.to_csv(tmp_path / "people.csv", index=False)
    people.to_parquet(tmp_path / "people.parquet")
    pairs = [(int(u), int(v)) for u, v in ties() if u != v]
    return tmp_path, Graph.from_edges(N, pairs, labels=GROUPS)


def same(sums, graph):
    """Whether all sums are those of the graph."""
    groups, names = public_groups(graph)
    table = group_edges(graph, groups, len(names))[np.triu_indices(len(names))]
    return (
        sums.degrees.tolist() == np.sort(graph.degrees).tolist()
        and (sums.n, sums.m, sums.groups) == (graph.n, graph.m, names)
        and sums.sizes == tuple(np.bincount(groups).tolist())
        and sums.between.tolist() == table.tolist()
    )


@pytest.mark.parametrize("people", ["people.csv", "people.parquet"])
def test_sums_are_those_of_the_graph(files, people):
    folder, graph = files
    sums = aggregates(folder / "ties.parquet", groups=folder / people, mixing=True)
    assert same(sums, graph)


def test_without_a_list_nodes_are_the_ends_of_ties(files):
    folder, graph = files
    sums = aggregates(folder / "ties.parquet")
    assert sums.degrees.tolist() == np.sort(graph.degrees[graph.degrees > 0]).tolist()
    assert aggregates(folder / "ties.parquet", groups=folder / "people.csv").groups == ()


def test_sums_are_kept_for_their_owner_until_a_file_is_another_one(files, monkeypatch):
    folder, graph = files
    monkeypatch.delenv("GRAPHDP_STORE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    given = {"groups": folder / "people.csv", "mixing": True}
    assert same(aggregates(folder / "ties.parquet", **given), graph)
    (kept,) = (folder / "cache" / "graphdp" / "sums").iterdir()
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    with monkeypatch.context() as no_engine:
        no_engine.setattr(engines, "DuckDB", None)
        assert same(aggregates(folder / "ties.parquet", **given), graph)
        kept.write_text(kept.read_text()[:-9] + "[9]" + kept.read_text()[-6:])
        with pytest.raises(TypeError):
            aggregates(folder / "ties.parquet", **given)
    pd.read_parquet(folder / "ties.parquet")[:-60].to_parquet(folder / "ties.parquet")
    assert aggregates(folder / "ties.parquet", **given).m < graph.m
    assert aggregates(folder / "ties.parquet").chosen == engines.WITH_TIES
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "ties.parquet"))
    assert aggregates(folder / "ties.parquet", **given).m < graph.m


@pytest.mark.filterwarnings("ignore")
def test_spark_gives_the_same_sums(files):
    pytest.importorskip("pyspark", reason='needs pyspark: pip install "graphdp[spark]"')
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("needs Java")
    from pyspark.sql import SparkSession

    told = SparkSession.builder.master("local[2]").config("spark.sql.shuffle.partitions", 2)
    told.config("spark.ui.enabled", "false").getOrCreate()
    folder, graph = files
    given = {"groups": folder / "people.csv", "mixing": True}
    sums = aggregates(folder / "ties.parquet", engine="spark", **given)
    assert same(sums, graph)
    assert sums.fingerprint == aggregates(folder / "ties.parquet", **given).fingerprint


def test_a_folder_is_one_table_whatever_the_order_of_its_columns(files):
    folder, graph = files
    parts = folder / "parts"
    (parts / "day=1").mkdir(parents=True)
    frame = pd.read_parquet(folder / "ties.parquet").rename(columns={"to": 'the "other"'})
    frame[:70].to_parquet(parts / "a.parquet")
    frame[70:][['the "other"', "from"]].to_parquet(parts / "day=1" / "b.parquet")
    (parts / "_temporary.parquet").write_bytes(b"not yet")
    given = {"target": 'the "other"', "groups": folder / "people.csv", "mixing": True}
    assert same(aggregates(parts, source="from", **given), graph)
    assert same(aggregates(folder / "ties.parquet", source=2, **given | {"target": 1}), graph)
    assert large_tables(folder) == [parts]


def bad(folder, **columns):
    """A file of ties with these columns."""
    path = folder / "bad.parquet"
    pd.DataFrame(columns).to_parquet(path)
    return path


def test_bad_ties_get_one_sentence_each(tmp_path):
    for name in ("empty", "parts"):
        (tmp_path / name).mkdir()
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and no more")
    bad(tmp_path, a=["x"], b=["y"]).rename(tmp_path / "parts" / "b.parquet")
    bad(tmp_path, a=[1], b=[2]).rename(tmp_path / "parts" / "a.parquet")
    bad(tmp_path, a=[1], b=["x"]).rename(tmp_path / "mixed.parquet")
    bad(tmp_path, a=[1.5], b=[2.5]).rename(tmp_path / "real.parquet")
    bad(tmp_path, a=[1], b=[2])
    cases = [
        ("bad.parquet", {"target": "to"}, r"bad\.parquet has no column 'to': it has 'a', 'b'\."),
        ("bad.parquet", {"source": 3}, "has no column 3"),
        ("empty", {}, "the folder empty holds no Parquet file"),
        ("broken.parquet", {}, "damaged or no Parquet file"),
        ("mixed.parquet", {}, "ends are of two types, whole numbers and text"),
        ("parts", {}, "ends are of two types, whole numbers and text"),
        ("real.parquet", {}, "nodes must be whole numbers or text, and column 'a' holds double"),
    ]
    for name, given, words in cases:
        with pytest.raises(Refused, match=words):
            aggregates(tmp_path / name, **given)
    with pytest.raises(FileNotFoundError):
        aggregates(tmp_path / "none.parquet")


@pytest.mark.parametrize(
    ("nodes", "groups", "words"),
    [
        ([1, 2], ["x", "y"], "misses 1 nodes that have ties: list all nodes there"),
        ([1, 2, 3, 3], ["x", "y", "x", "y"], "puts a node in two groups"),
        ([1, 2, 3], ["x", "y", None], "misses 1 nodes"),
        (["1", "2", "three"], ["x", "y", "x"], "DuckDB stopped: Conversion Error"),
        (range(1, 201), [f"g{k}" for k in range(200)], "at most 100 public groups, got 200"),
    ],
)
def test_groups_that_do_not_fit_are_refused(tmp_path, nodes, groups, words):
    path = bad(tmp_path, a=[1, 2], b=[2, 3])
    pd.DataFrame({"node": nodes, "group": groups}).to_csv(tmp_path / "g.csv", index=False)
    with pytest.raises(Refused, match=words):
        aggregates(path, groups=tmp_path / "g.csv", mixing=True)


def test_memory_that_is_too_small_is_one_sentence(tmp_path):
    rng = np.random.default_rng(0)
    path = bad(tmp_path, a=rng.integers(0, 10**6, 10**6), b=rng.integers(0, 10**6, 10**6))
    with pytest.raises(Refused, match=r"the memory or the disk of DuckDB is too small.*TMPDIR"):
        aggregates(path, memory="1MB")


def test_a_disk_that_fills_is_said_and_leaves_nothing(files, monkeypatch):
    def full(self, name, query):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(engines.DuckDB, "keep", full)
    with pytest.raises(OSError, match="No space left"):
        aggregates(files[0] / "ties.parquet")


def test_what_a_killed_program_left_is_taken_away_and_nothing_else(files, scratch):
    dead, alive = f"{engines._SCRATCH}999999999-x", f"{engines._SCRATCH}{os.getpid()}-x"
    (scratch / dead).mkdir()
    (scratch / dead / "pairs.db").write_bytes(b"secret")
    (scratch / alive).mkdir()
    aggregates(files[0] / "ties.parquet")
    assert [path.name for path in scratch.iterdir()] == [alive]
    (scratch / alive).rmdir()


def test_only_folders_and_large_parquet_files_are_large(files, monkeypatch):
    path = files[0] / "ties.parquet"
    assert not is_large(path)
    monkeypatch.setattr(engines, "Limits", lambda: Limits(edges=10))
    assert is_large(path)
    path.write_bytes(b"no table")
    assert not is_large(path), "the ordinary door says what it is"
