"""Sums over a table of ties that is too large to read, by an engine: DuckDB, or Spark.

Every statement is SQL that both take, and each engine gives the same whole numbers. Noise is never
drawn in SQL.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from socket import gethostname
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

import numpy as np

from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.surveys import MOST_GROUPS
from graphdp_core.intake.files.graph_file import Limits, listed
from graphdp_core.intake.files.reading import Role
from graphdp_core.params import Refused
from graphdp_core.user_folder import user_folder

PARQUET = (".parquet", ".pq")
WHOLE, TEXT = "whole numbers", "text"
MEMORY = "1GB"  # that DuckDB takes before it writes to the disk
_SCRATCH = f"graphdp-{gethostname()}-"
WITH_TIES = "the table that have a tie"

PAIRS = "SELECT DISTINCT least({a}, {b}) AS u, greatest({a}, {b}) AS v FROM files WHERE {a} <> {b}"
PEOPLE = (
    "SELECT DISTINCT CAST({0} AS {type}) AS node, CAST({1} AS STRING) AS label FROM listed "
    "WHERE {0} IS NOT NULL AND {1} IS NOT NULL"
)
ENDS = "SELECT u AS node FROM pairs UNION ALL SELECT v FROM pairs"
LISTED = f"{ENDS} UNION ALL SELECT node FROM people"  # each once more than it has ties
TIMES = (
    "SELECT times, count(*) FROM (SELECT node, count(*) AS times FROM ({}) AS ends "
    "GROUP BY node) AS nodes GROUP BY times"
)
BETWEEN = (
    "SELECT one.label, other.label, count(*) FROM pairs JOIN people AS one ON one.node = u "
    "JOIN people AS other ON other.node = v GROUP BY one.label, other.label"
)
SIZES = "SELECT label, count(*) FROM people GROUP BY label"
TWICE = "SELECT count(*) - count(DISTINCT node) FROM people"


class Engine(ABC):
    """What reads tables, and adds up. Only whole numbers leave it.

    `quote` stands around the name of a column; `errors` are what it raises.
    """

    quote = '"'
    errors: tuple[type[Exception], ...] = ()

    @abstractmethod
    def read(self, name: str, files: Sequence[str]) -> None:
        """Give these Parquet files, or one CSV file of text with a header, a name."""

    @abstractmethod
    def keep(self, name: str, query: str) -> None:
        """Give what a query finds a name."""

    @abstractmethod
    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query finds."""

    def close(self) -> None:
        """Give memory and files back."""

    @contextmanager
    def told(self) -> Iterator[None]:
        """Say what the engine says in one sentence, where it stops."""
        try:
            yield
        except self.errors as error:
            raise _stopped(type(self).__name__, str(error)) from None


class DuckDB(Engine):
    """Inside this process, with a bounded memory; what does not fit goes to a folder.

    Parameters
    ----------
    folder : Path
        As private as the graph.
    memory : str
        The most that it takes, such as "1GB".
    """

    def __init__(self, folder: Path, memory: str = MEMORY) -> None:
        try:
            import duckdb
        except ImportError:
            why = 'this needs duckdb: pip install "graphdp[large]"'
            raise ModuleNotFoundError(why, name="duckdb") from None
        self.errors = (duckdb.Error,)
        asked = {"memory_limit": memory, "temp_directory": str(folder)}
        with self.told():
            self._database = duckdb.connect(
                str(folder / "pairs.db"), config=asked | {"preserve_insertion_order": False}
            )

    def read(self, name: str, files: Sequence[str]) -> None:
        """Columns of further files are found by their names."""
        if files[0].lower().endswith(PARQUET):
            table = self._database.read_parquet(list(files), hive_partitioning=False)
        else:
            table = self._database.read_csv(files[0], header=True, all_varchar=True, sep=",")
        table.create_view(name)

    def keep(self, name: str, query: str) -> None:
        """In the folder."""
        self._database.execute(f"CREATE TABLE {name} AS {query}")

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """All at once."""
        return self._database.execute(query).fetchall()

    def close(self) -> None:
        """The folder can go now."""
        self._database.close()


