"""graphdp reproduce: a published table or figure, computed anew.

graphdp benchmark: synthetic graphs by the fifteen queries of PGB, on eight graphs.
"""

from __future__ import annotations

import argparse
import dataclasses
import warnings
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.catalogue import facts_of, show_rows
from graphdp_core.cli.choices import number, shared_options, taken, values_for, whole
from graphdp_core.cli.output import announce_compiling, arriving, free, tell
from graphdp_core.cli.sweep import (
    check_files,
    measuring_by,
    measuring_options,
    write_files,
)
from graphdp_core.lab.benchmark.document import document, tables
from graphdp_core.lab.benchmark.run import (
    DRAWS,
    EPSILONS,
    GRAPHS,
    METHODS,
    chosen,
)
from graphdp_core.lab.benchmark.run import (
    run_benchmark as measured,
)
from graphdp_core.lab.benchmark.stored import (
    as_plain,
    from_plain,
    keep,
    read,
    summary,
)
from graphdp_core.lab.papers import STUDIES, Study, study_of
from graphdp_core.lab.papers.shelf import PAPERS, counts
from graphdp_core.lab.papers.stored import read as stored_run
from graphdp_core.lab.papers.stored import write
from graphdp_core.params import Refused, make
from graphdp_core.plots.study import study_page


def options_reproduce(command: argparse.ArgumentParser) -> None:
    """Which one, with which parameters; nothing means the list."""
    command.add_argument("id", nargs="?", help="which table (default: list them)")
    shared_options(command, "--set", "--force")
    command.add_argument(
        "--store", action="store_true", help="for maintainers: keep the result for Papers"
    )
    command.add_argument(
        "--list", action="store_true", help="every claim of the papers, with what became of it"
    )
    command.add_argument("--all", action="store_true", help="with --store: compute every table")
    command.add_argument(
        "--markdown", action="store_true", help="print what the documents take from the stored run"
    )
    command.add_argument("--figure", metavar="FILE.html", help="also draw the table")


def run_reproduce(options: argparse.Namespace) -> list[dict[str, Any]] | dict[str, Any] | str:
    """The list, every claim with its status, one table with its notes, or its page's text."""
    if options.list:
        return _claims()
    if options.all:
        return _store_all(options)
    if options.id is None:
        return [facts_of(study, "claim", "source") for study in STUDIES]
    if options.markdown:
        kept = stored_run(options.id)
        return study_of(options.id)(**kept.parameters).markdown(kept.table.rows)
    announce_compiling()
    parameters = values_for(STUDIES, options.id, options.set)
    chosen: Study = make("reproduction", STUDIES, options.id, parameters)
    table = (
        write(chosen, version=gdp.__version__, progress=tell).table
        if options.store
        else chosen.run(progress=tell)
    )
    if options.figure:
        path = free(options.figure, force=options.force)
        with arriving(path, force=options.force) as beside:
            study_page(table.rows, str(beside), **dataclasses.asdict(chosen.chart))
    return {
        "id": options.id, "columns": dict(table.columns),
        "rows": table.rows.to_dict("records"), "notes": list(table.notes),
    }  # fmt: skip


def _claims() -> dict[str, Any]:
    """How many claims have each status, and all of them."""
    rows = [(paper.id, row) for paper in PAPERS for row in paper.rows]
    return {
        "counts": {status.value: n for status, n in counts(row for _, row in rows).items()},
        "claims": [
            {
                "paper": paper, "status": row.outcome.value, "reason": row.reason,
                "place": row.place, "claim": row.claim, "words": row.told,
            }
            for paper, row in rows
        ],
    }  # fmt: skip


def _store_all(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Run and keep every one with its usual parameters; what each gave first, and its seconds."""
    if options.id is not None or not options.store:
        raise Refused("--all goes with --store and without an id.")
    announce_compiling()
    answer = []
    for kind in STUDIES:
        try:
            kept = write(kind(), version=gdp.__version__, progress=tell)
            outcome = {"seconds": kept.seconds, "verdict": kept.table.notes[0]}
        except Refused as refused:  # a graph that is not here: the others go on
            outcome = {"seconds": None, "verdict": str(refused)}
        answer.append({"id": kind.id, "title": kind.title, **outcome})
    return answer


def show_reproduce(answer: list[dict[str, Any]] | dict[str, Any] | str) -> str:
    """The list, or the table with what its columns mean."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, list):
        return show_rows(answer)
    if "claims" in answer:
        told = [
            f"{row['paper']}, {row['place']}: {row['claim']}\n"
            f"  {', '.join(filter(None, (row['status'], row['reason'])))}. {row['words']}"
            for row in answer["claims"]
        ]
        total = ", ".join(f"{count} {status}" for status, count in answer["counts"].items())
        return "\n".join([*told, f"{len(told)} claims: {total}."])
    import pandas as pd

    rows = pd.DataFrame(answer["rows"], columns=list(answer["columns"]))
    meanings = [f"  {name}: {words}" for name, words in answer["columns"].items()]
    table = rows.to_string(index=False, float_format=_four_digits, na_rep="—")
    return "\n".join([table, *meanings, *answer["notes"]])


def _four_digits(value: float) -> str:
    """Four digits; all of them of a large integer."""
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e9 else f"{value:.4g}"


def options_benchmark(command: argparse.ArgumentParser) -> None:
    """Which graphs, methods, epsilons and how many draws."""
    command.add_argument("id", choices=("pgb",), help="PGB, Private Graph Benchmark")
    for name, known in (("--graph", GRAPHS), ("--method", METHODS)):
        command.add_argument(
            name, action="append", default=[], metavar="NAME",
            help=f"one of {', '.join(map(repr, known))}; may be repeated (default: all)",
        )  # fmt: skip
    command.add_argument(
        "--epsilon", action="append", default=[], type=number, metavar="E",
        help=f"may be repeated (default: {', '.join(f'{e:g}' for e in EPSILONS)})",
    )  # fmt: skip
    command.add_argument(
        "--draws", type=whole, default=DRAWS, help=f"releases of each (default: {DRAWS})"
    )
    shared_options(command, "--seed")
    command.add_argument("--keep", action="store_true", help="for maintainers: keep the means")
    command.add_argument(
        "--markdown", nargs="?", const="page", choices=("page", "tables"),
        help="print what was kept as a page (default) or as tables, and measure nothing",
    )  # fmt: skip
    measuring_options(command)
    command.set_defaults(file=None)  # graphs of the benchmark are public


def run_benchmark(options: argparse.Namespace) -> dict[str, Any] | str:
    """Measure what the store lacks; means by graph, method, epsilon and query, and wins."""
    if options.markdown:
        return (tables if options.markdown == "tables" else document)(read())
    announce_compiling()
    check_files(options)
    with warnings.catch_warnings(action="ignore", category=UserWarning):  # they are answered
        done = measured(
            {name: make() for name, make in chosen(GRAPHS, options.graph, "graph").items()},
            chosen(METHODS, options.method, "method"),
            epsilons=options.epsilon or EPSILONS,
            progress=tell, **taken(options, "draws", "seed"), **measuring_by(options),
        )  # fmt: skip
    write_files(done.table, options)
    return as_plain((keep if options.keep else summary)(done, version=gdp.__version__))


def show_benchmark(answer: dict[str, Any] | str) -> str:
    """The document: clustering, wins by method and epsilon, then all tables."""
    return (answer if isinstance(answer, str) else document(from_plain(answer))).removesuffix("\n")
