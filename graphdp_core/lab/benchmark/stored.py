"""A run of the benchmark in brief, kept beside the code: means and spreads over its draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdp_core import stored
from graphdp_core.analyses.graph_queries import QUERIES
from graphdp_core.lab.benchmark.run import GRAPHS, METHODS, Benchmark

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Kept", "as_plain", "from_plain", "is_private", "keep", "read", "summary"]

FILE = Path(__file__).parent / "stored" / "pgb.json"
DIGITS = 3


@dataclass(frozen=True)
class Case:
    """What was measured of one method on one graph at one epsilon.

    Parameters
    ----------
    graph, method : str
    epsilon : float
    draws : int
    means, spreads : mapping of str to float
        Of the error of each query over the draws, as mean and standard deviation; nan where the
        query is not defined.
    """

    graph: str
    method: str
    epsilon: float
    draws: int
    means: Mapping[str, float]
    spreads: Mapping[str, float]

    @property
    def place(self) -> tuple[str, str, float]:
        """Graph, method and epsilon."""
        return self.graph, self.method, self.epsilon


@dataclass(frozen=True)
class Kept:
    """A run, or several put together.

    Parameters
    ----------
    cases : tuple of Case
        In the order of the graphs, then of the methods, then of epsilon.
    refused : tuple of (graph, method, epsilon, why)
    date, version, machine : str
        Of the last run.
    """

    cases: tuple[Case, ...]
    refused: tuple[tuple[str, str, float, str], ...]
    date: str
    version: str
    machine: str

    @property
    def graphs(self) -> tuple[str, ...]:
        """Their names, each once."""
        return tuple(dict.fromkeys(case.graph for case in self.cases))

    @property
    def methods(self) -> tuple[str, ...]:
        """Their names in the order of the benchmark."""
        methods = dict.fromkeys(case.method for case in self.cases)
        return tuple(sorted(methods, key=_rank(METHODS)))

    @property
    def epsilons(self) -> tuple[float, ...]:
        """Rising."""
        return tuple(sorted({case.epsilon for case in self.cases}))

    @property
    def releases(self) -> int:
        """How many graphs were drawn."""
        return sum(case.draws for case in self.cases)

    def table(self) -> pd.DataFrame:
        """A row for each graph, method, epsilon and query: error, spread, draws; draw is 0."""
        import pandas as pd

        rows = [
            {
                "graph": case.graph, "method": case.method, "epsilon": case.epsilon, "draw": 0,
                "query": query, "error": case.means[query], "spread": case.spreads[query],
                "draws": case.draws,
            }
            for case in self.cases
            for query in case.means
        ]  # fmt: skip
        return pd.DataFrame(rows)


def summary(done: Benchmark, *, version: str) -> Kept:
    """Means and standard deviations of a run over its draws, rounded to three digits."""
    cases = []
    for (graph, method, epsilon), part in done.table.groupby(
        ["graph", "method", "epsilon"], sort=False
    ):
        errors = part.groupby("query", sort=False)["error"]
        means, spreads, draws = errors.mean(), errors.std(ddof=1), part["draw"].nunique()
        cases.append(
            Case(
                graph, method, float(epsilon), int(draws),
                {query: _rounded(means[query]) for query in QUERIES},
                {query: _rounded(spreads[query]) for query in QUERIES},
            )
        )  # fmt: skip
    return Kept(
        cases=_in_order(cases),
        refused=done.refused,
        date=stored.today(),
        version=version,
        machine=stored.machine(),
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
    """What is kept.

    Raises
    ------
    Refused
        If nothing is.
    """
    absent = "nothing is kept of the benchmark: run 'graphdp benchmark pgb --keep'."
    return from_plain(stored.kept(file, absent=absent))


def as_plain(kept: Kept) -> dict[str, Any]:
    """As lists and numbers: a case is graph, method, epsilon, draws, means and spreads.

    Means and spreads are in the order of `queries`, None for nan.
    """
    return asdict(kept) | {
        "queries": list(QUERIES),
        "cases": [
            [*case.place, case.draws, _numbers(case.means), _numbers(case.spreads)]
            for case in kept.cases
        ],
        "refused": [list(case) for case in kept.refused],
    }


def from_plain(plain: Mapping[str, Any]) -> Kept:
    """The inverse of :func:`as_plain`."""
    queries = plain["queries"]
    cases = tuple(
        Case(graph, method, e, draws, _named(queries, means), _named(queries, spreads))
        for graph, method, e, draws, means, spreads in plain["cases"]
    )
    refused = tuple((graph, method, e, why) for graph, method, e, why in plain["refused"])
    return Kept(cases, refused, plain["date"], plain["version"], plain["machine"])


def is_private(method: str) -> bool:
    """Whether a method of the benchmark is proved to protect something; a strange one counts."""
    return method not in METHODS or METHODS[method].guarantee(1.0).protects


def _with_older(newer: Kept, older: Kept) -> Kept:
    new = {case.place for case in newer.cases} | {place[:3] for place in newer.refused}

    def stays(graph: str, method: str, epsilon: float) -> bool:
        return (graph, method, epsilon) not in new and graph in GRAPHS and method in METHODS

    return Kept(
        cases=_in_order([*newer.cases, *(case for case in older.cases if stays(*case.place))]),
        refused=(*newer.refused, *(case for case in older.refused if stays(*case[:3]))),
        date=newer.date,
        version=newer.version,
        machine=newer.machine,
    )


def _in_order(cases: Sequence[Case]) -> tuple[Case, ...]:
    graph, method = _rank(GRAPHS), _rank(METHODS)
    return tuple(
        sorted(cases, key=lambda case: (graph(case.graph), method(case.method), case.epsilon))
    )


def _rank(known: Mapping[str, Any]) -> Any:
    places = {name: place for place, name in enumerate(known)}
    return lambda name: places.get(name, len(places))


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _numbers(values: Mapping[str, float]) -> list[float | None]:
    return list(map(stored.plain, values.values()))


def _named(queries: Sequence[str], values: Sequence[float | None]) -> dict[str, float]:
    return {query: stored.number(value) for query, value in zip(queries, values, strict=True)}