class Spark(Engine):
    """The session that runs, or a new one as the settings of Spark say."""

    quote = "`"

    def __init__(self) -> None:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession

        self.errors = (PySparkException, Py4JError)
        with self.told():
            self._session = SparkSession.builder.getOrCreate()

    def read(self, name: str, files: Sequence[str]) -> None:
        """Columns of further files are found by their names."""
        if files[0].lower().endswith(PARQUET):
            table = self._session.read.parquet(*files)
        else:
            table = self._session.read.csv(files[0], header=True)
        table.createOrReplaceTempView(name)

    def keep(self, name: str, query: str) -> None:
        """As a query: what is asked of it is computed anew."""
        self._session.sql(query).createOrReplaceTempView(name)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """All at once."""
        return [tuple(row) for row in self._session.sql(query).collect()]


ENGINES = ("duckdb", "spark")


def aggregates(
    path: str | Path,
    *,
    source: Role | None = None,
    target: Role | None = None,
    groups: str | Path | None = None,
    mixing: bool = False,
    engine: str = "duckdb",
    memory: str = MEMORY,
) -> Aggregates:
    """The sums of a graph whose ties stand in Parquet files.

    Ends are whole numbers or text. A tie has no direction and counts once; a row whose ends are the
    same, or of which one is missing, is none.

    Parameters
    ----------
    path : str or Path
        A Parquet file, or a folder that holds some.
    source, target : str or int, optional
        The columns of the ends, by name or by number from 1; the first and the second if absent.
    groups : str or Path, optional
        A Parquet or CSV file of all nodes, which is public: each with its group, in the first two
        columns. Nodes without ties are nodes as well. Without it, nodes are those that have a tie,
        which a release says.
    mixing : bool
        Whether ties are counted by group, too.
    engine : {"duckdb", "spark"}
    memory : str
        The most that DuckDB takes, such as "1GB".

    Raises
    ------
    Refused
        If a column is missing, ends are of two types, the groups do not fit, or the engine stops.
        Nothing is left on the disk.

    Notes
    -----
    *Privacy*: the sums are as private as the graph, and so are the files that the engine writes to
    the folder of temporary files while it works. The sums are kept in the user's cache folder,
    which nobody else reads, and taken from there while no file is another one.
    """
    ties = _Table(path, "ties", (source, target))
    people = None if groups is None else _Table(groups, "groups", (None, None))
    kept = _Kept([ties] if people is None else [ties, people], mixing=mixing)
    if (sums := kept.read()) is not None:
        return sums
    with _scratch() as folder:
        runs = DuckDB(folder, memory) if engine == "duckdb" else Spark()
        with closing(runs), runs.told():
            a, b = (f"CAST({column} AS {ties.type})" for column in ties.columns(runs.quote))
            runs.read("files", ties.files)
            runs.keep("pairs", PAIRS.format(a=a, b=b))
            if people is None:
                sums = Aggregates(dict(runs.rows(TIMES.format(ENDS))), chosen=WITH_TIES)
            else:
                sums = _with_groups(runs, people, ties, mixing=mixing)
    kept.write(sums)
    return sums


