"""A run of the benchmark in brief: kept beside the code, and written as a document."""

from __future__ import annotations

import datetime
import json
import os
import platform
from pathlib import Path
from typing import Any

from graphdp_core.analyses.graph_queries import QUERIES
from graphdp_core.experiment.benchmark import METHODS, Benchmark, wins
from graphdp_core.params import Refused

__all__ = ["FILE", "document", "keep", "read", "summary"]

FILE = Path(__file__).parent / "stored" / "pgb.json"
SHOWN = 1.0  # epsilon of the tables by graph, or the nearest that was measured
DIGITS = 3


def summary(done: Benchmark, *, version: str) -> dict[str, Any]:
    """Mean errors of a run over its draws, as plain data.

    Parameters
    ----------
    done : Benchmark
    version : str
        Of GraphDP.

    Returns
    -------
    dict
        `errors` holds graph, method, epsilon and the mean error of each query, in order of
        `queries`, None where it is not defined.
    """
    table = done.table
    keys = ["graph", "method", "epsilon"]
    means = table.groupby([*keys, "query"], sort=False)["error"].mean().unstack("query")
    errors = [
        [*key, *(_rounded(row[query]) for query in QUERIES)]
        for key, row in zip(means.index, means.to_dict("records"), strict=True)
    ]
    won = wins(table[table["method"].map(_is_private)])
    draws = table.groupby("method", sort=False)["draw"].nunique()
    return {
        "queries": list(QUERIES),
        "draws": {str(method): int(count) for method, count in draws.items()},
        "releases": len(table) // len(QUERIES),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "version": version,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()}",
        "errors": errors,
        "epsilons": [float(epsilon) for epsilon in won.columns],
        "wins": {method: [round(float(w), 2) for w in row] for method, row in
                 zip(won.index, won.to_numpy(), strict=True)},
        "failed": list(done.failed),
    }  # fmt: skip


def keep(done: Benchmark, *, version: str, file: Path = FILE) -> dict[str, Any]:
    """Keep the summary of a run; what was kept is returned."""
    found = summary(done, version=version)
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(found, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    return found


def read(*, file: Path = FILE) -> dict[str, Any]:
    """What is kept.

    Raises
    ------
    Refused
        If nothing is.
    """
    if not file.is_file():
        raise Refused("nothing is kept of the benchmark: run 'graphdp benchmark pgb --keep'.")
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def document(found: dict[str, Any]) -> str:
    """The summary in Markdown: wins, then the errors of all methods on each graph."""
    rows, epsilons = found["errors"], found["epsilons"]
    graphs, methods = (list(dict.fromkeys(row[place] for row in rows)) for place in (0, 1))
    shown = min(epsilons, key=lambda epsilon: abs(epsilon - SHOWN))
    titles = [QUERIES[query] for query in found["queries"]]
    asked = len(graphs) * (len(titles) - 1)
    lines = [
        "# Synthetic graphs by fifteen queries",
        "",
        f"Made by `graphdp benchmark pgb --markdown` from a stored run: {found['releases']:,} "
        f"releases, {_draws(found['draws'])}, seed 0, {found['date']}, version "
        f"{found['version']}, {found['machine']}. The queries are those of PGB "
        "(arXiv:2408.02928). Errors of numbers are relative, those of distributions are total "
        "variations, communities 1 − NMI; paths are followed from 512 nodes on graphs of more "
        "than 1,000. They compare with the true graph: none of them is private.",
        "",
        "## Who is nearest, how often",
        "",
        f"Of {asked} cases, a graph and a query each, without the number of nodes, which is "
        "public. Ties are shared. What is not private takes no part, and a method that refuses a "
        "graph, or was not run there, cannot win.",
        "",
        *_table(["", *(f"ε = {epsilon:g}" for epsilon in epsilons)],
                [[name, *(f"{w:g}" for w in found["wins"][name])] for name in methods
                 if name in found["wins"]]),
    ]  # fmt: skip
    for graph in graphs:
        of = {row[1]: row[3:] for row in rows if row[0] == graph and row[2] == shown}
        here = [name for name in methods if name in of]
        body = [
            [title, *(_number(of[name][place]) for name in here)]
            for place, title in enumerate(titles)
        ]
        lines += ["", f"## {graph}, ε = {shown:g}", "", *_table(["", *here], body)]
    if found["failed"]:
        lines += ["", "## Not measured", "", *(f"- {words}" for words in found["failed"])]
    return "\n".join(lines) + "\n"


def _is_private(method: str) -> bool:
    return method not in METHODS or METHODS[method].guarantee(1.0).protects


def _draws(counts: dict[str, int]) -> str:
    """How many draws, in words."""
    if len(set(counts.values())) == 1:
        return f"{next(iter(counts.values()))} draws each"
    return "draws: " + ", ".join(f"{name} {count}" for name, count in counts.items())


def _table(head: list[str], body: list[list[str]]) -> list[str]:
    rows = [head, ["---", *("--:" for _ in head[1:])], *body]
    return [f"| {' | '.join(row)} |" for row in rows]


def _rounded(value: float) -> float | None:
    return None if value != value else float(f"{value:.{DIGITS}g}")  # noqa: PLR0124 (nan)


def _number(value: float | None) -> str:
    return "—" if value is None else f"{value:.3g}"
