"""graphdp report: a comparison for people who decide about data, or a notebook that repeats it."""

from __future__ import annotations

import argparse
from typing import Any

from graphdp_core.cli.comparing import compared, comparing_options
from graphdp_core.cli.exporting import recipe_of, written
from graphdp_core.cli.out_files import free
from graphdp_core.takeaway import notebook, report_html


def options(command: argparse.ArgumentParser) -> None:
    """What is compared, and where the report goes."""
    comparing_options(command)
    command.add_argument(
        "--out", required=True, metavar="FILE",
        help="the report (.html), or a notebook that measures the same (.ipynb)",
    )  # fmt: skip
    command.add_argument("--question", default="", metavar="WORDS", help="stands on the first page")
    command.add_argument("--no-names", action="store_true", help="names of nodes stay at home")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Compare, write the file, and say what is in it."""
    path = free(options.out, force=options.force, endings=(".html", ".ipynb"))
    c = compared(options)
    recipe = recipe_of(c, options)
    if path.suffix.lower() == ".ipynb":
        text = notebook(recipe)
    else:
        text = report_html(c, recipe=recipe, question=options.question, names=not options.no_names)
    return written(path, text, c, options, what="numbers that read the true graph")


def show(answer: dict[str, Any]) -> str:
    """The finding, the promise, and that the file is not private."""
    return "\n".join(
        [
            answer["finding"],
            answer["statement"],
            f"{answer['file']}: {answer['bytes']:,} bytes. {answer['not_private']}",
        ]
    )