class _Kept:
    """The sums of files, in the user's cache folder: one file for each question, none if damaged.

    Where measurements are kept in memory alone, nothing is kept.
    """

    def __init__(self, tables: Sequence[_Table], *, mixing: bool) -> None:
        paths = [Path(file).resolve() for table in tables for file in table.files]
        asked = repr((mixing, paths, [table.columns('"') for table in tables]))
        self._state = [[path.stat().st_size, path.stat().st_mtime_ns] for path in paths]
        folder = None if os.environ.get("GRAPHDP_STORE") == ":memory:" else user_folder()
        self._file = (folder or Path(os.devnull)) / "sums" / _digest(asked)

    def read(self) -> Aggregates | None:
        """The sums, if the files are as they were."""
        try:
            check, text = self._file.read_text(encoding="ascii").split("\n")
            state, nodes_of, groups, sizes, between, chosen = json.loads(text)
        except (OSError, ValueError):
            return None
        if (check, state) != (_digest(text), self._state):
            return None
        between = np.array(between, dtype=np.int64)
        return Aggregates(dict(nodes_of), tuple(groups), tuple(sizes), between, chosen)

    def write(self, sums: Aggregates) -> None:
        """Keep them, readable for their owner alone, where there is a place."""
        nodes_of, between = list(sums.nodes_of.items()), sums.between.tolist()
        told = [self._state, nodes_of, sums.groups, sums.sizes, between, sums.chosen]
        text, options = json.dumps(told), os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(os.open(self._file, options, 0o600), "w", encoding="ascii") as stream:
                stream.write(f"{_digest(text)}\n{text}")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def is_large(path: str | Path) -> bool:
    """Whether a file of ties is more than is read into memory: a folder, or a large Parquet file.

    Examples
    --------
    >>> is_large("."), is_large("edges.csv")
    (True, False)
    """
    path, limits = Path(path), Limits()
    if path.is_dir():
        return True
    if path.suffix.lower() not in PARQUET or not path.exists():
        return False
    import pyarrow as pa
    from pyarrow import parquet

    try:
        rows = parquet.read_metadata(path).num_rows
    except (pa.ArrowException, OSError, ValueError):
        return False  # whoever reads it says what it is
    return rows > limits.edges or path.stat().st_size > limits.bytes


def end_columns(path: str | Path, source: Role | None, target: Role | None) -> list[str]:
    """The names of the columns in which the ends of the ties stand, in quotation marks."""
    return _Table(path, "ties", (source, target)).columns("'")


def large_tables(folder: Path) -> list[Path]:
    """What lies in a folder and is large: Parquet files, and folders that hold some."""
    return [
        path for path in sorted(folder.iterdir())
        if is_large(path) and (path.is_file() or any(path.glob("*.parquet")))
    ]  # fmt: skip


def large_lists(path: Path) -> list[Path]:
    """What beside a table of ties may be the list of its nodes."""
    beside = (file for file in sorted(path.parent.iterdir()) if file != path and file.is_file())
    return [file for file in beside if file.suffix.lower() in (*PARQUET, ".csv")]


class _Table:
    """The files of a table and two of its columns, found in what the files say of themselves."""

    def __init__(self, path: str | Path, what: str, columns: Sequence[Role | None]) -> None:
        self.name = Path(path).name
        self.files = _files(Path(path))
        self._columns: tuple[str, ...] = ()
        self.kind = TEXT
        if not self.files[0].lower().endswith(PARQUET):
            with open(self.files[0], encoding="utf-8-sig", newline="") as stream:
                head = next(csv.reader(stream), [])
            self._columns = tuple(self._column(head, columns, place) for place in (0, 1))
            return
        kinds = [self._kinds(file, columns, both=what == "ties") for file in self.files]
        self.kind = kinds[0]
        if other := next((kind for kind in kinds if kind != self.kind), None):
            raise self._two_types(self.kind, other)

    @property
    def type(self) -> str:
        """Of nodes in SQL: whole numbers all of one length."""
        return "BIGINT" if self.kind == WHOLE else "STRING"

    def columns(self, quote: str) -> list[str]:
        """Both in SQL."""
        return [f"{quote}{name.replace(quote, 2 * quote)}{quote}" for name in self._columns]

    def _kinds(self, file: str, columns: Sequence[Role | None], *, both: bool) -> str:
        import pyarrow as pa
        from pyarrow import parquet

        try:
            schema = parquet.read_schema(file)
        except (pa.ArrowException, ValueError):
            raise Refused(f"{Path(file).name} is damaged or no Parquet file: check it.") from None
        self._columns = tuple(self._column(schema.names, columns, place) for place in (0, 1))
        found = [_kind(schema.field(name).type) for name in self._columns]
        if both and found[0] != found[1]:
            raise self._two_types(*found)
        if found[0] not in (WHOLE, TEXT):
            raise Refused(
                f"{self.name}: nodes must be whole numbers or text, and column "
                f"{self._columns[0]!r} holds {found[0]}."
            )
        return found[0]

    def _column(self, names: Sequence[str], columns: Sequence[Role | None], place: int) -> str:
        wanted = columns[place]
        number = place + 1 if wanted is None else wanted
        if isinstance(number, int) and 1 <= number <= len(names):
            return str(names[number - 1])
        if number in names:
            return str(number)
        raise Refused(f"{self.name} has no column {number!r}: it has {listed(list(names), 8)}.")

    def _two_types(self, one: str, other: str) -> Refused:
        return Refused(
            f"{self.name}: ends are of two types, {one} and {other}: make all of them the same."
        )


