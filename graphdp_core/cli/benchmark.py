"""graphdp benchmark: synthetic graphs by the fifteen queries of PGB, on eight graphs."""

from __future__ import annotations

import argparse
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.measuring import (
    check_files,
    measuring_by,
    measuring_options,
    quiet,
    write_files,
)
from graphdp_core.cli.progress import announce_compiling, tell
from graphdp_core.cli.values import number, seed, whole
from graphdp_core.lab.benchmark.document import document, tables
from graphdp_core.lab.benchmark.run import (
    DRAWS,
    EPSILONS,
    GRAPHS,
    METHODS,
    chosen,
    run_benchmark,
)
from graphdp_core.lab.benchmark.stored import (
    as_plain,
    from_plain,
    keep,
    read,
    summary,
)


def options(command: argparse.ArgumentParser) -> None:
    """Which graphs, methods, epsilons and how many draws."""
    command.add_argument("id", choices=("pgb",), help="the benchmark")
    command.add_argument(
        "--graph", action="append", default=[], metavar="NAME",
        help=f"one of {', '.join(GRAPHS)}; may be repeated (default: all)",
    )  # fmt: skip
    command.add_argument(
        "--method", action="append", default=[], metavar="NAME",
        help=f"one of {', '.join(METHODS)}; may be repeated (default: all)",
    )  # fmt: skip
    command.add_argument(
        "--epsilon", action="append", default=[], type=number, metavar="E",
        help=f"may be repeated (default: {', '.join(f'{e:g}' for e in EPSILONS)})",
    )  # fmt: skip
    command.add_argument(
        "--draws", type=whole, default=DRAWS, help=f"of the noise (default: {DRAWS})"
    )
    command.add_argument("--seed", type=seed, default=0, help="of the noise")
    command.add_argument("--keep", action="store_true", help="keep the means for the document")
    command.add_argument(
        "--markdown", nargs="?", const="page", choices=("page", "tables"),
        help="the page of what was kept (default), or its tables; measures nothing",
    )  # fmt: skip
    measuring_options(command)
    command.set_defaults(file=None)  # graphs of the benchmark are public


def run(options: argparse.Namespace) -> dict[str, Any] | str:
    """Measure what the store lacks; means by graph, method, epsilon and query, and wins."""
    if options.markdown:
        return (tables if options.markdown == "tables" else document)(read())
    announce_compiling()
    check_files(options)
    with quiet():
        done = run_benchmark(
            {name: make() for name, make in chosen(GRAPHS, options.graph, "graph").items()},
            chosen(METHODS, options.method, "method"),
            epsilons=options.epsilon or EPSILONS,
            draws=options.draws,
            seed=options.seed,
            progress=tell,
            **measuring_by(options),
        )
    write_files(done.table, options)
    return as_plain((keep if options.keep else summary)(done, version=gdp.__version__))


def show(answer: dict[str, Any] | str) -> str:
    """The document: clustering, wins by method and epsilon, then all tables."""
    return (answer if isinstance(answer, str) else document(from_plain(answer))).removesuffix("\n")
