"""graphdp reproduce: a published table or figure, computed anew."""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.catalogue import allowed, show_rows
from graphdp_core.cli.out_files import arriving, force_option, free
from graphdp_core.cli.progress import announce_compiling, tell
from graphdp_core.cli.values import values_for
from graphdp_core.lab.papers import STUDIES, Study
from graphdp_core.lab.papers.stored import write
from graphdp_core.params import Refused, make
from graphdp_core.plots.study import study_page


def options(command: argparse.ArgumentParser) -> None:
    """Which one, with which parameters; nothing means the list."""
    command.add_argument("id", nargs="?", help="which one; without it, the list")
    command.add_argument(
        "--set",
        "--knob",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter; may be repeated",
    )
    command.add_argument(
        "--store", action="store_true", help="keep the result for the shelf of papers"
    )
    command.add_argument("--all", action="store_true", help="run every one, with --store")
    command.add_argument("--figure", metavar="FILE.html", help="draw the table as well")
    force_option(command)


def run(options: argparse.Namespace) -> list[dict[str, Any]] | dict[str, Any]:
    """The list, or one table with its notes."""
    if options.all:
        return _store_all(options)
    if options.id is None:
        return [
            {
                "id": r.id,
                "title": r.title,
                "claim": r.claim,
                "parameters": allowed(r),
                "source": r.source,
            }
            for r in STUDIES
        ]
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
        "id": options.id,
        "columns": dict(table.columns),
        "rows": table.rows.to_dict("records"),
        "notes": list(table.notes),
    }


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


def show(answer: list[dict[str, Any]] | dict[str, Any]) -> str:
    """The list, or the table with what its columns mean."""
    if isinstance(answer, list):
        return show_rows(answer)
    import pandas as pd

    rows = pd.DataFrame(answer["rows"], columns=list(answer["columns"]))
    meanings = [f"  {name}: {words}" for name, words in answer["columns"].items()]
    table = rows.to_string(index=False, float_format=_four_digits, na_rep="—")
    return "\n".join([table, *meanings, *answer["notes"]])


def _four_digits(value: float) -> str:
    """Four digits; all of them of a large integer."""
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e9 else f"{value:.4g}"
