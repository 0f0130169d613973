"""graphdp sweep: one analysis over mechanisms, epsilons and repeats of the noise."""

from __future__ import annotations

import argparse
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.choices import (
    chosen_analysis,
    chosen_graph,
    chosen_mechanism,
    graph_options,
    parameter_option,
)
from graphdp_core.cli.progress import announce_compiling, tell
from graphdp_core.params import Refused

__all__ = ["options", "run", "show"]

NOT_PRIVATE = "These numbers compare with the true graph: none of them is private."


def options(command: argparse.ArgumentParser) -> None:
    """Which graph, mechanisms, analysis, epsilons and how many repeats."""
    graph_options(command)
    command.add_argument(
        "--mechanism", action="append", metavar="ID",
        help="may be repeated (default: edge_flip)",
    )  # fmt: skip
    command.add_argument("--analysis", default="spectral", metavar="ID")
    parameter_option(command, "analysis")
    command.add_argument("--epsilons", required=True, metavar="E,E,...", help="such as 0.5,1,2")
    command.add_argument("--repeats", type=int, default=20, help="of the noise (default: 20)")
    command.add_argument("--seed", type=int, default=0, help="of the noise")
    command.add_argument("--csv", metavar="FILE", help="write every value there, one a line")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Sweep, and answer with one row per mechanism, epsilon, repeat and metric."""
    announce_compiling()
    graph, cleaned = chosen_graph(options)
    if options.repeats < 1:
        raise Refused(f"repeats must be an integer from 1, got {options.repeats}.")
    table = gdp.sweep(
        graph,
        [chosen_mechanism(id, []) for id in options.mechanism or ["edge_flip"]],
        chosen_analysis(options.analysis, options.analysis_parameter),
        epsilons=_numbers(options.epsilons),
        repeats=options.repeats,
        seed=options.seed,
        progress=tell,
    )
    if options.csv:
        table.to_csv(options.csv, index=False)
    return {"cleaned": cleaned, "rows": table.to_dict("records"), "not_private": NOT_PRIVATE}


def show(answer: dict[str, Any]) -> str:
    """The median of each metric over the repeats, a column for each mechanism and epsilon."""
    import pandas as pd

    rows = pd.DataFrame(answer["rows"])
    medians = rows.pivot_table(
        "value", "metric", ["mechanism", "epsilon"], aggfunc="median", sort=False
    )
    table = medians.to_string(float_format="{:.4g}".format, na_rep="—")
    lines = [answer["cleaned"], f"Medians of {rows['repeat'].nunique()} repeats:", table]
    return "\n".join([line for line in lines if line] + [answer["not_private"]])


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise Refused(f"epsilons must be numbers with commas between, got {text!r}.") from None
