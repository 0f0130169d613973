"""graphdp picture: a comparison as a picture that moves, that stands still, or as its numbers."""

from __future__ import annotations

import argparse
from typing import Any

from graphdp_core.captions.numbers import numbers_csv
from graphdp_core.captions.words import without_names
from graphdp_core.cli import report
from graphdp_core.cli.comparing import compared, comparing_options
from graphdp_core.cli.exporting import drawn, written
from graphdp_core.cli.out_files import free
from graphdp_core.takeaway import drawn_numbers

show = report.show


def options(command: argparse.ArgumentParser) -> None:
    """What is compared, and where the picture goes."""
    comparing_options(command)
    command.add_argument(
        "--out", required=True, metavar="FILE",
        help="a page with a slider of epsilon that needs no network (.html), the picture at this "
        "epsilon (.svg), or the numbers behind it (.csv)",
    )  # fmt: skip
    command.add_argument("--no-names", action="store_true", help="names of nodes stay at home")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Compare, write the file, and say what is in it."""
    path = free(options.out, force=options.force, endings=(".html", ".svg", ".csv"))
    c = compared(options)
    if path.suffix.lower() == ".csv":
        shown = without_names(c) if options.no_names else c
        text = numbers_csv(shown, drawn_numbers(shown), what="what the picture draws")
    else:
        text = drawn(c, path, options, names=not options.no_names)
    return written(path, text, c, options, what="the true graph beside the release")
