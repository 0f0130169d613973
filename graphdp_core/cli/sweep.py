"""graphdp sweep: analyses over mechanisms, epsilons, repeats of the noise and any parameter."""

from __future__ import annotations

import argparse
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.choices import (
    chosen_analysis,
    chosen_generator,
    chosen_graph,
    chosen_mechanism,
    graph_options,
    parameter_option,
)
from graphdp_core.cli.measuring import (
    check_files,
    measuring_by,
    measuring_options,
    quiet,
    write_files,
)
from graphdp_core.cli.progress import announce_compiling, tell
from graphdp_core.cli.values import seed, series_for, whole
from graphdp_core.data import Generator
from graphdp_core.experiment.sweep import MOST_RELEASES
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused, schema

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
    command.add_argument("--repeats", type=whole, default=20, help="of the noise (default: 20)")
    command.add_argument("--seed", type=seed, default=0, help="of the noise")
    command.add_argument(
        "--vary", action="append", default=[], metavar="NAME=V,V,...",
        help="values of a parameter to try, such as theta=0.5,1,2, or of the generator's, such as "
        "n=300,600 with a new graph for every repeat; may be repeated",
    )  # fmt: skip
    command.add_argument(
        "--most", type=whole, default=MOST_RELEASES, help=f"releases (default: {MOST_RELEASES:,})"
    )
    measuring_options(command)


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Sweep, and answer with one row per mechanism, epsilon, repeat and metric."""
    announce_compiling()
    check_files(options)
    mechanisms = [chosen_mechanism(id, []) for id in options.mechanism or ["edge_flip"]]
    analysis = chosen_analysis(options.analysis, options.analysis_parameter)
    epsilons, measuring = _numbers(options.epsilons), measuring_by(options)
    maker = chosen_generator(options)
    vary = series_for([o for o in (*mechanisms, analysis, maker) if o is not None], options.vary)
    graph: Graph | Generator
    if maker is not None and any(parameter.name in vary for parameter in schema(type(maker))):
        if options.largest_component:
            raise Refused(
                "--largest-component needs one graph, and --vary makes a new one for every repeat: "
                "leave out one of the two."
            )
        graph, cleaned = maker, ""
    else:
        graph, cleaned = chosen_graph(options)
    with quiet():
        table = gdp.sweep(
            graph,
            mechanisms,
            analysis,
            epsilons=epsilons,
            repeats=options.repeats,
            seed=options.seed,
            vary=vary,
            graph_seed=options.graph_seed,
            most=options.most,
            progress=tell,
            **measuring,
        )
    write_files(table, options)
    return {
        "cleaned": cleaned,
        "rows": table.to_dict("records"),
        "varied": list(vary),
        "failed": table.attrs["failed"],
        "notes": table.attrs["notes"],
        "not_private": NOT_PRIVATE,
    }


def show(answer: dict[str, Any]) -> str:
    """The median of each metric over the repeats, a column for each mechanism and epsilon."""
    import pandas as pd

    rows = pd.DataFrame(answer["rows"])
    lines = [answer["cleaned"]]
    if len(rows):
        rows[answer["varied"]] = rows[answer["varied"]].astype(object).mask(rows.isna(), "—")
        medians = rows.pivot_table(
            "value", "metric", ["mechanism", *answer["varied"], "epsilon"],
            aggfunc="median", sort=False,
        )  # fmt: skip
        table = medians.to_string(float_format="{:.4g}".format, na_rep="—")
        lines += [f"Medians of {rows['repeat'].nunique()} repeats:", table]
    lines += [f"Not measured: {sentence}" for sentence in answer["failed"]]
    return "\n".join([line for line in [*lines, *answer["notes"]] if line] + [NOT_PRIVATE])


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise Refused(f"epsilons must be numbers with commas between, got {text!r}.") from None
