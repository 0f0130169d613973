"""A run of the benchmark in brief, kept beside the code: means and spreads over its draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdp_core import stored
from graphdp_core.analyses.graph_queries import QUERIES
from graphdp_core.lab.benchmark.run import GRAPHS, METHODS, Benchmark

if TYPE_CHECKING:
    import pandas as pd


FILE = Path(__file__).parent / "stored" / "pgb.json"
DIGITS = 3
PLACE = ["graph", "method", "epsilon"]
COLUMNS = [*PLACE, "query", "error", "spread", "draws"]


@dataclass(frozen=True, eq=False)
class Kept:
    """A run, or several put together.

    Parameters
    ----------
    table : pandas.DataFrame
        A row for each graph, method, epsilon and query, in this order: mean error over so many
        draws, and its standard deviation; nan where the query is not defined.
    """

    table: pd.DataFrame
    refused: tuple[tuple[str, str, float, str], ...]
    date: str
    version: str
    machine: str

    @property
    def graphs(self) -> tuple[str, ...]:
        """Their names, each once."""
        return tuple(self.table["graph"].unique())

    @property
    def methods(self) -> tuple[str, ...]:
        """Their names in the order of the benchmark."""
        return tuple(sorted(self.table["method"].unique(), key=_rank(METHODS)))

    @property
    def epsilons(self) -> tuple[float, ...]:
        """Rising."""
        return tuple(sorted(self.table["epsilon"].unique().tolist()))

    @property
    def draws(self) -> pd.DataFrame:
        """How many graphs were drawn, in a row for each graph, method and epsilon."""
        return self.table.drop_duplicates(PLACE)[[*PLACE, "draws"]]


def summary(done: Benchmark, *, version: str) -> Kept:
    """Means and standard deviations of a run over its draws, rounded to three digits."""
    cells = done.table.groupby([*PLACE, "query"], sort=False)
    table = cells["error"].agg(error="mean", spread="std")
    table = table.map(lambda value: float(f"{value:.{DIGITS}g}"))
    table["draws"] = cells["draw"].nunique()
    return Kept(
        _in_order(table.reset_index()), done.refused, stored.today(), version, stored.machine()
    )


def keep(done: Benchmark, *, version: str, file: Path = FILE) -> Kept:
    """Put a run in the place of what was kept of the same graphs, methods and epsilons.

    The rest of what was kept stays, unless the benchmark no longer has its graph or method.
    """
    kept = summary(done, version=version)
    if file.is_file():
        kept = _with_older(kept, read(file=file))
    stored.keep(file, as_plain(kept))
    return kept


def read(*, file: Path = FILE) -> Kept:
    """What is kept."""
    absent = "nothing is kept of the benchmark: run 'graphdp benchmark pgb --keep'."
    return from_plain(stored.kept(file, absent=absent))


def as_plain(kept: Kept) -> dict[str, Any]:
    """As lists and numbers: a case is graph, method, epsilon, draws, means and spreads.

    Means and spreads are in the order of `queries`, None for nan.
    """
    cases = [
        [*place, int(case["draws"].iloc[0]), *(list(map(stored.plain, case[name]))
                                               for name in ("error", "spread"))]
        for place, case in kept.table.groupby(PLACE, sort=False)
    ]  # fmt: skip
    return {
        "cases": cases, "refused": [list(case) for case in kept.refused], "date": kept.date,
        "version": kept.version, "machine": kept.machine, "queries": list(QUERIES),
    }  # fmt: skip


def from_plain(plain: Mapping[str, Any]) -> Kept:
    """The inverse of :func:`as_plain`."""
    import pandas as pd

    rows = [
        (*place, query, stored.number(mean), stored.number(spread), draws)
        for *place, draws, means, spreads in plain["cases"]
        for query, mean, spread in zip(plain["queries"], means, spreads, strict=True)
    ]
    refused = tuple((graph, method, e, why) for graph, method, e, why in plain["refused"])
    about = (plain[name] for name in ("date", "version", "machine"))
    return Kept(pd.DataFrame(rows, columns=COLUMNS), refused, *about)


def is_private(method: str) -> bool:
    """Whether a method of the benchmark is proved to protect something; a strange one counts."""
    return method not in METHODS or METHODS[method].guarantee(1.0).protects


def _with_older(newer: Kept, older: Kept) -> Kept:
    import pandas as pd

    new = {*newer.draws[PLACE].itertuples(index=False, name=None)}
    new |= {place[:3] for place in newer.refused}

    def stays(graph: str, method: str, epsilon: float) -> bool:
        return (graph, method, epsilon) not in new and graph in GRAPHS and method in METHODS

    still = [stays(*place) for place in older.table[PLACE].itertuples(index=False, name=None)]
    refused = (*newer.refused, *(case for case in older.refused if stays(*case[:3])))
    table = _in_order(pd.concat([newer.table, older.table[still]]))
    return Kept(table, refused, newer.date, newer.version, newer.machine)


def _in_order(table: pd.DataFrame) -> pd.DataFrame:
    """Graphs, methods and queries as the benchmark has them, epsilon rising."""
    known: dict[str, Any] = {"graph": GRAPHS, "method": METHODS, "query": QUERIES}
    ordered = table.sort_values(
        [*PLACE, "query"], kind="stable", ignore_index=True,
        key=lambda column: column.map(_rank(known[column.name])) if column.name in known
        else column,
    )  # fmt: skip
    return ordered[COLUMNS]


def _rank(known: Mapping[str, Any]) -> Any:
    places = {name: place for place, name in enumerate(known)}
    return lambda name: places.get(name, len(places))
