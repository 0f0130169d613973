"""Publications that meet a full disk, a changed ledger or another writer: all or nothing."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.publish import publish
from graphdp_core.trust.verify import verify

resource = pytest.importorskip("resource", reason="needs limits of file sizes")
ROOT = Path(__file__).parents[2]
PATH = Graph.from_edges(6, [(k, k + 1) for k in range(5)])


def release(folder, name="a.zip", *, epsilon="0.5"):
    """Publish into a folder with one ledger."""
    return publish(
        PATH, gdp.mechanism("edge_flip"), epsilon=epsilon, to=folder / name,
        ledger=folder / "people.jsonl",
    )  # fmt: skip


def spent(folder) -> Fraction:
    """What the ledger says, read anew."""
    outcome = Ledger(folder / "people.jsonl").spent()
    return outcome["edge", "1"].epsilon if outcome else Fraction(0)


class FullDisk:
    """Files of this process grow to a size and no further: the system cuts the write short."""

    def __init__(self, size):
        self.size = size

    def __enter__(self):
        self.before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.size, self.before[1]))

    def __exit__(self, *_):
        resource.setrlimit(resource.RLIMIT_FSIZE, self.before)


@pytest.mark.parametrize("size", [10, 3_000])
def test_a_disk_that_is_full_in_the_middle_of_the_zip_leaves_nothing(tmp_path, size):
    with FullDisk(size), pytest.raises(OSError, match=r"large\. Nothing was released or spent"):
        release(tmp_path)
    assert [path.name for path in tmp_path.iterdir() if "zip" in path.name] == []
    assert spent(tmp_path) == 0
    release(tmp_path)
    assert spent(tmp_path) == Fraction("0.5")


@pytest.mark.parametrize("room", [0, 1, 200, 500])
def test_a_disk_that_is_full_in_the_middle_of_a_ledger_line_charges_nothing(tmp_path, room):
    book = Ledger(tmp_path / "people.jsonl")
    while not book.path.exists() or book.path.stat().st_size < 12_000:  # more than a zip has
        book.cap(NeighbouringRelation.EDGE, Fraction(1))
    before = book.path.read_bytes()
    full = pytest.raises(OSError, match=r"large\. Nothing was released or spent")
    with FullDisk(len(before) + room), full:
        release(tmp_path)
    assert book.path.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if "zip" in path.name] == []
    sealed = release(tmp_path)
    assert verify(sealed.path, ledger=book.path).certificate["ledger"]["line"] == sealed.line
    assert spent(tmp_path) == Fraction("0.5")


def test_a_zip_that_gets_no_name_is_charged_and_the_ledger_says_which(tmp_path, monkeypatch):
    def fails(*_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match=r"Input/output error\. Line 2 of the ledger has charged it"):
        release(tmp_path)
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir() if "zip" in path.name] == []
    (line,) = [line for line in Ledger(tmp_path / "people.jsonl").lines if line.kind == "release"]
    assert line.facts["epsilon"] == "0.5"
    sealed = release(tmp_path)
    with pytest.raises(Refused, match="no line for this release"):
        verify(sealed.path, ledger=rewritten(tmp_path, line.number + 1))
    assert spent(tmp_path) == 1


DIES = """
import os, sys
from pathlib import Path
from tests.trust import test_interrupted_publications as here
here.Ledger.charge = lambda self, facts: os._exit(9)
here.release(Path(sys.argv[1]))
"""


def test_a_process_that_dies_before_the_charge_leaves_no_release(tmp_path):
    """Killed where the ledger is about to be charged: what lies there tells nothing."""
    done = subprocess.run([sys.executable, "-c", DIES, str(tmp_path)], cwd=ROOT, check=False)
    assert done.returncode == 9
    assert spent(tmp_path) == 0
    (left,) = tmp_path.glob(".a.zip.*.part")
    with pytest.raises(Refused):
        verify(left)
    assert b"edges.csv" not in left.read_bytes()
    os.utime(left, (0, 0))
    release(tmp_path)
    assert not left.exists(), "the next release removes what a crash left"


def rewritten(folder, lines):
    """The ledger without its last lines."""
    rows = (folder / "people.jsonl").read_bytes().splitlines(keepends=True)
    path = folder / "shorter.jsonl"
    path.write_bytes(b"".join(rows[: lines - 1]))
    return path


def at_once(publishing, names):
    """The one publication that is made of several at once, and the words to the others."""

    def one(name):
        try:
            return publishing(name)
        except Refused as refused:
            return str(refused)

    with ThreadPoolExecutor(len(names)) as threads:
        answers = list(threads.map(one, names))
    (made,) = [answer for answer in answers if not isinstance(answer, str)]
    return made, [answer for answer in answers if isinstance(answer, str)]


def test_of_four_at_once_a_cap_lets_one_through(tmp_path):
    Ledger(tmp_path / "people.jsonl").cap(NeighbouringRelation.EDGE, Fraction(1))

    names = [f"{k}.zip" for k in range(4)]
    made, refusals = at_once(lambda name: release(tmp_path, name, epsilon="0.6"), names)
    assert all("0.4 of 1" in text for text in refusals)
    assert [path.name for path in tmp_path.glob("*.zip")] == [made.path.name]
    assert spent(tmp_path) == Fraction("0.6")


def test_of_four_at_once_to_one_file_one_is_made(tmp_path):
    made, refusals = at_once(lambda name: release(tmp_path, name), ["a.zip"] * 4)
    assert all("exists already" in text for text in refusals)
    verify(made.path, ledger=tmp_path / "people.jsonl")
    assert spent(tmp_path) == Fraction("0.5")


@pytest.mark.parametrize(
    ("field", "value"), [("epsilon", "0.1"), ("radius", "2"), ("kind", "note"), ("data", "")]
)
def test_a_ledger_changed_by_hand_stops_the_next_release_and_says_where(tmp_path, field, value):
    release(tmp_path)
    path = tmp_path / "people.jsonl"
    rows = path.read_text().splitlines()
    rows[1] = json.dumps({**json.loads(rows[1]), field: value}, sort_keys=True)
    path.write_text("\n".join(rows) + "\n")
    with pytest.raises(Refused, match="line 2 was changed after it was written"):
        release(tmp_path, "b.zip")
    assert not (tmp_path / "b.zip").exists()
    assert path.read_text().splitlines() == rows
