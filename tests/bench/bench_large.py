"""Time and memory of releases and draws of 10^6 and 10^7 ties, each step in a process of its own.

10^8 as well: python -m tests.bench.bench_large 100000000 FOLDER. The ties are made there by DuckDB
itself, with a long tail of degrees: a node to ten ties, and ten public groups.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.intake.engines import aggregates
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.trust.drawn import check_drawn, draw
from graphdp_core.trust.estimated import estimate
from graphdp_core.trust.in_memory_release import OF_SUMS
from graphdp_core.trust.publish import publish
from graphdp_core.trust.read_release import read_release
from graphdp_core.trust.verify import verify

duckdb = pytest.importorskip("duckdb", reason='needs duckdb: pip install "graphdp[large]"')

WHOLE = "18446744073709551616.0"
TIES = (
    "COPY (SELECT CAST({n} * pow(hash(i) / {whole}, 3) AS BIGINT) AS source, "
    "CAST({n} * (hash(i + {m}) / {whole}) AS BIGINT) AS target FROM range({m}) AS t(i)) "
    "TO '{path}' (FORMAT parquet)"
)
PEOPLE = (
    "COPY (SELECT i AS node, 'group ' || CAST(i * 7919 % 10 AS VARCHAR) AS label "
    "FROM range({n} + 1) AS t(i)) TO '{path}' (FORMAT parquet)"
)


def made(folder: Path) -> None:
    """As many ties as the folder says, repeats and loops among them, and the list of nodes."""
    m = int(folder.name)
    for query, name in ((TIES, "ties"), (PEOPLE, "people")):
        path = folder / f"{name}.parquet"
        duckdb.execute(query.format(m=m, n=m // 10, whole=WHOLE, path=path))


def released(folder: Path) -> None:
    """Degrees, mixing and counts: added up once, three zips that are verified."""
    sums = aggregates(folder / "ties.parquet", groups=folder / "people.parquet", mixing=True)
    for mechanism in OF_SUMS:
        if mechanism.id != "dk_series":
            one(sums, mechanism, folder)


def published(folder: Path) -> None:
    """The degrees that a graph is drawn from."""
    one(aggregates(folder / "ties.parquet"), OF_SUMS[2], folder)


def one(sums: Aggregates, mechanism: Mechanism, folder: Path) -> None:
    """A release, verified and read."""
    path, ledger = folder / f"{mechanism.id}.zip", folder / "ledger.jsonl"
    publish(sums, mechanism, epsilon="1", to=path, ledger=ledger, groups_are_public=True)
    verify(path, ledger=ledger)
    read_release(path)


def drawn(folder: Path) -> None:
    """The graph."""
    print(draw(read_release(folder / "dk_series.zip"), folder / "drawn.parquet"), end=" ")


def grouped(folder: Path) -> None:
    """The graph of the groups, drawn and checked."""
    given, path = read_release(folder / "group_mixing.zip"), folder / "grouped.parquet"
    print(draw(given, path), check_drawn(given, path), end=" ")


def estimated(folder: Path) -> None:
    """What the zips say."""
    for mechanism in OF_SUMS:
        print(len(estimate(folder / f"{mechanism.id}.zip")), end=" ")


def checked(folder: Path) -> None:
    """The same graph drawn anew, beside the file."""
    check_drawn(read_release(folder / "dk_series.zip"), folder / "drawn.parquet")


def told(work: Callable[[Path], None], folder: Path) -> None:
    """What one step takes, in a child of its own."""
    start, child = time.perf_counter(), os.fork()
    if child == 0:
        work(folder)
        sys.stdout.flush()
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    assert status == 0
    wall, processor = time.perf_counter() - start, used.ru_utime + used.ru_stime
    memory = used.ru_maxrss * 1024 / 1e9
    print(f"{work.__name__}: {wall:.0f} s, {processor:.0f} s of processor, {memory:.2f} GB")
    assert memory < 2.0


def steps(m: int, place: Path) -> None:
    """All of them, of so many ties."""
    os.environ["GRAPHDP_STORE"] = ":memory:"  # every step adds the table up anew
    (place / str(m)).mkdir(parents=True)
    for step in (made, released, published, drawn, checked, grouped, estimated):
        told(step, place / str(m))


@pytest.mark.parametrize("m", [10**6, 10**7])
def test_memory_stays_below_2_gb(tmp_path: Path, m: int) -> None:
    steps(m, tmp_path)


if __name__ == "__main__":
    steps(int(sys.argv[1]), Path(sys.argv[2]))
