"""The store of cells: what was put is there, whatever happens to the process or the file."""

import json
import math
import os
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from graphdp_core.experiment import cells
from graphdp_core.experiment.cells import Cell, CellKey, CellStore, default_store_path
from graphdp_core.params import Refused

KEY = CellKey("graph", "EdgeFlip()", "Louvain()", 1.0, 0, 0, "code")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "cells.sqlite"


@pytest.mark.parametrize("on_disk", [False, True])
def test_a_graph_is_forgotten_without_a_trace_and_its_stragglers_are_not_taken(path, on_disk):
    store = CellStore(path) if on_disk else CellStore()
    other, mine = replace(KEY, graph="other"), replace(KEY, graph="fingerprint-of-mine")
    store.put({mine: Cell({"a": 1.0}), other: Cell({})})
    assert store.cells(mine.graph) == {mine: Cell({"a": 1.0})}
    store.forget(mine.graph)
    store.put({mine: Cell({"a": 1.0})})
    assert store.cells(mine.graph) == {}
    assert len(store) == 1
    if on_disk:
        files = [file for file in path.parent.iterdir() if not file.name.endswith("-shm")]
        assert not any(mine.graph.encode() in file.read_bytes() for file in files)
    store.welcome(mine.graph)
    store.put({mine: Cell({"a": 2.0})})
    assert store.cells(mine.graph) == {mine: Cell({"a": 2.0})}


@pytest.mark.parametrize("on_disk", [False, True])
def test_a_cell_comes_back_as_it_was_put(path, on_disk):
    store = CellStore(path) if on_disk else CellStore()
    values = {"third": 1 / 3, "nan": math.nan, "inf": -math.inf, "tiny": 5e-324}
    store.put({KEY: Cell(values), replace(KEY, epsilon=math.inf): Cell({}, "too small")})
    by_name = dict(store.get([KEY])[KEY].metrics)
    assert math.isnan(by_name.pop("nan"))
    assert by_name == {name: value for name, value in values.items() if name != "nan"}
    assert store.get([replace(KEY, epsilon=math.inf)])[replace(KEY, epsilon=math.inf)].refused
    assert len(store) == 2


@pytest.mark.parametrize("field", CellKey.__dataclass_fields__)
def test_every_part_of_a_key_tells_cells_apart(path, field):
    store = CellStore(path)
    store.put({KEY: Cell({"a": 1.0})})
    value = getattr(KEY, field)
    other = replace(KEY, **{field: value + "x" if isinstance(value, str) else value + 1})
    assert store.missing([other, KEY, other]) == [other]


def test_a_file_is_read_again_and_a_memory_is_forgotten(path):
    first = CellStore(path)
    first.put({KEY: Cell({"a": 1.0})})
    first.close()
    assert CellStore(path).get([KEY])
    assert not CellStore().get([KEY])


def test_a_memory_store_writes_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = CellStore()
    store.put({KEY: Cell({"a": 1.0})})
    assert list(tmp_path.iterdir()) == []


WRITER = """
    import sys
    from dataclasses import replace
    from graphdp_core.experiment.cells import Cell, CellKey, CellStore
    store = CellStore(sys.argv[1])
    first = int(sys.argv[2])
    for repeat in range(first, first + int(sys.argv[3])):
        store.put({CellKey("g", "m", "a", 1.0, 0, repeat, "c"): Cell({"x": float(repeat)})})
        print(repeat, flush=True)
"""


def writer(path, first, count):
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WRITER), str(path), str(first), str(count)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_nothing_finished_is_lost_when_the_process_is_killed(path):
    finished, moments = [], random.Random(0)
    for round_ in range(5):
        process = writer(path, first=10_000 * round_, count=10_000)
        finished += [int(process.stdout.readline())]
        time.sleep(moments.uniform(0.0, 0.05))
        process.kill()
        finished += [int(line) for line in process.stdout.read().split()]
        process.wait()
        process.stdout.close()
    store = CellStore(path)
    keys = [CellKey("g", "m", "a", 1.0, 0, repeat, "c") for repeat in finished]
    assert store.missing(keys) == []
    assert all(cell.metrics["x"] == key.repeat for key, cell in store.get(keys).items())
    assert store.notes == ()


def test_threads_share_a_store(path):
    store = CellStore(path)
    threads = [
        threading.Thread(
            target=lambda place=place: [
                store.put({replace(KEY, seed=place, repeat=r): Cell({"x": 1.0})}) for r in range(20)
            ]
        )
        for place in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store) == 80


@pytest.mark.parametrize("content", [b"this is no database at all, but a letter", b"\xff" * 9000])
def test_a_damaged_file_is_moved_aside_and_said(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    store = CellStore(path)
    store.put({KEY: Cell({"a": 1.0})})
    assert CellStore(path).get([KEY])
    aside = [file for file in path.parent.iterdir() if ".damaged-" in file.name]
    assert [file.read_bytes() for file in aside] == [content]
    assert "moved to" in store.notes[0]


def test_a_file_damaged_later_is_moved_aside_and_work_goes_on(path):
    store = CellStore(path)
    store.put({replace(KEY, repeat=r): Cell({"a": float(r)}) for r in range(3000)})
    store.close()
    content = bytearray(path.read_bytes())
    content[5000:] = os.urandom(len(content) - 5000)
    path.write_bytes(bytes(content))
    again = CellStore(path)
    keys = [replace(KEY, repeat=r) for r in range(3000)]
    again.get(keys)
    again.put({KEY: Cell({"a": 0.5})})
    assert again.notes
    assert CellStore(path).get([KEY])[KEY].metrics == {"a": 0.5}


def test_another_programs_file_is_left_alone(path):
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE thesis (words TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(Refused, match="another program"):
        CellStore(path)
    assert path.read_bytes() == before


def test_another_version_of_the_store_is_left_alone(path, monkeypatch):
    CellStore(path).close()
    monkeypatch.setattr(cells, "SCHEMA", cells.SCHEMA + 1)
    with pytest.raises(Refused, match="has version 1 of the store"):
        CellStore(path)


def test_where_the_disk_takes_nothing_cells_stay_in_memory(path):
    store = CellStore(path)
    store._database.execute("PRAGMA max_page_count = 3")  # a full disk, to sqlite
    many = {replace(KEY, repeat=r): Cell({"a": float(r)}) for r in range(2000)}
    store.put(many)
    assert store.missing(many) == []
    assert "in memory only" in store.notes[0]


def test_a_folder_that_cannot_be_made_leaves_a_memory(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = CellStore(tmp_path / "file" / "cells.sqlite")
    store.put({KEY: Cell({"a": 1.0})})
    assert store.get([KEY])
    assert "cannot be made" in store.notes[0]


def no_home():
    raise RuntimeError("Could not determine home directory.")


def test_the_usual_file_lies_in_the_cache_folder_unless_one_is_named(monkeypatch, tmp_path):
    monkeypatch.delenv("GRAPHDP_STORE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_store_path() == str(tmp_path / "graphdp" / "cells.sqlite")
    for named in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(named, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert default_store_path() == ":memory:"
    monkeypatch.setenv("GRAPHDP_STORE", ":memory:")
    assert CellStore(default_store_path())._database is None


def test_the_file_holds_text_and_numbers_only(path):
    store = CellStore(path)
    store.put({KEY: Cell({"a": 0.1})})
    row = store._database.execute("SELECT * FROM cells").fetchone()
    assert all(isinstance(value, str | int | float) for value in row)
    assert json.loads(row[-2]) == {"a": 0.1}
