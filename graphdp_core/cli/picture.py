"""graphdp picture: a comparison as a picture that moves, that stands still, or as its numbers.

graphdp report: a comparison for people who decide about data, or a notebook that repeats it.

What the commands share that write a comparison into a file that is taken away.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphdp_core.captions.numbers import numbers_csv
from graphdp_core.captions.words import without_names
from graphdp_core.cli.choices import (
    compared,
    comparing_options,
    reading_from,
    shared_options,
    values_for,
)
from graphdp_core.cli.output import arriving, free
from graphdp_core.data import GENERATORS
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.takeaway import (
    Origin,
    Recipe,
    drawn_numbers,
    moving_html,
    notebook,
    report_html,
    still_svg,
)


def drawn(c: Comparison, path: Path, options: argparse.Namespace, *, names: bool = True) -> str:
    """The comparison as the ending of the path says: a page with a slider, or a picture."""
    if path.suffix.lower() == ".html":
        return moving_html(c, recipe=recipe_of(c, options), names=names)
    return still_svg(c if names else without_names(c))


def recipe_of(c: Comparison, options: argparse.Namespace) -> Recipe:
    """What measures the same again."""
    if options.file:
        path = Path(options.file)
        origin = Origin.of_file(options.file, path.read_bytes(), reading_from(options))
    else:
        values = values_for(GENERATORS, options.generate, options.graph_parameter)
        kind, id = ("dataset", options.graph) if options.graph else ("generator", options.generate)
        seed = options.graph_seed if options.generate else 0
        choice = GraphChoice(kind, id, tuple(sorted(values.items())), seed)
        origin = Origin.of_choice(replace(choice, largest_component=options.largest_component))
    return Recipe.of(c, origin)


def written(
    path: Path, text: str, c: Comparison, cleaned: str, options: argparse.Namespace, *, what: str
) -> dict[str, Any]:
    """Write the file, and answer with what it says; `what` is in it that is not private."""
    with arriving(path, force=options.force) as beside:
        beside.write_text(text, encoding="utf-8")
    return {
        "file": str(path), "bytes": len(text.encode()), "cleaned": cleaned, "finding": c.finding,
        "statement": c.guarantee.statement(),
        "not_private": f"The file holds {what}: it is not private.",
    }  # fmt: skip


def _out_options(command: argparse.ArgumentParser, help: str) -> None:
    """What is compared, and where it goes."""
    comparing_options(command)
    command.add_argument("--out", required=True, metavar="FILE", help=help)
    shared_options(command, "--no-names")


def options_report(command: argparse.ArgumentParser) -> None:
    """What is compared, and where the report goes."""
    _out_options(command, "a report (.html), or a notebook that measures the same (.ipynb)")
    command.add_argument("--question", default="", metavar="WORDS", help="for the first page")


def run_report(options: argparse.Namespace) -> dict[str, Any]:
    """Compare, write the file, and say what is in it."""
    path = free(options.out, force=options.force, endings=(".html", ".ipynb"))
    c, cleaned = compared(options)
    recipe = recipe_of(c, options)
    if path.suffix.lower() == ".ipynb":
        text = notebook(recipe)
    else:
        text = report_html(c, recipe=recipe, question=options.question, names=not options.no_names)
    return written(path, text, c, cleaned, options, what="numbers that read the true graph")


def show_report(answer: dict[str, Any]) -> str:
    """The finding, the promise, and that the file is not private."""
    file = f"{answer['file']}: {answer['bytes']:,} bytes. {answer['not_private']}"
    said = [answer["cleaned"], answer["finding"], answer["statement"], file]
    return "\n".join(filter(None, said))


show_picture = show_report


def options_picture(command: argparse.ArgumentParser) -> None:
    """What is compared, and where the picture goes."""
    _out_options(
        command,
        "a page with a slider of epsilon, for any browser (.html), the picture at this epsilon "
        "(.svg), or the numbers behind it (.csv)",
    )


def run_picture(options: argparse.Namespace) -> dict[str, Any]:
    """Compare, write the file, and say what is in it."""
    path = free(options.out, force=options.force, endings=(".html", ".svg", ".csv"))
    c, cleaned = compared(options)
    if path.suffix.lower() == ".csv":
        shown = without_names(c) if options.no_names else c
        text = numbers_csv(shown, drawn_numbers(shown), what="what the picture draws")
    else:
        text = drawn(c, path, options, names=not options.no_names)
    return written(path, text, c, cleaned, options, what="the true graph beside the release")