def _kind(kind: Any) -> str:
    from pyarrow import types

    plain = kind.value_type if types.is_dictionary(kind) else kind
    if types.is_integer(plain):
        return WHOLE
    if types.is_string(plain) or types.is_large_string(plain) or types.is_string_view(plain):
        return TEXT
    return str(kind)


def _files(path: Path) -> list[str]:
    """The files themselves, or those of a folder, without what programs hide there."""
    if not path.is_dir():
        with open(path, "rb"):
            return [str(path)]
    found = sorted(
        str(file)
        for file in path.rglob("*")
        if file.suffix.lower() in PARQUET
        and not any(part.startswith((".", "_")) for part in file.relative_to(path).parts)
    )
    if not found:
        raise Refused(f"the folder {path.name} holds no Parquet file: check the path.")
    return found


def _with_groups(runs: Engine, table: _Table, ties: _Table, *, mixing: bool) -> Aggregates:
    """The sums, where nodes and their groups are listed."""
    runs.read("listed", table.files)
    runs.keep("people", PEOPLE.format(*table.columns(runs.quote), type=ties.type))
    if runs.rows(TWICE)[0][0]:
        raise Refused(f"{table.name} puts a node in two groups: give each node one.")
    sized = sorted((str(name), int(nodes)) for name, nodes in runs.rows(SIZES))
    nodes_of = {times - 1: nodes for times, nodes in runs.rows(TIMES.format(LISTED))}
    missed = sum(nodes_of.values()) - sum(nodes for _, nodes in sized)
    if missed:
        raise Refused(f"{table.name} misses {missed:,} nodes that have ties: list all nodes there.")
    if not mixing:
        return Aggregates(nodes_of)
    if len(sized) > MOST_GROUPS:
        raise Refused(f"there may be at most {MOST_GROUPS} public groups, got {len(sized):,}.")
    place = {name: number for number, (name, _) in enumerate(sized)}
    counted = np.zeros((len(place), len(place)), dtype=np.int64)
    for one, other, number in runs.rows(BETWEEN):
        low, high = sorted((place[one], place[other]))
        counted[low, high] += number
    groups, sizes = zip(*sized, strict=True) if sized else ((), ())
    return Aggregates(nodes_of, groups, sizes, counted[np.triu_indices(len(place))])


def _stopped(engine: str, why: str) -> Refused:
    """What an engine says, in one sentence."""
    said = why.strip().split("\n")[0].rstrip(".")
    if "Out of Memory" in why or "OutOfMemory" in why:
        return Refused(
            f"the memory or the disk of {engine} is too small for these ties: nothing was released "
            f"or spent. Make room, and name a larger folder in TMPDIR. It said: {said}."
        )
    return Refused(f"{engine} stopped: {said}. Nothing was released or spent.")


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder of one's own; those of programs that were killed are taken away."""
    for left in Path(gettempdir()).glob(f"{_SCRATCH}*"):
        if not _runs(left.name.removeprefix(_SCRATCH).partition("-")[0]):
            shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=f"{_SCRATCH}{os.getpid()}-") as folder:
        yield Path(folder)


def _runs(process: str) -> bool:
    if os.name != "posix" or not process.isdigit():
        return True
    try:
        with suppress(PermissionError):
            os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    return True
