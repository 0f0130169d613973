"""graphdp sweep: analyses over mechanisms, epsilons, repeats of the noise and any parameter.

What sweep and answer share: who measures, where cells are kept, and tables as files.

graphdp answer: which epsilon a target needs, and with which mechanism.

graphdp plan: which numbers to release by themselves, and what each will tell.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import graphdp_core as gdp
from graphdp_core.cli.choices import (
    chosen_analysis,
    chosen_generator,
    chosen_graph,
    chosen_mechanism,
    graph_options,
    number,
    parameter_option,
    seed,
    series_for,
    shared_options,
    taken,
    whole,
)
from graphdp_core.cli.output import announce_compiling, arriving, free, need, tell
from graphdp_core.data import Generator
from graphdp_core.experiment.advice import NOT_PRIVATE as ADVICE_NOT_PRIVATE
from graphdp_core.experiment.cells import default_store_path
from graphdp_core.experiment.plan import WANTS
from graphdp_core.experiment.sweep import MOST_RELEASES
from graphdp_core.experiment.targets import read_target
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused, schema
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.trust.parcel import plan_file

if TYPE_CHECKING:
    import pandas as pd


def measuring_options(command: argparse.ArgumentParser) -> None:
    """Workers, store, and files that the table is written to."""
    command.add_argument("--workers", type=whole, default=1, help="how many processes (1)")
    command.add_argument(
        "--store", metavar="FILE",
        help="the file that keeps finished measurements, or :memory: (default: GRAPHDP_STORE or "
        "the cache folder; for a file of your own, memory)",
    )  # fmt: skip
    command.add_argument("--csv", metavar="FILE", help="write the table to this file")
    command.add_argument("--parquet", metavar="FILE", help="the same as Parquet (needs pyarrow)")
    shared_options(command, "--force")


def measuring_by(options: argparse.Namespace) -> dict[str, Any]:
    """The keyword arguments of :func:`gdp.sweep` and :func:`gdp.answer` that the options say."""
    usual = ":memory:" if options.file else default_store_path()
    return {"workers": options.workers, "store": options.store or usual}


def check_files(options: argparse.Namespace) -> None:
    """Refuse a file that could not be written before anything is measured."""
    if options.parquet:
        need("pyarrow")
    for name in filter(None, (options.csv, options.parquet)):
        free(name, force=options.force)


def write_files(table: pd.DataFrame, options: argparse.Namespace) -> None:
    """The table as it was asked for."""
    for name, write in ((options.csv, table.to_csv), (options.parquet, table.to_parquet)):
        if name:
            with arriving(Path(name), force=options.force) as beside:
                write(beside, index=False)


NOT_PRIVATE = "These numbers compare with the true graph: none of them is private."


def options_sweep(command: argparse.ArgumentParser) -> None:
    """Which graph, mechanisms, analysis, epsilons and how many repeats."""
    graph_options(command)
    command.add_argument(
        "--mechanism", action="append", metavar="ID",
        help="may be repeated (default: edge_flip)",
    )  # fmt: skip
    shared_options(command, "--analysis", "--seed")
    parameter_option(command, "analysis")
    command.add_argument("--epsilons", required=True, metavar="E,E,...", help="such as 0.5,1,2")
    command.add_argument("--repeats", type=whole, default=20, help="draws of the noise (20)")
    command.add_argument(
        "--vary", action="append", default=[], metavar="NAME=V,V,...",
        help="values of a parameter to try, such as theta=0.5,1,2, or of the generator's, such as "
        "n=300,600 with a new graph for every repeat; may be repeated",
    )  # fmt: skip
    command.add_argument(
        "--most", type=whole, default=MOST_RELEASES, help=f"refuse more draws ({MOST_RELEASES:,})"
    )
    measuring_options(command)


def run_sweep(options: argparse.Namespace) -> dict[str, Any]:
    """Sweep, and answer with one row per mechanism, epsilon, repeat and metric."""
    announce_compiling()
    check_files(options)
    mechanisms = [chosen_mechanism(id, []) for id in options.mechanism or ["edge_flip"]]
    analysis = chosen_analysis(options.analysis, options.analysis_parameter)
    epsilons = [float(amount_of(part, name="an epsilon")) for part in options.epsilons.split(",")]
    measuring, maker = measuring_by(options), chosen_generator(options)
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
    with warnings.catch_warnings(action="ignore", category=UserWarning):  # they are answered
        table = gdp.sweep(
            graph, mechanisms, analysis, epsilons=epsilons, vary=vary, progress=tell, **measuring,
            **taken(options, "repeats", "seed", "graph_seed", "most"),
        )  # fmt: skip
    write_files(table, options)
    return {
        "cleaned": cleaned, "labels": {metric.id: metric.label for metric in analysis.metrics},
        "rows": table.to_dict("records"), "varied": list(vary),
        "failed": table.attrs["failed"], "notes": table.attrs["notes"], "not_private": NOT_PRIVATE,
    }  # fmt: skip


def show_sweep(answer: dict[str, Any]) -> str:
    """The median of each metric over the repeats, a column for each mechanism and epsilon."""
    import pandas as pd

    rows = pd.DataFrame(answer["rows"])
    lines = [answer["cleaned"]]
    if len(rows):
        rows["metric"] += " (" + rows["metric"].map(answer["labels"]) + ")"
        rows[answer["varied"]] = rows[answer["varied"]].astype(object).mask(rows.isna(), "—")
        medians = rows.pivot_table(
            "value", "metric", ["mechanism", *answer["varied"], "epsilon"],
            aggfunc="median", sort=False,
        )  # fmt: skip
        table = medians.to_string(float_format="{:.4g}".format, na_rep="—")
        lines += [f"Medians of {rows['repeat'].nunique()} repeats:", table]
    lines += [f"Not measured: {sentence}" for sentence in answer["failed"]]
    return "\n".join([line for line in [*lines, *answer["notes"]] if line] + [NOT_PRIVATE])


def options_answer(command: argparse.ArgumentParser) -> None:
    """Which graph, targets and mechanisms, and how sure."""
    graph_options(command, target="--target-column")
    command.add_argument(
        "--target", dest="wanted", action="append", metavar="T", default=[],
        help='what must stay right, such as "louvain.ari>=0.8", or how wide an interval may be, '
        'such as "intervals.homophily<=0.05"; may be repeated',
    )  # fmt: skip
    command.add_argument(
        "--mechanism", action="append", metavar="ID", help="may be repeated (default: all)"
    )
    command.add_argument("--confidence", type=number, default=0.95, help="default: 0.95")
    command.add_argument(
        "--draws", type=whole, help="draws at the epsilon found (default: the fewest)"
    )
    shared_options(command, "--seed")
    measuring_options(command)


def run_answer(options: argparse.Namespace) -> dict[str, Any]:
    """Ask the advisor; a row for each target and mechanism, best first."""
    announce_compiling()
    check_files(options)
    if not options.wanted:
        raise Refused('say what must stay right, such as --target "louvain.ari>=0.8".')
    targets = dict(read_target(text) for text in options.wanted)
    measuring = measuring_by(options)
    graph, cleaned = chosen_graph(options)
    ids = options.mechanism
    mechanisms = [chosen_mechanism(id, []) for id in ids] if ids else None
    asked = taken(options, "confidence", "draws", "seed")
    advice = gdp.answer(graph, targets, mechanisms=mechanisms, progress=tell, **asked, **measuring)
    tell(1.0, "")
    if options.csv or options.parquet:  # a table takes half a second of imports
        write_files(advice.table(), options)
    plans = [] if len(targets) == 1 else advice.plans()
    return {
        "cleaned": cleaned, "headline": advice.headline(), "remarks": advice.remarks,
        "rows": advice.rows(),
        "plans": [taken(plan, "epsilon", "spent", "serves") for plan in plans],
        "plans_in_words": [str(plan) for plan in plans],
        "confidence": advice.confidence, "share": advice.share, "unfit": dict(advice.unfit),
        "failed": list(advice.failed), "not_private": ADVICE_NOT_PRIVATE,
    }  # fmt: skip


def show_answer(answer: dict[str, Any]) -> str:
    """The headline, a table for each target, the plans, and what did not run."""
    lines = [answer["cleaned"], answer["headline"], *answer["remarks"]]
    targets = list(dict.fromkeys(row["target"] for row in answer["rows"]))
    for target in targets:
        rows = [row for row in answer["rows"] if row["target"] == target]
        lines += ["", target]
        lines += [_advised(row) for row in rows if not row["apart"]]
        apart = [row for row in rows if row["apart"]]
        lines += ["  not comparable:"] * bool(apart) + [_advised(row) for row in apart]
    if answer["plans_in_words"]:
        lines += ["", "All targets:", *(f"  {plan}" for plan in answer["plans_in_words"])]
    lines += [""] if answer["failed"] or answer["unfit"] else []
    lines += [f"{title} does not run: {why}" for title, why in answer["unfit"].items()]
    lines += [f"Counted as a miss: {sentence}" for sentence in answer["failed"]]
    return "\n".join([*lines, "", answer["not_private"]]).lstrip("\n")


def _advised(row: dict[str, Any]) -> str:
    is_nominal_other = row["nominal"] != row["epsilon"] and not row["in_words"].startswith("as ")
    setting = f" (set to {row['nominal']:g})" if is_nominal_other else ""
    why = f" ({row['apart']})" if row["apart"] else ""
    sign = "" if row["in_words"].startswith(("as ", "never", "not")) else "ε "
    return f"  {row['title']:<28} {sign}{row['in_words']}{setting}{why}"


def options_plan(command: argparse.ArgumentParser) -> None:
    """Which graph, the epsilon of everything together, and the wanted numbers."""
    graph_options(command)
    command.add_argument("--epsilon", type=number, required=True, help="of everything together")
    command.add_argument(
        "--want", required=True, metavar="NAME,...", help=f"any of {', '.join(WANTS)}"
    )
    command.add_argument("--seed", type=seed, default=0, help="seed of what is measured")


def run_plan(options: argparse.Namespace) -> dict[str, Any]:
    """The split, and for each number the width to expect beside what a graph would tell."""
    announce_compiling()
    graph, cleaned = chosen_graph(options)
    want = [name.strip() for name in options.want.split(",") if name.strip()]
    is_public = options.file is None
    made = gdp.plan(graph, options.epsilon, want, public=is_public, seed=options.seed)
    return {"cleaned": cleaned, **plan_file(made, graph)}


def show_plan(answer: dict[str, Any]) -> str:
    """The answer first, a line a number, and how epsilon is split."""
    split = ", ".join(f"{name} {share:.3g}" for name, share in answer["spent"].items())
    said = [answer["cleaned"], answer["sentence"]]
    said += [f"  {row['sentence']}" for row in answer["rows"]]
    said += [f"ε is split: {split}." if split else "Nothing would be spent."]
    said += [f"Measured on {answer['measured_on']}. Nothing has been spent."]
    return "\n".join(filter(None, said))
